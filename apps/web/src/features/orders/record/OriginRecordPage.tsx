import { ORIGIN_DAYS } from '@dalyan/contracts/orders'
import { type OriginMetric, type OriginRecord, originRecordsApi } from '@dalyan/contracts/origin-records'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import type { TFunction } from 'i18next'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import originRecord from '../../../locales/tr/origin-record.json' with { type: 'json' }
import { ApiError } from '../../../shared/api/api-error.ts'
import { call } from '../../../shared/api/call.ts'
import { newestLimits } from '../../../shared/charts/limit-steps.ts'
import { formatLength } from '../../../shared/format/age.ts'
import { formatDate, formatDateTime } from '../../../shared/format/date-time.ts'
import { metricText } from '../../../shared/format/number.ts'
import { addWords } from '../../../shared/i18n/add-words.ts'
import { QueryError } from '../../../shared/ui/ErrorAlert.tsx'
import { usePage } from '../../../shared/ui/page-state.ts'
import { Quiet } from '../../../shared/ui/Quiet.tsx'
import { RecordFields } from '../../../shared/ui/RecordFields.tsx'
import { metricTitle } from '../../measurements/public/charts/chart-metrics.ts'
import { MetricGrid } from '../../measurements/public/charts/MetricBlocks.tsx'
import { GuestPage, LinkOver } from '../../settings/public/GuestPage.tsx'
import { productAmount } from '../product-amount.ts'
import { DayRanges } from './DayRanges.tsx'
import { measuredPercent, noonOf, recordDays } from './record-days.ts'

addWords({ originRecord })

/** The page that a customer reads who scans the code of goods: the last thirty days of the tank that they come from. The token stands behind `#`. */
export function OriginRecordPage() {
  const { t } = useTranslation()
  const token = useLocation({ select: ({ hash }) => hash })
  const record = useQuery({
    queryKey: ['origin-record', token],
    queryFn: ({ signal }) => call(originRecordsApi.open, { body: { token } }, signal),
    enabled: token !== '',
  })
  const { data, error } = record
  // A token that is too long to be one is refused with 422.
  const isOver = token === '' || (error instanceof ApiError && [404, 422].includes(error.status))
  usePage(data ? `${data.product} · ${data.tank_code}` : t('originRecord.title'), !record.isLoading)
  return (
    <GuestPage>
      {isOver && <LinkOver title={t('originRecord.over')}>{t('originRecord.overHow')}</LinkOver>}
      {!isOver && !data && !error && (
        <Skeleton variant="rounded" height={320} aria-label={t('common.states.loading')} />
      )}
      {!isOver && !data && <QueryError query={record} title={t('originRecord.failed')} />}
      {data && !isOver && <Shown record={data} />}
    </GuestPage>
  )
}

function Shown({ record }: { record: OriginRecord }) {
  const { t } = useTranslation()
  const { product, order_code, grower, tank_code, from, to, shipped_at, kept_from, metrics } = record
  const isGone = kept_from !== null && kept_from >= to
  const period = { from: formatDate(from), to: formatDate(to), days: ORIGIN_DAYS }
  return (
    <>
      <Box component="header" sx={{ display: 'grid', gap: 1.5 }}>
        <Box>
          <Quiet>{t('originRecord.title')}</Quiet>
          <Typography variant="h1" sx={{ overflowWrap: 'anywhere' }}>
            {product}
          </Typography>
        </Box>
        <RecordFields
          fields={[
            { label: t('originRecord.amount'), value: productAmount(record) },
            { label: t('originRecord.order'), value: <span lang="en">{order_code}</span> },
            ...(grower === null ? [] : [{ label: t('originRecord.grower'), value: grower }]),
            { label: t('originRecord.tank'), value: <span lang="en">{tank_code}</span> },
            { label: t('originRecord.period'), value: t('originRecord.periodDays', period) },
            {
              label: t('originRecord.shipped'),
              value: shipped_at === null ? t('originRecord.notShipped') : formatDateTime(shipped_at),
            },
          ]}
        />
      </Box>
      {isGone ? (
        <Alert severity="info">{t('originRecord.gone')}</Alert>
      ) : (
        <>
          {kept_from !== null && (
            <Alert severity="info">{t('originRecord.partlyGone', { date: formatDate(kept_from) })}</Alert>
          )}
          <Water record={record} />
        </>
      )}
      {!isGone && metrics.length > 0 && <Quiet small>{t('originRecord.legend')}</Quiet>}
      <Events record={record} />
      <Quiet small>{t('originRecord.note')}</Quiet>
    </>
  )
}

