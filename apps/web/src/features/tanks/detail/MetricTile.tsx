import type { MetricSeries } from '@dalyan/contracts/measurements'
import type { Theme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { memo, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { plotModel } from '../../../shared/charts/plot-model.ts'
import type { SeriesWindow } from '../../../shared/charts/use-series-window.ts'
import { Sparkline } from '../../../shared/charts/Sparkline.tsx'
import { RouterLink } from '../../../shared/ui/RouterLink.tsx'
import { isSameReading, type TankReading } from './tank-reading.ts'
import { Tile } from './Tile.tsx'

/** The columns of the last hours, for the sparkline. */
export interface TileHistory {
  times: readonly number[]
  column: MetricSeries
  bucketSeconds: number
  window: SeriesWindow
}

interface MetricTileProps {
  reading: TankReading
  history: TileHistory | null
  tankId: string
}

/** A tile with a sparkline that leads to the metric's chart. */
export const MetricTile = memo(
  DrawnTile,
  (before, after) =>
    before.history === after.history && before.tankId === after.tankId && isSameReading(before.reading, after.reading),
)

function DrawnTile({ reading, history, tankId }: MetricTileProps) {
  const { metric, limits } = reading
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
      aside={!isCompact && history && <TileSpark history={history} limits={limits} />}
    />
  )
}

interface TileSparkProps {
  history: TileHistory
  limits: TankReading['limits']
}

function TileSpark({ history: { times, column, bucketSeconds, window }, limits }: TileSparkProps) {
  const model = useMemo(
    () => plotModel({ times, column, bucketSeconds, window, limits }),
    [times, column, bucketSeconds, window, limits],
  )
  return model.stats && <Sparkline model={model} window={window} limits={limits} />
}
