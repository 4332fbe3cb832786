import Skeleton from '@mui/material/Skeleton'
import Stack from '@mui/material/Stack'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import notifications from '../../../locales/tr/notifications.json' with { type: 'json' }
import { addWords } from '../../../shared/i18n/add-words.ts'
import { useUser } from '../../../shared/session/user-context.ts'
import { ErrorAlert } from '../../../shared/ui/ErrorAlert.tsx'
import { notificationQueries } from '../notifications.queries.ts'
import { ChannelMatrix } from '../settings/ChannelMatrix.tsx'
import { ChannelsHealth } from '../settings/ChannelsHealth.tsx'
import { MyTurn } from '../settings/MyTurn.tsx'
import { QuietHoursForm } from '../settings/QuietHoursForm.tsx'

addWords({ notifications })

/** What reaches me, where and when, and whether it would arrive. */
export function NotificationSettings() {
  const { t } = useTranslation()
  const user = useUser()
  const preferences = useQuery(notificationQueries.preferences())
  if (!preferences.data) {
    if (!preferences.error) return <Skeleton variant="rounded" height={360} />
    return (
      <ErrorAlert
        title={t('notifications.settings.loadFailed')}
        error={preferences.error}
        onRetry={() => void preferences.refetch()}
      />
    )
  }
  const { quiet_hours, health } = preferences.data
  const { firm } = user
  return (
    <Stack spacing={2}>
      <ChannelMatrix preferences={preferences.data} />
      {firm && <MyTurn firm={firm} />}
      <QuietHoursForm key={JSON.stringify(quiet_hours)} kept={quiet_hours} />
      <ChannelsHealth health={health} />
    </Stack>
  )
}
