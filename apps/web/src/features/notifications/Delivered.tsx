import type { ChannelHealth } from '@dalyan/contracts/notifications'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { UseMutationResult } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { formatDateTime } from '../../shared/format/date-time.ts'
import { ErrorAlert } from '../../shared/ui/ErrorAlert.tsx'
import { WriteButton } from '../../shared/ui/WriteButton.tsx'

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

interface TestProps {
  /** The call that sends a test message. */
  testing: UseMutationResult<unknown, Error, void>
}

/** Sends a test message. */
export function TestButton({ testing, label, disabled = false }: TestProps & { label: string; disabled?: boolean }) {
  const { t } = useTranslation()
  return (
    <WriteButton
      size="small"
      variant="outlined"
      disabled={testing.isPending || disabled}
      aria-label={label}
      onClick={() => testing.mutate()}
    >
      {testing.isPending ? t('notifications.health.testing') : t('notifications.health.test')}
    </WriteButton>
  )
}

/** Whether the test message was sent. */
export function TestOutcome({ testing }: TestProps) {
  const { t } = useTranslation()
  return (
    <>
      <Box role="status">{testing.isSuccess && <Alert severity="success">{t('notifications.health.sent')}</Alert>}</Box>
      {testing.error && <ErrorAlert title={t('notifications.health.testFailed')} error={testing.error} />}
    </>
  )
}
