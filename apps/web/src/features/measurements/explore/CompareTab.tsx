import { AGAINST, type Comparison } from '@dalyan/contracts/explore'
import { MOST_COMPARED } from '@dalyan/contracts/measurements'
import { type MetricKey, metricOf } from '@dalyan/contracts/metrics'
import type { Tank } from '@dalyan/contracts/tanks'
import { mdiChartMultiline } from '@mdi/js'
import Box from '@mui/material/Box'
import MenuItem from '@mui/material/MenuItem'
import { useTheme } from '@mui/material/styles'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useQueries, useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import explore from '../../../locales/tr/explore.json' with { type: 'json' }
import type { TimeRange } from '../../../shared/charts/time-range.ts'
import { formatStep } from '../../../shared/format/age.ts'
import { formatDateTime } from '../../../shared/format/date-time.ts'
import { formatNumber } from '../../../shared/format/number.ts'
import { addWords } from '../../../shared/i18n/add-words.ts'
import { EmptyState } from '../../../shared/ui/EmptyState.tsx'
import { Quiet } from '../../../shared/ui/Quiet.tsx'
import { tankQueries } from '../../records/public/tanks.queries.ts'
import type { ExplorerView } from '../explorer-search.ts'
import { LinesCard, type LineSource } from '../public/charts/ChartCards.tsx'
import { metricTitle } from '../public/charts/chart-metrics.ts'
import { MetricGrid } from '../public/charts/MetricBlocks.tsx'
import { commonLimits, TANK_COLORS } from '../readings.ts'
import { seriesOf } from './comparison-series.ts'
import { DifferenceCards } from './DifferenceCards.tsx'
import { exploreQueries } from './explore.queries.ts'
import { type ExploreTabProps, ExploreFilters, MetricSelect } from './ExploreFilters.tsx'
import { ExploreState } from './ExploreState.tsx'
import { NumbersTable } from './NumbersTable.tsx'
import { useTanksInView } from './use-tanks-in-view.ts'

addWords({ explore })

/** Tanks over each other, and each against the median of the tanks around. */
export function CompareTab({ view, show }: ExploreTabProps) {
  const { t } = useTranslation()
  const inView = useTanksInView(view.tanks)
  const { x: metric, against, range } = view
  const query = useQuery({
    ...exploreQueries.comparison(inView.ids, { metric, against, range }),
    enabled: inView.ids.length > 0,
  })
  const tanks = useQueries({ queries: inView.ids.map((id) => tankQueries.one(id)) }).flatMap(({ data }) => data ?? [])
  const zoom = useCallback((next: TimeRange) => show({ range: next }), [show])
  return (
    <>
      <ExploreFilters view={view} show={show} ids={inView.ids} most={MOST_COMPARED}>
        <MetricSelect label={t('explore.metric')} value={metric} onChange={(next) => show({ x: next })} />
        <TextField
          select
          size="small"
          label={t('explore.compare.against')}
          value={against}
          onChange={(event) => show({ against: event.target.value as ExplorerView['against'] })}
          sx={{ minWidth: { xs: 0, sm: 160 }, flex: { xs: '1 1 130px', sm: 'none' } }}
        >
          {AGAINST.map((each) => (
            <MenuItem key={each} value={each}>
              {t(`explore.compare.${each}`)}
            </MenuItem>
          ))}
        </TextField>
      </ExploreFilters>
      <ExploreState inView={inView} query={query} height={480}>
        {(comparison) =>
          comparison.times.length === 0 ? (
            <EmptyState icon={mdiChartMultiline} title={t('explore.noValues')} body={t('explore.noValuesBody')} />
          ) : (
            <Compared
              comparison={comparison}
              metric={metric}
              records={tanks}
              isTable={view.look === 'table'}
              onZoom={zoom}
            />
          )
        }
      </ExploreState>
    </>
  )
}

interface ComparedProps {
  comparison: Comparison
  metric: MetricKey
  records: readonly Tank[]
  isTable: boolean
  onZoom: (range: TimeRange) => void
}

function Compared({ comparison, metric, records, isTable, onZoom }: ComparedProps) {
  const { t } = useTranslation()
  const { chart } = useTheme().tokens
  const { tanks, times, from, to, step_seconds } = comparison
  // A median of the tank alone says nothing.
  const reference = comparison.reference && comparison.reference.used > 1 ? comparison.reference : null
  const window = useMemo(() => ({ from: Date.parse(from) / 1000, to: Date.parse(to) / 1000 }), [from, to])
  const limits = commonLimits(records, metric)
  const median = reference ? t('explore.compare.median', { name: reference.name }) : ''
  const sources = useMemo(() => {
    const ofTank = tanks.map(({ code, values }, i): LineSource => ({
      label: code,
      color: chart.series[TANK_COLORS[i] ?? metric].color,
      marks: [],
      metric,
      series: seriesOf(comparison, metric, values),
    }))
    if (!reference) return ofTank
    const { p25, p75 } = reference
    const around = seriesOf(comparison, metric, reference.median, p25, p75)
    return [
      ...ofTank,
      { label: t('explore.compare.medianLine'), color: chart.axisText, marks: [], metric, series: around },
    ]
  }, [comparison, tanks, reference, metric, chart, t])
  const number = (value: number | null | undefined) =>
    value === null || value === undefined ? t('common.fields.none') : formatNumber(value, metricOf(metric).decimals)
  if (isTable) {
    return (
      <NumbersTable
        label={t('explore.compare.table')}
        columns={[t('common.fields.time'), ...tanks.map(({ code }) => code), ...(reference ? [median] : [])]}
        count={times.length}
        row={(i) => [
          formatDateTime((times[i] ?? 0) * 1000),
          ...tanks.map(({ values }) => number(values[i])),
          ...(reference ? [number(reference.median[i])] : []),
        ]}
      />
    )
  }
  return (
    <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Quiet small>{noteOf(t, step_seconds, reference, tanks.length)}</Quiet>
      <MetricGrid columns={{ xs: 1 }}>
        <LinesCard
          metric={metric}
          title={metricTitle(t, metric)}
          sources={sources}
          summarise={() =>
            t('explore.compare.summary', {
              metric: metricTitle(t, metric),
              tanks: tanks.map(({ code }) => code).join(', '),
              median: median || t('common.fields.none'),
            })
          }
          lang="en"
          window={window}
          limits={limits}
          isLarge
          onZoom={onZoom}
        />
      </MetricGrid>
      {reference && (
        <Box component="section">
          <Typography variant="h2" sx={{ mb: 1 }}>
            {t('explore.compare.difference', { name: reference.name })}
          </Typography>
          <DifferenceCards
            comparison={comparison}
            name={reference.name}
            metric={metric}
            window={window}
            onZoom={onZoom}
          />
        </Box>
      )}
    </Box>
  )
}

function noteOf(t: TFunction, step: number, reference: Comparison['reference'], count: number): string {
  const words = reference && { name: reference.name, used: reference.used, total: reference.total }
  return [
    t('explore.compare.bucket', { step: formatStep(step * 1000) }),
    ...(reference && words
      ? [t(reference.used < reference.total ? 'explore.compare.medianCapped' : 'explore.compare.medianCount', words)]
      : []),
    ...(count === 1 ? [t('explore.compare.oneMore')] : []),
  ].join(' ')
}
