import { type MetricKey, metricOf } from '@dalyan/contracts/metrics'
import { SidedNumber } from '../../shared/charts/SidedNumber.tsx'
import { formatNumber } from '../../shared/format/number.ts'
import type { Column } from '../../shared/list/ListTable.tsx'
import type { ReadingRow } from './readings.ts'
import { ReadingSource } from './ReadingSource.tsx'
import { ReadingTank } from './ReadingTank.tsx'
import { ReadingTime } from './ReadingTime.tsx'
import { sideOf } from './tank-limits.ts'

/** The columns of the list of readings; of a single tank its name stands above already. */
export function readingColumns(metrics: readonly MetricKey[], withTank: boolean): Column<ReadingRow, 'measured_at'>[] {
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
    ...metrics.map((metric): Column<ReadingRow, 'measured_at'> => ({
      key: metric,
      label: [`measurements.short.${metric}`],
      align: 'right',
      cell: (row) => <ReadingValue row={row} metric={metric} />,
    })),
  ]
}

/** One value of a reading, as numbers in columns are written. */
export function ReadingValue({ row: { reading, tank }, metric }: { row: ReadingRow; metric: MetricKey }) {
  const value = reading[metric]
  if (value === null) return '—'
  return <SidedNumber text={formatNumber(value, metricOf(metric).decimals)} side={sideOf(reading, tank, metric)} />
}
