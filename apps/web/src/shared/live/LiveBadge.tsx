import { mdiAccessPoint, mdiCloudOffOutline, mdiPauseCircle, mdiRefresh, mdiTimerSand } from '@mdi/js'
import Box from '@mui/material/Box'
import { useTranslation } from 'react-i18next'
import { useFromNow } from '../clock/use-now.ts'
import { formatDuration } from '../format/age.ts'
import { AgeText } from '../ui/AgeText.tsx'
import { Icon } from '../ui/Icon.tsx'
import { type ConnectionState, useConnectionState } from './connection-state.ts'

interface Props {
  /** Time of the newest reading on screen, epoch milliseconds; null while there is none. */
  newestAt: number | null
  /** Age in milliseconds from which the newest reading is stale: its age stands in place of the word for a live connection then. */
  staleAfterMs?: number
  paused?: boolean
  /** Seconds between two polls while no message arrives. */
  pollSeconds?: number
}

const ICON = {
  live: mdiAccessPoint,
  stale: mdiTimerSand,
  paused: mdiPauseCircle,
  polling: mdiRefresh,
  offline: mdiCloudOffOutline,
} as const

/** How the values on screen are kept fresh, in words. */
export function LiveBadge({ newestAt, staleAfterMs = Infinity, paused = false, pollSeconds = 10 }: Props) {
  const connection = useConnectionState()
  const state = paused ? 'paused' : connection === 'connecting' ? 'polling' : connection
  const isStale = useFromNow((now) => newestAt !== null && now - newestAt > staleAfterMs)
  const look = state === 'live' && isStale ? 'stale' : state
  return (
    <Box
      component="span"
      data-live={state}
      sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.5, fontSize: '0.875rem', color: 'text.secondary' }}
    >
      <Icon
        path={ICON[look]}
        sx={({ tokens: { palette, status } }) => ({
          fontSize: 18,
          color: look === 'live' ? palette.success.text : look === 'stale' ? status.stale.text : 'inherit',
        })}
      />
      <LiveText state={state === 'polling' ? connection : look} newestAt={newestAt} pollSeconds={pollSeconds} />
    </Box>
  )
}

interface TextProps extends Required<Pick<Props, 'newestAt' | 'pollSeconds'>> {
  state: ConnectionState | 'paused' | 'stale'
}

function LiveText({ state, newestAt, pollSeconds }: TextProps) {
  const { t } = useTranslation()
  if (state === 'connecting') return t('common.live.connecting')
  if (state === 'polling') return t('common.live.polling', { seconds: pollSeconds })
  if (state === 'paused') return t('common.live.paused')
  if (state === 'offline') return t('common.status.offline')
  if (newestAt === null) return t('common.live.live')
  if (state === 'stale') return <StaleText newestAt={newestAt} />
  return (
    <span>
      {t('common.live.live')} · <AgeText at={newestAt} />
    </span>
  )
}

/** The age of a stale reading in words. @param newestAt epoch milliseconds */
function StaleText({ newestAt }: { newestAt: number }) {
  const { t } = useTranslation()
  return t('common.live.staleSince', { age: useFromNow((now) => formatDuration(now - newestAt)) })
}
