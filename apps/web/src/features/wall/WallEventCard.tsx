import Box from '@mui/material/Box'
import type { Theme } from '@mui/material/styles'
import { Icon } from '../../shared/ui/Icon.tsx'
import type { WallEvent } from './wall-events.ts'
import { STATE_ICON } from './public/state-icons.ts'
import { hatch } from './wall-looks.ts'

/** An event beside the tiles of a wall display. */
export function WallEventCard({ event }: { event: WallEvent }) {
  const { state, title, value, text } = event
  return (
    <Box sx={(theme) => ({ p: '10px 16px', borderRadius: '10px', overflowWrap: 'anywhere', ...look(theme, event) })}>
      {/* On a small screen the value takes a line of its own, so that the code is not broken in two. */}
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'center',
          columnGap: 1.25,
          fontSize: 34,
          lineHeight: '42px',
          fontWeight: 700,
        }}
      >
        <Icon path={STATE_ICON[state] ?? ''} sx={{ fontSize: 34 }} />
        <Box component="span" sx={{ flex: '1 1 auto', minWidth: 0, maxWidth: 'calc(100% - 44px)' }}>
          {title}
        </Box>
        <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
          {value}
        </Box>
      </Box>
      <Box sx={{ display: '-webkit-box', WebkitLineClamp: 2, WebkitBoxOrient: 'vertical', overflow: 'hidden' }}>
        {text}
      </Box>
    </Box>
  )
}

function look(theme: Theme, { state, acknowledged }: WallEvent) {
  const { alarm, status, palette } = theme.tokens
  if (state === 'silent')
    return {
      background: `${hatch(theme)}, ${palette.surfaceVariant}`,
      border: `2px dashed ${status.offline.border}`,
      color: status.offline.text,
    }
  const severity = state === 'crit' ? 'critical' : 'warning'
  const { fill, text, border } = alarm[`${severity}_${acknowledged ? 'ack' : 'unack'}`]
  return { background: fill, color: text, border: `4px solid ${border}` }
}
