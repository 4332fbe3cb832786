import { SHARED_HOURS, type SharedHours, sharedTankApi } from '@dalyan/contracts/shared-tanks'
import Box from '@mui/material/Box'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import Typography from '@mui/material/Typography'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { callByDisplayLink } from '../../../shared/api/call.ts'
import type { TimeRange } from '../../../shared/charts/time-range.ts'
import { useSeriesWindow } from '../../../shared/charts/use-series-window.ts'
import { QueryError } from '../../../shared/ui/ErrorAlert.tsx'
import { ChartLegend } from '../../measurements/public/charts/ChartLegend.tsx'
import { shownMetrics } from '../../measurements/public/charts/chart-metrics.ts'
import { ChartsSkeleton } from '../../measurements/public/charts/MetricBlocks.tsx'
import { SeriesCharts } from '../../measurements/public/charts/SeriesCharts.tsx'

const REFRESH_MS = 60_000

const RANGES: Readonly<Record<SharedHours, TimeRange>> = {
  '24': { from: 'now-24h', to: 'now' },
  '168': { from: 'now-7d', to: 'now' },
  '720': { from: 'now-30d', to: 'now' },
}

/** The charts of a shared tank, over the last day, week or month. */
export function SharedCharts({ secret }: { secret: string }) {
  const { t } = useTranslation()
  const [hours, setHours] = useState<SharedHours>('24')
  const window = useSeriesWindow(RANGES[hours], true)
  const series = useQuery({
    queryKey: ['shared-tank', secret, 'series', hours],
    queryFn: ({ signal }) => callByDisplayLink(secret, sharedTankApi.series, { query: { hours } }, signal),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  })
  const metrics = series.data && shownMetrics(series.data, [])
  const charts = series.data && metrics && { series: series.data, metrics, window }
  return (
    <Box component="section" aria-labelledby="shared-charts">
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between', gap: 1 }}>
        <Typography variant="h2" id="shared-charts">
          {t('sharedTank.charts')}
        </Typography>
        <ToggleButtonGroup
          exclusive
          value={hours}
          onChange={(_, next: SharedHours | null) => next && setHours(next)}
          aria-label={t('sharedTank.range')}
        >
          {SHARED_HOURS.map((each) => (
            <ToggleButton key={each} value={each} sx={{ minHeight: 44 }}>
              {t(`sharedTank.hours.${each}`)}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
      </Box>
      <ChartLegend window={window} bucketSeconds={series.data?.bucket_seconds ?? 0} charts={charts ?? null} />
      <QueryError query={series} title={t('sharedTank.chartsFailed')} />
      {!charts && !series.error && <ChartsSkeleton hasLead />}
      {metrics?.length === 0 && <Typography>{t('sharedTank.noReadings')}</Typography>}
      {charts && charts.metrics.length > 0 && <SeriesCharts {...charts} lead={null} />}
    </Box>
  )
}
