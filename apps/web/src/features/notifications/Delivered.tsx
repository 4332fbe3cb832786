import type { ChannelHealth } from '@dalyan/contracts/notifications'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { formatDateTime } from '../../shared/format/date-time.ts'

type Fared = Pick<ChannelHealth, 'last_success_at' | 'last_failure_at' | 'last_error'>

/** When the last delivery succeeded, and when and why the last failed one did not. */
export function Delivered({ last_success_at, last_failure_at, last_error }: Fared) {
  const { t } = useTranslation()
  return (
    <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
      {last_success_at === null
        ? t('notifications.health.never')
        : t('notifications.health.lastSuccess', { time: formatDateTime(last_success_at) })}
      {last_failure_at !== null && (
        <>
          <br />
          {t('notifications.health.lastFailure', { time: formatDateTime(last_failure_at) })} {last_error}
        </>
      )}
    </Typography>
  )
}
