import type { MetricStats, Stats } from '@dalyan/contracts/measurements'
import { type MetricKey, metricOf } from '@dalyan/contracts/metrics'
import Paper from '@mui/material/Paper'
import Skeleton from '@mui/material/Skeleton'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableContainer from '@mui/material/TableContainer'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import { useTranslation } from 'react-i18next'
import { metricTitle } from './public/charts/chart-metrics.ts'
import { formatLength } from '../../shared/format/age.ts'
import { formatNumber } from '../../shared/format/number.ts'

/** A row of the table, and its frame, CSS px. */
const ROW_PX = 37
const FRAME_PX = 2

/** The table while its numbers load. */
export function StatsSkeleton({ rows }: { rows: number }) {
  return <Skeleton variant="rounded" height={(rows + 1) * ROW_PX + FRAME_PX} />
}

interface Props {
  /** The tank's code. */
  code: string
  stats: Stats
  metrics: readonly MetricKey[]
}

/** The least, mean and greatest value of each metric in the window, and for how long it was out of range. */
export function StatsTable({ code, stats, metrics }: Props) {
  const { t } = useTranslation()
  const measured = metrics.filter((metric) => (stats[metric]?.count ?? 0) > 0)
  if (measured.length === 0) return null
  const label = t('explorer.statsOf', { code })
  return (
    <Paper variant="outlined" sx={{ overflow: 'hidden' }}>
      <TableContainer role="region" aria-label={label} tabIndex={0} sx={{ position: 'relative' }}>
        <Table size="small" aria-label={label} sx={{ '& th, & td': { px: { xs: 1, md: 1.5 } } }}>
          <TableHead>
            <TableRow>
              <TableCell>{t('explorer.metric')}</TableCell>
              <TableCell align="right">{t('explorer.min')}</TableCell>
              <TableCell align="right">{t('explorer.avg')}</TableCell>
              <TableCell align="right">{t('explorer.max')}</TableCell>
              <TableCell align="right">{t('explorer.outTime')}</TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {measured.map((metric) => (
              <StatsRow key={metric} metric={metric} stats={stats[metric]} />
            ))}
          </TableBody>
        </Table>
      </TableContainer>
    </Paper>
  )
}

function StatsRow({ metric, stats }: { metric: MetricKey; stats: MetricStats | undefined }) {
  const { t } = useTranslation()
  const number = (value: number | null | undefined) =>
    typeof value === 'number' ? formatNumber(value, metricOf(metric).decimals) : t('common.fields.none')
  const seconds = stats?.out_of_range_seconds ?? null
  return (
    <TableRow>
      <TableCell component="th" scope="row" sx={{ fontWeight: 500 }}>
        {metricTitle(t, metric)}
      </TableCell>
      <TableCell align="right">{number(stats?.min)}</TableCell>
      <TableCell align="right">{number(stats?.avg)}</TableCell>
      <TableCell align="right">{number(stats?.max)}</TableCell>
      <TableCell
        align="right"
        sx={
          seconds ? { fontWeight: 700, color: ({ tokens }) => tokens.palette.error.text } : { color: 'text.secondary' }
        }
      >
        {seconds === null
          ? t('explorer.notWatched')
          : seconds === 0
            ? t('explorer.neverOut')
            : formatLength(seconds * 1000)}
      </TableCell>
    </TableRow>
  )
}
