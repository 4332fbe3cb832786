import { notificationsApi } from '@dalyan/contracts/notifications'
import { mdiBellOutline } from '@mdi/js'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Popover from '@mui/material/Popover'
import Typography from '@mui/material/Typography'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { createLink } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import alarmPage from '../../../locales/tr/alarm-page.json' with { type: 'json' }
import notifications from '../../../locales/tr/notifications.json' with { type: 'json' }
import { call } from '../../../shared/api/call.ts'
import { addWords } from '../../../shared/i18n/add-words.ts'
import { EmptyState } from '../../../shared/ui/EmptyState.tsx'
import { ErrorAlert } from '../../../shared/ui/ErrorAlert.tsx'
import { ProgressLine } from '../../../shared/ui/ProgressLine.tsx'
import { WriteButton } from '../../../shared/ui/WriteButton.tsx'
import { notificationKeys, notificationQueries } from '../notifications.queries.ts'
import { NotificationLine } from './NotificationLine.tsx'

addWords({ notifications, alarmPage })

const ButtonLink = createLink(Button)

/** The inbox, newest first; full width on a phone. */
export function NotificationPopover({ anchor, onClose }: { anchor: HTMLElement; onClose: () => void }) {
  const { t } = useTranslation()
  const cache = useQueryClient()
  const centre = useQuery(notificationQueries.newest())
  const alarms = useQuery(notificationQueries.alarms())
  const newest = centre.data?.data[0]
  const reading = useMutation({
    mutationFn: (up_to_id: number) => call(notificationsApi.read, { body: { up_to_id } }),
    onSettled: () => cache.invalidateQueries({ queryKey: notificationKeys.centre }),
  })
  const error = reading.error ?? centre.error
  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={onClose}
      marginThreshold={0}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      slotProps={{
        paper: {
          role: 'dialog',
          'aria-label': t('notifications.title'),
          sx: { width: { xs: '100vw', sm: 440 }, maxWidth: '100vw', maxHeight: 'min(640px, calc(100dvh - 64px))' },
        },
      }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, px: 2, py: 1, minHeight: 52 }}>
        <Typography variant="h2" sx={{ flex: 1 }}>
          {t('notifications.title')}
        </Typography>
        {newest && (centre.data?.unread ?? 0) > 0 && (
          <WriteButton size="small" disabled={reading.isPending} onClick={() => reading.mutate(newest.id)}>
            {t('notifications.centre.readAll')}
          </WriteButton>
        )}
      </Box>
      {centre.isPending && <ProgressLine />}
      {error && (
        <Box sx={{ px: 2, pb: 1 }}>
          <ErrorAlert
            title={reading.error ? t('notifications.centre.readFailed') : t('notifications.centre.loadFailed')}
            error={error}
            {...(reading.error ? {} : { onRetry: () => void centre.refetch() })}
          />
        </Box>
      )}
      {centre.data && !newest && (
        <EmptyState
          icon={mdiBellOutline}
          title={t('notifications.centre.empty')}
          body={t('notifications.centre.emptyBody')}
        />
      )}
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {centre.data?.data.map((line) => (
          <NotificationLine
            key={line.id}
            line={line}
            alarms={alarms.isPending ? undefined : (alarms.data?.data ?? [])}
            onLeave={onClose}
          />
        ))}
      </Box>
      <Box sx={({ tokens: { palette } }) => ({ p: 1, borderTop: `1px solid ${palette.divider}` })}>
        <ButtonLink to="/profile" search={{ tab: 'notifications' }} onClick={onClose} fullWidth>
          {t('notifications.settings.title')}
        </ButtonLink>
      </Box>
    </Popover>
  )
}
