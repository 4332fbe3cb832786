import type { MetricKey } from '@dalyan/contracts/metrics'
import Box from '@mui/material/Box'
import { useTranslation } from 'react-i18next'
import { CardHead } from '../../shared/list/CardHead.tsx'
import { ReadingSource, ReadingTank, ReadingTime, ReadingValue } from './reading-columns.tsx'
import { type ReadingRow, sideOfReading } from './readings.ts'

const MOST_VALUES = 4

interface Props {
  row: ReadingRow
  metrics: readonly MetricKey[]
  withTank: boolean
}

/** A reading on a phone: its time and four values, those out of range first. */
export function ReadingCard({ row, metrics, withTank }: Props) {
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
