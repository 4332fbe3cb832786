import type { Series } from '@dalyan/contracts/measurements'
import Box from '@mui/material/Box'
import { type Theme, useTheme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { memo, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { constantLimits } from '../../../shared/charts/limit-steps.ts'
import { plotModel } from '../../../shared/charts/plot-model.ts'
import type { ShownWindow } from '../../../shared/charts/use-series-window.ts'
import { RouterLink } from '../../../shared/ui/links.tsx'
import { isSameReading, type TankReading } from './tank-reading.ts'
import { Tile } from './Tile.tsx'

interface MetricTileProps {
  reading: TankReading
  /** The last hours, for the sparkline; undefined while they load. */
  series: Series | undefined
  window: ShownWindow
  tankId: string
}

/** A tile with a sparkline that leads to the metric's chart. */
export const MetricTile = memo(function MetricTile({ reading, series, window, tankId }: MetricTileProps) {
  const { metric } = reading
  const { t } = useTranslation()
  const isCompact = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'))
  return (
    <Tile
      reading={reading}
      size="tile"
      isShort={isCompact}
      title={
        <RouterLink
          to="/tanks/$id"
          params={{ id: tankId }}
          search={{ tab: 'charts', metrics: metric }}
          underline="none"
          color="inherit"
          sx={{
            '&:focus-visible': { outline: 'none' },
            '&::after': { content: '""', position: 'absolute', inset: 0 },
          }}
        >
          {t(`measurements.metrics.${metric}`)}
        </RouterLink>
      }
      aside={!isCompact && series && <Sparkline reading={reading} series={series} window={window} />}
    />
  )
}, isSameTile)

function isSameTile(before: MetricTileProps, after: MetricTileProps): boolean {
  return (
    before.series === after.series &&
    before.window === after.window &&
    before.tankId === after.tankId &&
    isSameReading(before.reading, after.reading)
  )
}

const WIDTH = 120
const HEIGHT = 40

/** Draws the last hours in a neutral colour; hidden from screen readers. */
function Sparkline({ reading: { metric, limits }, series, window }: Omit<MetricTileProps, 'tankId'>) {
  const { chart, palette } = useTheme().tokens
  const model = useMemo(
    () => plotModel(series, metric, window, constantLimits(limits)),
    [series, metric, window, limits],
  )
  const [low, high] = model.yRange
  const x = (time: number) => ((time - window.from) / (window.to - window.from)) * WIDTH
  const y = (value: number) => HEIGHT - ((value - low) / (high - low)) * HEIGHT
  const points = model.avg.map((value, i) => (value === null ? null : { x: x(model.xs[i] ?? 0), y: y(value) }))
  const top = limits?.max == null ? 0 : y(limits.max)
  const bottom = limits?.min == null ? HEIGHT : y(limits.min)
  const edges = [limits?.max ?? null, limits?.min ?? null].filter((edge) => edge !== null)
  return (
    model.stats && (
      <Box
        component="svg"
        aria-hidden
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        sx={{ width: WIDTH, height: HEIGHT, display: 'block', overflow: 'hidden' }}
      >
        {edges.length > 0 && (
          <rect x={0} y={top} width={WIDTH} height={Math.max(0, bottom - top)} fill={chart.bandFill.composited} />
        )}
        {edges.map((edge) => (
          <line
            key={edge}
            x1={0}
            x2={WIDTH}
            y1={y(edge)}
            y2={y(edge)}
            stroke={chart.bandStroke}
            strokeDasharray={chart.bandStrokeDash}
          />
        ))}
        <path
          d={sparkPath(points)}
          fill="none"
          stroke={palette.textPrimary}
          strokeWidth={1.5}
          strokeLinejoin="round"
          strokeLinecap="round"
        />
      </Box>
    )
  )
}

/**
 * The SVG path of a sparkline, interrupted by gaps; an isolated point becomes a short stroke.
 * @param points plot coordinates, null where there is no value
 */
export function sparkPath(points: readonly ({ x: number; y: number } | null)[]): string {
  const parts: string[] = []
  points.forEach((point, i) => {
    if (!point) return
    const before = points[i - 1] ?? null
    const after = points[i + 1] ?? null
    const at = `${point.x.toFixed(1)} ${point.y.toFixed(1)}`
    parts.push(before ? `L${at}` : `M${at}`)
    if (!before && !after) parts.push('h0.1')
  })
  return parts.join('')
}
