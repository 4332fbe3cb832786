import type { Measurement } from '@dalyan/contracts/measurements'
import { type MetricKey, metricOf } from '@dalyan/contracts/metrics'
import type { RefusalReason } from '@dalyan/contracts/refusals'
import { mdiAccountEditOutline, mdiCircleOutline, mdiClockAlertOutline } from '@mdi/js'
import Box from '@mui/material/Box'
import Tooltip from '@mui/material/Tooltip'
import { visuallyHidden } from '@mui/utils'
import { useTranslation } from 'react-i18next'
import { SidedNumber } from '../../shared/charts/SidedNumber.tsx'
import { formatDateTimeWithSeconds } from '../../shared/format/date-time.ts'
import { formatNumber } from '../../shared/format/number.ts'
import { CardHead } from '../../shared/list/CardHead.tsx'
import type { ListColumn } from '../../shared/list/ListTable.tsx'
import { Icon } from '../../shared/ui/Icon.tsx'
import { RouterLink } from '../../shared/ui/links.tsx'
import { type ReadingRow, sideOfReading } from './readings.ts'

/** The columns of the list of readings. @param withTank shows the tank; unnecessary where there is only one */
export function readingColumns(
  metrics: readonly MetricKey[],
  withTank: boolean,
): ListColumn<ReadingRow, 'measured_at'>[] {
  return [
    {
      key: 'measured_at',
      label: ['common.fields.time'],
      sort: 'measured_at',
      cell: ({ reading }) => <ReadingTime reading={reading} />,
    },
    ...(withTank
      ? [
          {
            key: 'tank',
            label: ['measurements.filters.tank'] as const,
            cell: (row: ReadingRow) => <ReadingTank row={row} />,
          },
        ]
      : []),
    { key: 'terminal', label: ['measurements.filters.terminal'], cell: (row) => <ReadingSource row={row} /> },
    ...metrics.map((metric): ListColumn<ReadingRow, 'measured_at'> => ({
      key: metric,
      label: [`measurements.short.${metric}`],
      align: 'right',
      cell: (row) => <ReadingValue row={row} metric={metric} />,
    })),
  ]
}

const MOST_VALUES = 4

interface ReadingCardProps {
  row: ReadingRow
  metrics: readonly MetricKey[]
  withTank: boolean
}

/** A reading on a phone: its time and four values, those out of range first. */
export function ReadingCard({ row, metrics, withTank }: ReadingCardProps) {
  const { t } = useTranslation()
  const measured = metrics.filter((metric) => row.reading[metric] !== null)
  const isOutside = (metric: MetricKey) => sideOfReading(row.reading, row.tank, metric) !== null
  const first = measured
    .filter(isOutside)
    .concat(measured.filter((metric) => !isOutside(metric)))
    .slice(0, MOST_VALUES)
  return (
    <>
      <CardHead
        title={<ReadingTime reading={row.reading} />}
        status={withTank && <ReadingTank row={row} />}
        actions={null}
      />
      <Box sx={{ fontSize: '0.8125rem', color: 'text.secondary', mb: 0.5 }}>
        <ReadingSource row={row} />
      </Box>
      <Box
        component="dl"
        sx={{ m: 0, display: 'grid', gridTemplateColumns: 'repeat(2, minmax(0, 1fr))', gap: '4px 16px' }}
      >
        {measured
          .filter((metric) => first.includes(metric))
          .map((metric) => (
            <Box key={metric} sx={{ display: 'flex', justifyContent: 'space-between', gap: 1, fontSize: '0.875rem' }}>
              <Box component="dt" sx={{ color: 'text.secondary' }}>
                {t(`measurements.short.${metric}`)}
              </Box>
              <Box component="dd" sx={{ m: 0 }}>
                <ReadingValue row={row} metric={metric} />
              </Box>
            </Box>
          ))}
      </Box>
    </>
  )
}

/** One value of a reading. */
function ReadingValue({ row: { reading, tank }, metric }: { row: ReadingRow; metric: MetricKey }) {
  const value = reading[metric]
  if (value === null) return '—'
  const reason = reading.refused?.[metric]
  if (reason) return <RefusedNumber text={formatNumber(value, metricOf(metric).decimals)} reason={reason} />
  return (
    <SidedNumber text={formatNumber(value, metricOf(metric).decimals)} side={sideOfReading(reading, tank, metric)} />
  )
}

/** A value that the quality gate refused, with the reason. */
function RefusedNumber({ text, reason }: { text: string; reason: RefusalReason }) {
  const { t } = useTranslation()
  return (
    <Tooltip title={t('measurements.refused', { reason: t(`measurements.refusal.${reason}`) })}>
      <Box component="span" tabIndex={0} sx={{ color: 'text.secondary', fontStyle: 'italic', whiteSpace: 'nowrap' }}>
        <Icon path={mdiCircleOutline} sx={{ fontSize: 10, mr: 0.5 }} />
        {text}
        <Box component="span" sx={visuallyHidden}>
          {` ${t('measurements.refused', { reason: t(`measurements.refusal.${reason}`) })}`}
        </Box>
      </Box>
    </Tooltip>
  )
}

/** When a reading was taken, with a warning where the terminal's clock was wrong. */
function ReadingTime({ reading: { measured_at, clock_skew } }: { reading: Measurement }) {
  const { t } = useTranslation()
  return (
    <Box component="span" sx={{ whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' }}>
      {formatDateTimeWithSeconds(measured_at)}
      {clock_skew && (
        <Tooltip title={t('explorer.clockSkewHint')}>
          <Box component="span" tabIndex={0} sx={{ ml: 1, fontSize: '0.8125rem', color: 'text.secondary' }}>
            <Icon path={mdiClockAlertOutline} sx={{ fontSize: 16, verticalAlign: 'text-bottom', mr: 0.5 }} />
            {t('explorer.clockSkew')}
          </Box>
        </Tooltip>
      )}
    </Box>
  )
}

/** A link to the tank of a reading. */
function ReadingTank({ row: { reading, tank } }: { row: ReadingRow }) {
  const { t } = useTranslation()
  if (reading.tank_id === null) return t('explorer.noTank')
  return (
    <RouterLink
      to="/tanks/$id"
      params={{ id: String(reading.tank_id) }}
      lang="en"
      underline="hover"
      sx={{ fontWeight: 700, whiteSpace: 'nowrap' }}
    >
      {tank?.code ?? `#${reading.tank_id}`}
    </RouterLink>
  )
}

/** Which terminal sent a reading, or that a user entered it. */
function ReadingSource({ row: { reading, tank } }: { row: ReadingRow }) {
  const { t } = useTranslation()
  if (reading.iot_id === null) {
    return (
      <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
        <Icon path={mdiAccountEditOutline} sx={{ fontSize: 18, verticalAlign: 'text-bottom', mr: 0.5 }} />
        {t('measurements.manual')}
      </Box>
    )
  }
  const code = tank?.iots.find(({ id }) => id === reading.iot_id)?.code
  return <span lang="en">{code ?? `#${reading.iot_id}`}</span>
}
