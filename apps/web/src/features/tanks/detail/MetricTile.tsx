import { metricOf } from '@dalyan/contracts/metrics'
import type { MetricSeries } from '@dalyan/contracts/measurements'
import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Paper from '@mui/material/Paper'
import { type Theme, useTheme } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import useMediaQuery from '@mui/material/useMediaQuery'
import { visuallyHidden } from '@mui/utils'
import { createLink } from '@tanstack/react-router'
import { memo, type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { AnalogBar } from '../../../shared/charts/AnalogBar.tsx'
import { plotModel } from '../../../shared/charts/plot-model.ts'
import { Sparkline } from '../../../shared/charts/Sparkline.tsx'
import { useNow } from '../../../shared/clock/use-now.ts'
import { formatAge, formatDuration } from '../../../shared/format/age.ts'
import { metricText } from '../../../shared/format/number.ts'
import { distanceWords, rangeWords } from './metric-words.ts'
import { isSameReading, type TankReading } from './tank-reading.ts'
import { ValueStateChip } from './ValueStateChip.tsx'

/** The columns of the last hours, for the small line. */
export interface TileHistory {
  times: readonly number[]
  column: MetricSeries
  bucketSeconds: number
  window: { from: number; to: number; now: number }
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
  const { metric, state, value, limits, outside, measuredAt } = reading
  const { t } = useTranslation()
  const isCompact = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'))
  const frame = useFrame(reading)
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
        boxShadow: outside ? `0 0 0 1px ${frame}` : 'none',
        borderColor: frame,
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
        <ValueStateChip state={state} severity={outside?.severity ?? null} hasValue={value !== null} />
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
      <Words>
        {outside && (
          <Box component="strong" sx={{ color: ({ tokens }) => tokens.palette.error.text }}>
            {distanceWords(t, metric, outside)}
          </Box>
        )}
        {state === 'stale' && measuredAt !== null && (
          <Box component="strong" sx={{ color: ({ tokens }) => tokens.status.stale.text }}>
            <StaleSince measuredAt={measuredAt} />
          </Box>
        )}
        <span>{rangeWords(t, metric, limits, isCompact)}</span>
        {measuredAt !== null && state !== 'stale' && (
          <Box component="span" sx={{ ml: 'auto', pl: { sm: 1 }, whiteSpace: 'nowrap' }}>
            <Age measuredAt={measuredAt} />
          </Box>
        )}
      </Words>
    </Paper>
  )
}

function Age({ measuredAt }: { measuredAt: number }) {
  const { t } = useTranslation()
  return formatAge(t, Math.max(0, useNow() - measuredAt))
}

function StaleSince({ measuredAt }: { measuredAt: number }) {
  const { t } = useTranslation()
  return t('common.live.staleSince', { age: formatDuration(useNow() - measuredAt) })
}

function Words({ children }: { children: ReactNode }) {
  return (
    <Typography
      component="div"
      variant="body2"
      sx={{
        display: 'flex',
        gap: '0 8px',
        '& > strong': { width: { xs: '100%', sm: 'auto' } },
        flexWrap: 'wrap',
        fontSize: '0.8125rem',
        lineHeight: 1.5,
        color: 'text.secondary',
      }}
    >
      {children}
    </Typography>
  )
}

/** The value with its unit smaller; greyed when old. */
function ValueText({ reading: { metric, value, state } }: { reading: TankReading }) {
  const { t } = useTranslation()
  if (value === null) {
    return (
      <Typography
        component="p"
        sx={{ fontSize: { xs: '1.5rem', sm: '2rem' }, fontWeight: 700, color: 'text.secondary', lineHeight: 1.25 }}
      >
        <span aria-hidden>—</span>
        <Box component="span" sx={visuallyHidden}>
          {t('common.live.noData')}
        </Box>
      </Typography>
    )
  }
  const { prefix, number, suffix } = metricText(metric, value)
  return (
    <Typography
      component="p"
      noWrap
      sx={{
        fontSize: { xs: '1.5rem', sm: '2rem' },
        fontWeight: 700,
        lineHeight: 1.25,
        color: state === 'stale' ? 'text.secondary' : 'text.primary',
      }}
    >
      <Unit>{prefix}</Unit>
      {number}
      {suffix && <Unit>{` ${suffix}`}</Unit>}
    </Typography>
  )
}

function Unit({ children }: { children: string }) {
  return (
    <Box component="span" sx={{ fontSize: { xs: '0.875rem', sm: '1.0625rem' }, fontWeight: 500 }}>
      {children}
    </Box>
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
    () => plotModel({ times, column, bucketSeconds, window: { from: window.from, to: window.now }, limits }),
    [times, column, bucketSeconds, window.from, window.now, limits],
  )
  return model.stats && <Sparkline model={model} window={window} limits={limits} />
}

function useFrame({ outside }: TankReading): string {
  const { tokens } = useTheme()
  return outside ? tokens.alarm[`${outside.severity}_unack`].border : tokens.palette.divider
}
