import Alert from '@mui/material/Alert'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { serverNow } from '../../shared/clock/server-clock.ts'
import { formatShortTime } from '../../shared/format/date-time.ts'
import { useConnectionState } from '../../shared/live/connection-state.ts'
import { useKeptSince } from '../../shared/offline/kept-answers.ts'

/** Says how old the values are while the server cannot be reached. `top`: height in pixels of what stays above it when the page is scrolled. */
export function OfflineBanner({ top }: { top: number }) {
  const { t } = useTranslation()
  const offline = useConnectionState() === 'offline'
  const [since, setSince] = useState<number | null>(null)
  const keptSince = useKeptSince()
  if (offline !== (since !== null)) setSince(offline ? serverNow() : null)
  const shownOf = keptSince ?? since
  if (shownOf === null) return null
  return (
    <Alert severity="warning" sx={{ position: 'sticky', top, zIndex: 'appBar', borderRadius: 0 }}>
      {t(offline ? 'common.live.offline' : 'common.live.unreachable', { time: formatShortTime(shownOf, serverNow()) })}
    </Alert>
  )
}
