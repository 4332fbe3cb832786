import type { Series } from '@dalyan/contracts/measurements'
import { type MetricKey, metricOf } from '@dalyan/contracts/metrics'
import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableContainer from '@mui/material/TableContainer'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import { useTranslation } from 'react-i18next'
import { limitsInForce, type LimitSteps, sideAt } from '../../../../shared/charts/limit-steps.ts'
import { formatDateTime, formatDateTimeWithSeconds } from '../../../../shared/format/date-time.ts'
import { formatNumber } from '../../../../shared/format/number.ts'
import { metricTitle } from './chart-metrics.ts'
import { SidedNumber } from '../../../../shared/charts/SidedNumber.tsx'
import { useTablePages } from '../../../../shared/ui/TablePages.tsx'
import type { SeriesChartsProps } from './SeriesCharts.tsx'

/** The charts' numbers as a table, newest first: the mean of each bucket, with its least and greatest value. */
export function SeriesTable({ limitsOf, series, metrics }: Pick<SeriesChartsProps, 'limitsOf' | 'series' | 'metrics'>) {
  const { t } = useTranslation()
  const count = series.times.length
  const { rows: positions, pages } = useTablePages(count)
  const rows = positions.map((position) => count - 1 - position)
  const format = series.bucket_seconds === 0 ? formatDateTimeWithSeconds : formatDateTime

  return (
    <Paper variant="outlined">
      {/* Positioned, because hidden text for screen readers would otherwise widen the page. */}
      <TableContainer
        role="region"
        aria-label={t('measurements.chartsTable')}
        tabIndex={0}
        sx={{ position: 'relative' }}
      >
        <Table size="small">
          <TableHead>
            <TableRow>
              <TableCell>{t('common.fields.time')}</TableCell>
              {metrics.map((metric) => (
                <TableCell key={metric} align="right">
                  {metricTitle(t, metric)}
                </TableCell>
              ))}
            </TableRow>
          </TableHead>
          <TableBody>
            {rows.map((row) => (
              <TableRow key={series.times[row]}>
                <TableCell component="th" scope="row" sx={{ whiteSpace: 'nowrap', fontWeight: 400 }}>
                  {format((series.times[row] ?? 0) * 1000)}
                </TableCell>
                {metrics.map((metric) => (
                  <TableCell key={metric} align="right" sx={{ whiteSpace: 'nowrap' }}>
                    <Cell
                      metric={metric}
                      series={series}
                      row={row}
                      limits={limitsInForce(series, metric, limitsOf?.(metric) ?? null)}
                    />
                  </TableCell>
                ))}
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </TableContainer>
      {pages}
    </Paper>
  )
}

interface CellProps {
  metric: MetricKey
  series: Series
  row: number
  limits: LimitSteps
}

function Cell({ metric, series, row, limits }: CellProps) {
  const { t } = useTranslation()
  const column = series.metrics[metric]
  const [min, avg, max] = [column?.min[row] ?? null, column?.avg[row] ?? null, column?.max[row] ?? null]
  if (avg === null || min === null || max === null) return t('common.fields.none')
  const { decimals } = metricOf(metric)
  // As the chart draws it: a bucket at its middle.
  const time = (series.times[row] ?? 0) + series.bucket_seconds / 2
  const side = sideAt(limits, time, max) ?? sideAt(limits, time, min)
  return (
    <>
      <SidedNumber text={formatNumber(avg, decimals)} side={side} />
      {min !== max && (
        <Box
          component="span"
          sx={{ color: 'text.secondary' }}
        >{` (${formatNumber(min, decimals)}–${formatNumber(max, decimals)})`}</Box>
      )}
    </>
  )
}
