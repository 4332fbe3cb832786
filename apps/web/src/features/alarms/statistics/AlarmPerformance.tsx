import type { AlarmPerformance as Performance } from '@dalyan/contracts/alarm-performance'
import { PERFORMANCE } from '@dalyan/contracts/alarm-words'
import { mdiAlertOctagon, mdiMinusCircleOutline, mdiSpeedometer } from '@mdi/js'
import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import alarmPerformance from '../../../locales/tr/alarm-performance.json' with { type: 'json' }
import type { OpenTimeRange } from '../../../shared/charts/time-range.ts'
import { formatLength } from '../../../shared/format/age.ts'
import { formatDateTime } from '../../../shared/format/date-time.ts'
import { formatNumber } from '../../../shared/format/number.ts'
import { addWords } from '../../../shared/i18n/add-words.ts'
import { QueryError } from '../../../shared/ui/ErrorAlert.tsx'
import { TitledCard } from '../../../shared/ui/PageSection.tsx'
import { Quiet } from '../../../shared/ui/Quiet.tsx'
import { StatusChip } from '../../../shared/ui/StatusChip.tsx'
import type { AlarmSearch } from '../alarm-search.ts'
import { AcknowledgementCard } from './AcknowledgementCard.tsx'
import { alarmStatisticsQueries } from './alarm-statistics.queries.ts'
import {
  alarmRates,
  HOUR_SECONDS,
  type LoadLevel,
  loadLevel,
  performanceAdvice,
  rateText,
} from './performance-advice.ts'
import { AdviceList, ChatteringCard, FloodCard, FrequentCard, StaleCard } from './PerformanceLists.tsx'

addWords({ alarmPerformance })

interface Props {
  search: AlarmSearch
  /** For the links to the history. */
  window: OpenTimeRange
}

/** The performance of the alarm system by ISA-18.2, each figure with what to do about it. */
export function AlarmPerformance({ search, window }: Props) {
  const { t } = useTranslation()
  const headingId = useId()
  const performance = useQuery(alarmStatisticsQueries.performance(search))
  const { data } = performance
  return (
    <Box component="section" aria-labelledby={headingId} sx={{ display: 'grid', gap: 1.5 }}>
      <Typography variant="h2" id={headingId}>
        {t('alarmPerformance.title')}
      </Typography>
      <QueryError title={t('alarmPerformance.loadFailed')} query={performance} />
      {performance.isPending && <Skeleton variant="rounded" sx={{ height: { xs: 1600, lg: 900 } }} />}
      {data && data.seconds === null && <Quiet>{t('alarmPerformance.unknown')}</Quiet>}
      {data && data.seconds !== null && (
        <>
          <Quiet small>{t('alarmPerformance.intro', { time: formatLength(data.seconds * 1000) })}</Quiet>
          <PerformanceCards performance={data} seconds={data.seconds} window={window} />
        </>
      )}
    </Box>
  )
}

interface CardsProps {
  performance: Performance
  seconds: number
  window: OpenTimeRange
}

function PerformanceCards({ performance, seconds, window }: CardsProps) {
  const advice = performanceAdvice(performance)
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 2,
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' },
      }}
    >
      <LoadCard performance={performance} advice={advice.load} />
      <AcknowledgementCard performance={performance} advice={advice.acknowledgement} />
      <FrequentCard performance={performance} advice={advice.frequent} window={window} />
      <ChatteringCard performance={performance} advice={advice.chattering} window={window} />
      <StaleCard performance={performance} advice={advice.stale} window={window} />
      <FloodCard performance={performance} advice={advice.flood} seconds={seconds} />
    </Box>
  )
}

const LEVEL_LOOK = {
  acceptable: { look: 'active' },
  manageable: { look: 'stale', icon: mdiMinusCircleOutline },
  excessive: { look: 'unauthorized', icon: mdiAlertOctagon },
} as const satisfies Record<LoadLevel, object>

/** Alarms per hour, on average and in the worst hour, in all and for each operator. */
function LoadCard({
  performance,
  advice,
}: {
  performance: Performance
  advice: Parameters<typeof AdviceList>[0]['advice']
}) {
  const { t } = useTranslation()
  const { operators, seconds, worst_hour } = performance
  const { perHour, perOperator, worst, worstPerOperator } = alarmRates(performance)
  const { acceptablePerHour: acceptable, manageablePerHour: manageable } = PERFORMANCE
  const known = (rate: number | null, text = rateText) =>
    rate === null ? t('alarmPerformance.unknownFigure') : text(rate)
  return (
    <TitledCard icon={mdiSpeedometer} title={t('alarmPerformance.load.title')}>
      <Table
        size="small"
        aria-label={t('alarmPerformance.load.title')}
        sx={{ '& th, & td': { px: { xs: 0.5, sm: 1 } } }}
      >
        <TableHead>
          <TableRow>
            <TableCell />
            <TableCell align="right">{t('alarmPerformance.load.average')}</TableCell>
            <TableCell align="right">{t('alarmPerformance.load.worst')}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody
          sx={{ '& td': { fontVariantNumeric: 'tabular-nums', verticalAlign: 'top' }, '& b': { fontSize: '1.25rem' } }}
        >
          <TableRow>
            <TableCell component="th" scope="row">
              {t('alarmPerformance.load.all')}
            </TableCell>
            <TableCell align="right">
              <b>{known(perHour)}</b>
            </TableCell>
            <TableCell align="right">
              <b>{known(worst, (n) => formatNumber(n))}</b>
              {worst_hour && <Box sx={{ color: 'text.secondary' }}>{formatDateTime(worst_hour.from)}</Box>}
            </TableCell>
          </TableRow>
          <TableRow>
            <TableCell component="th" scope="row">
              {t('alarmPerformance.load.perOperator')}
            </TableCell>
            {[perOperator, worstPerOperator].map((rate, index) => (
              <TableCell key={index === 0 ? 'average' : 'worst'} align="right">
                <b>{known(rate)}</b>
                {rate !== null && (
                  <Box sx={{ mt: 0.5 }}>
                    <StatusChip
                      {...LEVEL_LOOK[loadLevel(rate)]}
                      label={t(`alarmPerformance.load.level.${loadLevel(rate)}`)}
                    />
                  </Box>
                )}
              </TableCell>
            ))}
          </TableRow>
        </TableBody>
      </Table>
      <Box sx={{ display: 'grid', gap: 0.5, mt: 1 }}>
        {seconds !== null && seconds < HOUR_SECONDS && <Quiet small>{t('alarmPerformance.load.tooShort')}</Quiet>}
        <Quiet small>{t('alarmPerformance.load.benchmark', { acceptable, manageable })}</Quiet>
        <Quiet small>{t('alarmPerformance.load.operators', { ...operators, count: operators.total })}</Quiet>
      </Box>
      <AdviceList advice={advice} />
    </TitledCard>
  )
}
