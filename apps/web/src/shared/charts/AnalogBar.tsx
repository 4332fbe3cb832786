import type { Limits } from '@dalyan/contracts/out-of-range'
import Box from '@mui/material/Box'
import { useTheme } from '@mui/material/styles'

interface AnalogBarProps {
  value: number | null
  limits: Limits | null
  /** Physical bounds of the quantity. */
  bounds: { min: number; max: number }
  isOutside: boolean
  isStale: boolean
}

const share = (part: number) => `${part * 100}%`

/** Draws where a value stands between its limits. Hidden from screen readers: the text beside it says the same. */
export function AnalogBar({ value, limits, bounds, isOutside, isStale }: AnalogBarProps) {
  const { chart, palette } = useTheme().tokens
  const { band, pointer } = barGeometry(value, limits, bounds)
  const pointerColor = isOutside ? chart.outOfRange.color : isStale ? palette.outline : palette.textPrimary
  return (
    // The pointer may reach beyond the bar, but must not widen the page.
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
        // As wide as the bar, so that a transform in percent moves the pointer along the bar without a new layout of the page.
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

/** Positions on a bar, as shares of its width (0…1). */
interface BarGeometry {
  /** The normal band; null without limits. An open side reaches the end of the bar and has no edge there. */
  band: { start: number; end: number; hasStart: boolean; hasEnd: boolean } | null
  /** Position of the value, never beyond the bar; null without a value. */
  pointer: number | null
}

/**
 * Lays a value and its limits on a bar. With two limits the bar shows the width of the range once more on either side, cut at the
 * metric's physical bounds, so that a small excursion is visible.
 */
export function barGeometry(
  value: number | null,
  limits: Limits | null,
  bounds: { min: number; max: number },
): BarGeometry {
  const { min, max } = limits ?? { min: null, max: null }
  const width = min !== null && max !== null ? max - min : Infinity
  const from = Math.max(bounds.min, (min ?? 0) - width)
  const to = Math.min(bounds.max, (max ?? 0) + width)
  const position = (at: number) => Math.min(1, Math.max(0, (at - from) / (to - from)))
  const band =
    min === null && max === null
      ? null
      : {
          start: min === null ? 0 : position(min),
          end: max === null ? 1 : position(max),
          hasStart: min !== null,
          hasEnd: max !== null,
        }
  return { band, pointer: value === null || !Number.isFinite(value) ? null : position(value) }
}