/** The measured metrics. */
function Water({ record }: { record: OriginRecord }) {
  const { t } = useTranslation()
  return (
    <Box component="section" aria-labelledby="record-water">
      <Typography variant="h2" id="record-water" sx={{ mb: 1 }}>
        {t('originRecord.water')}
      </Typography>
      {record.metrics.length === 0 ? (
        <Typography>{t('originRecord.noReadings')}</Typography>
      ) : (
        <MetricGrid columns={{ xs: 1, md: 2 }}>
          {record.metrics.map((metric) => (
            <MetricRecord key={metric.metric} record={record} measured={metric} />
          ))}
        </MetricGrid>
      )}
    </Box>
  )
}

function MetricRecord({ record, measured }: { record: OriginRecord; measured: OriginMetric }) {
  const { t } = useTranslation()
  const { metric, min, avg, max, out_of_range_seconds, measured_hours, limits } = measured
  const days = recordDays(record, measured)
  const missing = days.filter(({ range }) => range === null).length
  // The unit stands in the heading.
  const number = (value: number) => metricText(metric, value).number
  const values = { min: number(min), avg: number(avg), max: number(max) }
  const present = newestLimits(limits)
  const limit = (value: number | null) => (value === null ? '…' : number(value))
  const limitText = present
    ? `${limit(present.min)} – ${limit(present.max)}${limits.length > 1 ? ` (${t('originRecord.limitsChanged')})` : ''}`
    : t('originRecord.noLimits')
  const percent = measuredPercent(measured_hours, record.hours)
  const facts = [
    { label: t('originRecord.values'), value: t('originRecord.minAvgMax', values) },
    { label: t('originRecord.limits'), value: limitText },
    ...(out_of_range_seconds === null
      ? []
      : [{ label: t('originRecord.outside'), value: outsideText(t, out_of_range_seconds) }]),
    {
      label: t('originRecord.measured'),
      value: [
        t('originRecord.ofHours', { percent }),
        ...(missing > 0 ? [t('originRecord.missingDays', { count: missing })] : []),
      ].join(' · '),
    },
  ]
  return (
    <Paper
      component="li"
      variant="outlined"
      data-metric={metric}
      sx={{ p: { xs: 1.25, sm: 1.75 }, minWidth: 0, display: 'grid', gap: 1 }}
    >
      <Typography variant="h3" sx={{ fontWeight: 700 }}>
        {metricTitle(t, metric)}
      </Typography>
      <Box
        component="dl"
        sx={{ m: 0, display: 'grid', gridTemplateColumns: 'auto 1fr', gap: '2px 12px', fontSize: '0.875rem' }}
      >
        {facts.map(({ label, value }) => (
          <Fragment key={label}>
            <Box component="dt" sx={{ color: 'text.secondary' }}>
              {label}
            </Box>
            <Box component="dd" sx={{ m: 0 }}>
              {value}
            </Box>
          </Fragment>
        ))}
      </Box>
      <DayRanges
        metric={metric}
        days={days}
        summary={t('originRecord.summary', {
          metric: t(`measurements.metrics.${metric}`),
          ...values,
          limits: limitText,
          n: days.length - missing,
          total: days.length,
        })}
      />
    </Paper>
  )
}

function outsideText(t: TFunction, seconds: number): string {
  return seconds === 0 ? t('originRecord.neverOutside') : formatLength(seconds * 1000)
}

/** The alarms, and the work that changed the water. */
function Events({ record: { alarms, work } }: { record: OriginRecord }) {
  const { t } = useTranslation()
  const spans = ({ count, seconds }: OriginRecord['alarms']['out']) =>
    count === 0 && seconds === 0
      ? t('originRecord.noAlarm')
      : t('originRecord.alarmCount', { count, time: formatLength(seconds * 1000) })
  const daysOf = (kind: OriginRecord['work'][number]['kind']) =>
    work.flatMap((one) => (one.kind === kind ? [formatDate(noonOf(one.day))] : [])).join(', ') ||
    t('originRecord.noWork')
  return (
    <Box component="section" aria-labelledby="record-events">
      <Typography variant="h2" id="record-events" sx={{ mb: 1 }}>
        {t('originRecord.events')}
      </Typography>
      <RecordFields
        fields={[
          { label: t('originRecord.outAlarms'), value: spans(alarms.out) },
          { label: t('originRecord.silentAlarms'), value: spans(alarms.silent) },
          { label: t('originRecord.work.treatment'), value: daysOf('treatment') },
          { label: t('originRecord.work.water_change'), value: daysOf('water_change') },
        ]}
      />
    </Box>
  )
}
