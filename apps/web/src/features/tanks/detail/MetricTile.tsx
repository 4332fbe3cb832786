import { metricOf } from '@dalyan/contracts/metrics'
import type { MetricSeries } from '@dalyan/contracts/measurements'
import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Paper from '@mui/material/Paper'
import type { Theme } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import useMediaQuery from '@mui/material/useMediaQuery'
import { createLink } from '@tanstack/react-router'
import { memo, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { AnalogBar } from '../../../shared/charts/AnalogBar.tsx'
import { plotModel } from '../../../shared/charts/plot-model.ts'
import type { SeriesWindow } from '../../../shared/charts/use-series-window.ts'
import { Sparkline } from '../../../shared/charts/Sparkline.tsx'
import { isSameReading, type TankReading } from './tank-reading.ts'
import { TileWords } from './TileWords.tsx'
import { useTileFrame } from './use-tile-frame.ts'
import { ValueStateChip } from './ValueStateChip.tsx'
import { ValueText } from './ValueText.tsx'

/** The columns of the last hours, for the small line. */
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

const RouterLink = createLink(Link)

/** One metric, now: value, unit, where it stands in its range, in words too, and how old it is. */
export const MetricTile = memo(
  DrawnTile,
  (before, after) =>
    before.history === after.history && before.tankId === after.tankId && isSameReading(before.reading, after.reading),
)

function DrawnTile({ reading, history, tankId }: MetricTileProps) {
  const { metric, state, value, limits, outside } = reading
  const { t } = useTranslation()
  const isCompact = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'))
  const frame = useTileFrame(reading)
  return (
    <Paper
      component="li"
      variant="outlined"
      data-metric={metric}
      data-state={state}
      sx={{
        position: 'relative',
        p: { xs: 1.25, sm: 1.75 },
        minWidth: 0,
        ...frame,
        '&:hover': { borderColor: 'text.secondary' },
        '&:has(a:focus-visible)': {
          outline: ({ tokens }) => `3px solid ${tokens.palette.focusRing}`,
          outlineOffset: 2,
        },
      }}
    >
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          justifyContent: 'space-between',
          flexWrap: { xs: 'wrap', sm: 'nowrap' },
          gap: '2px 8px',
          minHeight: 26,
        }}
      >
        <Typography variant="h3" noWrap sx={{ color: 'text.secondary' }}>
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
        </Typography>
        <ValueStateChip reading={reading} />
      </Box>
      <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 1, minHeight: { xs: 36, sm: 44 } }}>
        <ValueText reading={reading} />
        {!isCompact && history && <TileSpark history={history} limits={limits} />}
      </Box>
      <AnalogBar
        value={value}
        limits={limits}
        bounds={metricOf(metric)}
        isOutside={outside !== null}
        isStale={state === 'stale'}
      />
      <TileWords reading={reading} isShort={isCompact} />
    </Paper>
  )
}

function TileSpark({
  history: { times, column, bucketSeconds, window },
  limits,
}: {
  history: TileHistory
  limits: TankReading['limits']
}) {
  const model = useMemo(
    () => plotModel({ times, column, bucketSeconds, window, limits }),
    [times, column, bucketSeconds, window, limits],
  )
  return model.stats && <Sparkline model={model} window={window} limits={limits} />
}
