import Box from '@mui/material/Box'
import { useTheme } from '@mui/material/styles'
import { barGeometry } from './bar-geometry.ts'
import type { Limits } from './value-state.ts'

interface AnalogBarProps {
  value: number | null
  limits: Limits | null
  /** Physical bounds of the quantity. */
  bounds: { min: number; max: number }
  isOutside: boolean
  isStale: boolean
}

const share = (part: number) => `${part * 100}%`

/** Where a value stands between its limits. A picture for the eye: the words beside it say the same. */
export function AnalogBar({ value, limits, bounds, isOutside, isStale }: AnalogBarProps) {
  const { chart, palette } = useTheme().tokens
  const { band, pointer } = barGeometry(value, limits, bounds)
  const pointerColor = isOutside ? chart.outOfRange.color : isStale ? palette.outline : palette.textPrimary
  return (
    // The pointer's box is moved beside the bar: it must not widen the page.
    <Box
      aria-hidden
      sx={{
        position: 'relative',
        height: 10,
        my: '5px',
        overflowX: 'clip',
        overflowY: 'visible',
        overflowClipMargin: '6px',
      }}
    >
      <Box
        sx={{
          position: 'absolute',
          inset: 0,
          border: `1px solid ${chart.bandStroke}`,
          borderRadius: '3px',
          bgcolor: palette.surfaceVariant,
          overflow: 'hidden',
        }}
      >
        {band && (
          <Box
            sx={{
              position: 'absolute',
              top: 0,
              bottom: 0,
              left: share(band.start),
              width: share(band.end - band.start),
              bgcolor: `color-mix(in srgb, ${chart.bandFill.color} 38%, ${palette.surface})`,
              borderLeft: band.hasStart ? `2px solid ${chart.bandStroke}` : 0,
              borderRight: band.hasEnd ? `2px solid ${chart.bandStroke}` : 0,
            }}
          />
        )}
      </Box>
      {pointer !== null && (
        // As wide as the bar, so that a share of itself is a share of the bar: a transform moves it without a new layout of the page.
        <Box
          data-pointer
          sx={{ position: 'absolute', insetInline: 0, top: -5, pointerEvents: 'none', transition: 'transform 300ms' }}
          style={{ transform: `translateX(${share(pointer)})` }}
        >
          <Box
            component="svg"
            viewBox="0 0 12 16"
            sx={{
              display: 'block',
              width: 12,
              height: 16,
              marginInlineStart: '-6px',
              fill: pointerColor,
              stroke: palette.surface,
              strokeWidth: 1.5,
            }}
          >
            <path d="M1.5 1.5h9v7.5L6 14.5 1.5 9z" />
          </Box>
        </Box>
      )}
    </Box>
  )
}
