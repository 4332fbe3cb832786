import type { Limits } from '@dalyan/contracts/out-of-range'
import Box from '@mui/material/Box'
import { useTheme } from '@mui/material/styles'
import { dashOf } from './chart-tokens.ts'
import type { PlotModel } from './plot-model.ts'

interface SparklineProps {
  model: PlotModel
  /** Epoch seconds. */
  window: { from: number; to: number }
  limits: Limits | null
}

const WIDTH = 120
const HEIGHT = 40

/** Draws the last hours in a neutral colour; hidden from screen readers. */
export function Sparkline({ model, window, limits }: SparklineProps) {
  const { chart, palette } = useTheme().tokens
  const [low, high] = model.yRange
  const x = (time: number) => ((time - window.from) / (window.to - window.from)) * WIDTH
  const y = (value: number) => HEIGHT - ((value - low) / (high - low)) * HEIGHT
  const points = model.avg.map((value, i) => (value === null ? null : { x: x(model.xs[i] ?? 0), y: y(value) }))
  const top = limits?.max == null ? 0 : y(limits.max)
  const bottom = limits?.min == null ? HEIGHT : y(limits.min)
  const edges = [limits?.max ?? null, limits?.min ?? null].filter((edge) => edge !== null)
  return (
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
          strokeDasharray={dashOf(chart.bandStrokeDash).join(' ')}
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
