import type { MetricKey } from '@dalyan/contracts/metrics'
import type { Range } from '@dalyan/contracts/range-templates'
import Box from '@mui/material/Box'
import { ChartCard } from './ChartCard.tsx'
import type { ColumnarSeries } from './columnar-series.ts'
import { OverlayCard, type OverlayWords } from './OverlayCard.tsx'
import { overlayGroups } from './overlay-groups.ts'
import type { SeriesWindow } from './use-series-window.ts'

interface Props {
  series: ColumnarSeries<MetricKey>
  metrics: readonly MetricKey[]
  window: SeriesWindow
  /** Of a metric; null: it is not watched. */
  limitsOf: (metric: MetricKey) => Range | null
  /** When alarms of each metric were raised, epoch seconds. */
  marks?: Partial<Record<MetricKey, readonly number[]>>
  /** Metrics of one unit share a chart, by these names. */
  overlay?: OverlayWords | undefined
  /** Both ends in epoch seconds. */
  onZoom: (from: number, to: number) => void
}

const NONE: readonly number[] = []

/** A small chart for each metric, on one time axis with one crosshair; a single one is large. */
export function SeriesCharts({ series, metrics, window, limitsOf, marks, overlay, onZoom }: Props) {
  const groups = overlay ? overlayGroups(metrics) : metrics.map((metric) => [metric])
  return (
    <Box
      component="ul"
      sx={{
        display: 'grid',
        gridTemplateColumns:
          groups.length === 1
            ? 'minmax(0, 1fr)'
            : { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))', lg: 'repeat(3, minmax(0, 1fr))' },
        alignItems: overlay ? 'start' : 'stretch',
        gap: 1.5,
        p: 0,
        m: 0,
        listStyle: 'none',
      }}
    >
      {groups.map((group) =>
        overlay && group.length > 1 ? (
          <OverlayCard
            key={group.join()}
            metrics={group}
            series={series}
            window={window}
            marks={marks}
            words={overlay}
            isLarge={groups.length === 1}
            onZoom={onZoom}
          />
        ) : (
          group.map((metric) => (
            <ChartCard
              key={metric}
              metric={metric}
              times={series.times}
              column={series.metrics[metric]}
              bucketSeconds={series.bucket_seconds}
              window={window}
              limits={limitsOf(metric)}
              marks={marks?.[metric] ?? NONE}
              isLarge={groups.length === 1}
              onZoom={onZoom}
            />
          ))
        ),
      )}
    </Box>
  )
}
