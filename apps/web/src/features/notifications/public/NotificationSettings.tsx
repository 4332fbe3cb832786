import type { FirmRef } from '@dalyan/contracts/users'
import { mdiPhoneClock } from '@mdi/js'
import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import notifications from '../../../locales/tr/notifications.json' with { type: 'json' }
import { addWords } from '../../../shared/i18n/add-words.ts'
import { useUser } from '../../../shared/session/user.ts'
import { QueryError } from '../../../shared/ui/ErrorAlert.tsx'
import { TitledCard } from '../../../shared/ui/PageSection.tsx'
import { notificationQueries } from '../notifications.queries.ts'
import { callTimesOf } from '../on-call/on-call-values.ts'
import { ChannelsHealth } from '../settings/ChannelCheck.tsx'
import { ChannelMatrix, MonthlyReportCard, QuietHoursForm } from '../settings/PreferenceCards.tsx'

addWords({ notifications })

/** The user's channels, quiet hours and on-call order, and whether each channel works. */
export function NotificationSettings() {
  const { t } = useTranslation()
  const { firm } = useUser()
  const preferences = useQuery(notificationQueries.preferences())
  if (!preferences.data) {
    if (!preferences.error) return <Skeleton variant="rounded" height={360} />
    return <QueryError title={t('notifications.settings.loadFailed')} query={preferences} />
  }
  const { quiet_hours, health } = preferences.data
  return (
    <Stack spacing={2}>
      <ChannelMatrix preferences={preferences.data} />
      {firm && <OwnCallTimes firm={firm} />}
      <QuietHoursForm key={JSON.stringify(quiet_hours)} kept={quiet_hours} />
      <MonthlyReportCard preferences={preferences.data} />
      <ChannelsHealth health={health} />
    </Stack>
  )
}

/** The on-call order of the user's firm; absent without one. */
function OwnCallTimes({ firm }: { firm: FirmRef }) {
  const { t } = useTranslation()
  const user = useUser()
  const order = useQuery(notificationQueries.onCall(firm.id))
  const calls = callTimesOf(order.data)
  if (calls.length === 0) return null
  const title = t('notifications.onCall.title', { name: firm.name })
  const isMine = calls.some(({ user_id }) => user_id === user.id)
  return (
    <TitledCard icon={mdiPhoneClock} title={title}>
      <Typography variant="body2" sx={{ color: 'text.secondary', mb: 1 }}>
        {t(isMine ? 'notifications.turn.mine' : 'notifications.turn.others')}
      </Typography>
      <Box component="ol" aria-label={title} sx={{ m: 0, pl: 3, display: 'grid', gap: 0.5 }}>
        {calls.map(({ user_id, name, minutes }) => (
          <Box component="li" key={user_id} sx={{ overflowWrap: 'anywhere' }}>
            <b>{user_id === user.id ? t('notifications.turn.me', { name }) : name}</b>
            {' · '}
            {minutes === 0 ? t('notifications.turn.first') : t('notifications.turn.after', { minutes })}
          </Box>
        ))}
      </Box>
    </TitledCard>
  )
}
