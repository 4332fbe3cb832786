import { mdiAccessPoint, mdiCloudOffOutline, mdiPauseCircle, mdiRefresh } from '@mdi/js'
import Box from '@mui/material/Box'
import { useTranslation } from 'react-i18next'
import { AgeText } from '../ui/AgeText.tsx'
import { Icon } from '../ui/Icon.tsx'
import { type ConnectionState, useConnectionState } from './connection-state.ts'

interface Props {
  /** Time of the newest reading on screen, epoch milliseconds; null while there is none. */
  newestAt: number | null
  paused?: boolean
  /** Seconds between two polls while no message arrives. */
  pollSeconds?: number
}

const ICON = { live: mdiAccessPoint, paused: mdiPauseCircle, polling: mdiRefresh, offline: mdiCloudOffOutline } as const

/** How the values on screen are kept fresh, in words. */
export function LiveBadge({ newestAt, paused = false, pollSeconds = 10 }: Props) {
  const connection = useConnectionState()
  const state = paused ? 'paused' : connection === 'connecting' ? 'polling' : connection
  return (
    <Box
      component="span"
      data-live={state}
      sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.5, fontSize: '0.875rem', color: 'text.secondary' }}
    >
      <Icon
        path={ICON[state]}
        sx={({ tokens }) => ({ fontSize: 18, color: state === 'live' ? tokens.palette.success.text : 'inherit' })}
      />
      <LiveText state={paused ? 'paused' : connection} newestAt={newestAt} pollSeconds={pollSeconds} />
    </Box>
  )
}

interface TextProps extends Required<Pick<Props, 'newestAt' | 'pollSeconds'>> {
  state: ConnectionState | 'paused'
}

function LiveText({ state, newestAt, pollSeconds }: TextProps) {
  const { t } = useTranslation()
  if (state === 'connecting') return t('common.live.connecting')
  if (state === 'polling') return t('common.live.polling', { seconds: pollSeconds })
  if (state === 'paused') return t('common.live.paused')
  if (state === 'offline') return t('common.status.offline')
  if (newestAt === null) return t('common.live.live')
  return (
    <span>
      {t('common.live.live')} · <AgeText at={newestAt} />
    </span>
  )
}
