import Alert from '@mui/material/Alert'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useConnectionState } from '../../realtime/connection-state.ts'
import { serverNow } from '../../shared/clock/server-clock.ts'
import { formatTime } from '../../shared/format/date-time.ts'

/** Says since when the page stands still. */
export function OfflineBanner() {
  const { t } = useTranslation()
  const offline = useConnectionState() === 'offline'
  const [since, setSince] = useState<number | null>(null)
  if (offline !== (since !== null)) setSince(offline ? serverNow() : null)
  if (since === null) return null
  return (
    <Alert severity="warning" sx={{ position: 'sticky', top: 56, zIndex: 'appBar', borderRadius: 0 }}>
      {t('common.live.offline', { time: formatTime(since) })}
    </Alert>
  )
}
