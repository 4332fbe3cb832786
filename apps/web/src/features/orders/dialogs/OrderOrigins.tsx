import { ORIGIN_DAYS, type OrderOrigins as Origins, ordersApi } from '@dalyan/contracts/orders'
import type { Stats } from '@dalyan/contracts/measurements'
import { type MetricKey, SCREEN_ORDER } from '@dalyan/contracts/metrics'
import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { call } from '../../../shared/api/call.ts'
import { type TimeRange, toLocal } from '../../../shared/charts/time-range.ts'
import { formatLength } from '../../../shared/format/age.ts'
import { formatDate } from '../../../shared/format/date-time.ts'
import { QueryError } from '../../../shared/ui/ErrorAlert.tsx'
import { RouterLink } from '../../../shared/ui/links.tsx'
import { Quiet } from '../../../shared/ui/Quiet.tsx'
import { MetricCard } from '../../measurements/public/charts/ChartCards.tsx'
import { measurementQueries } from '../../measurements/public/measurements.queries.ts'
import { limitsOf } from '../../records/public/tank-limits.ts'
import { tankQueries } from '../../records/public/tanks.queries.ts'

const NO_MARKS: readonly number[] = []
const CHART_HEIGHT = 250

const originsOf = (id: number) =>
  queryOptions({
    queryKey: ['orders', 'origins', id],
    queryFn: ({ signal }) => call(ordersApi.origins, { params: { id } }, signal),
  })

/** The tanks of origin that the user may see, each with its last thirty days before the order was shipped. */
export function OrderOrigins({ id }: { id: number }) {
  const { t } = useTranslation()
  const origins = useQuery(originsOf(id))
  const { data } = origins
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <QueryError query={origins} />
      {origins.isPending && <Skeleton variant="rounded" height={CHART_HEIGHT} />}
      {data?.data.length === 0 && t('common.fields.none')}
      {data?.data.map((origin) => (
        <Origin key={origin.tank.id} {...origin} from={data.from} to={data.to} />
      ))}
    </Box>
  )
}

type OriginProps = Origins['data'][number] & Pick<Origins, 'from' | 'to'>

function Origin({ tank: { id, code, name }, products, from, to }: OriginProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const range: TimeRange = { from: toLocal(Date.parse(from)), to: toLocal(Date.parse(to)) }
  const stats = useQuery(measurementQueries.stats(id, { range, terminalId: undefined }))
  const series = useQuery(measurementQueries.tankSeries(id, { range }))
  const { data: tank } = useQuery(tankQueries.one(id))
  const metric = stats.data && leadingMetric(stats.data)
  const show = (search: TimeRange) =>
    void navigate({ to: '/tanks/$id', params: { id: String(id) }, search: { tab: 'charts', ...search } })
  return (
    <Box
      component="section"
      aria-label={code}
      sx={{ display: 'grid', gap: 0.5, gridTemplateColumns: 'minmax(0, 1fr)' }}
    >
      <div>
        <RouterLink to="/tanks/$id" params={{ id: String(id) }} search={{ tab: 'charts', ...range }} lang="en">
          {code}
        </RouterLink>{' '}
        {name} · {products.join(', ')}
      </div>
      <Quiet small>{t('orders.originDays', { days: ORIGIN_DAYS, from: formatDate(from), to: formatDate(to) })}</Quiet>
      <QueryError query={stats.error ? stats : series} />
      {(stats.isPending || series.isPending) && <Skeleton variant="rounded" height={CHART_HEIGHT} />}
      {stats.data && metric === null && <Quiet small>{t('orders.originNoData')}</Quiet>}
      {metric && series.data && (
        <>
          <p style={{ margin: 0 }}>{outsideText(t, metric, stats.data?.[metric]?.out_of_range_seconds ?? 0)}</p>
          <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
            <MetricCard
              metric={metric}
              series={series.data}
              marks={NO_MARKS}
              window={{ from: Date.parse(from) / 1000, to: Date.parse(to) / 1000 }}
              limits={limitsOf(tank, metric)}
              isLarge={false}
              onZoom={show}
            />
          </Box>
        </>
      )}
    </Box>
  )
}

function outsideText(t: TFunction, metric: MetricKey, seconds: number): string {
  const name = t(`measurements.metrics.${metric}`)
  return seconds === 0
    ? t('orders.originInside', { metric: name })
    : t('orders.originOutside', { metric: name, time: formatLength(seconds * 1_000) })
}

/** The metric that was out of its range longest; where none was, the first that was measured, in the order of screens. Null: no readings. */
export function leadingMetric(stats: Stats): MetricKey | null {
  const measured = SCREEN_ORDER.filter((metric) => (stats[metric]?.count ?? 0) > 0)
  const outside = (metric: MetricKey) => stats[metric]?.out_of_range_seconds ?? 0
  return measured.toSorted((a, b) => outside(b) - outside(a))[0] ?? null
}
