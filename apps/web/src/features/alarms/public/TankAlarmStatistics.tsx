import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import alarmStatistics from '../../../locales/tr/alarm-statistics.json' with { type: 'json' }
import { serverNow } from '../../../shared/clock/server-clock.ts'
import { addWords } from '../../../shared/i18n/add-words.ts'
import { QueryError } from '../../../shared/ui/ErrorAlert.tsx'
import { RouterLink } from '../../../shared/ui/links.tsx'
import { alarmStatisticsQueries, wallWindow } from '../statistics/alarm-statistics.queries.ts'
import { AlarmDays } from '../statistics/AlarmDays.tsx'
import { AlarmFiguresGrid } from '../statistics/AlarmFiguresGrid.tsx'

addWords({ alarmStatistics })

/** The alarm statistics of a tank over thirty days, with a link to all statistics. */
export function TankAlarmStatistics({ tankId }: { tankId: number }) {
  const { t } = useTranslation()
  const headingId = useId()
  const of = { tank: tankId }
  const summary = useQuery(alarmStatisticsQueries.summary(of))
  return (
    <Box component="section" aria-labelledby={headingId} sx={{ display: 'grid', gap: 1.5, mt: 3 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between', gap: 1 }}>
        <Typography variant="h2" component="h3" id={headingId}>
          {t('common.time.last30d')}
        </Typography>
        <RouterLink to="/alarms" search={{ tab: 'statistics', ...of }} sx={{ py: 1 }}>
          {t('alarmStatistics.all')}
        </RouterLink>
      </Box>
      {!summary.data && <QueryError title={t('alarmStatistics.loadFailed')} query={summary} />}
      {summary.isPending && <Skeleton variant="rounded" height={300} />}
      {summary.data && (
        <>
          <AlarmFiguresGrid figures={summary.data} of={of} window={wallWindow({}, serverNow())} />
          <AlarmDays days={summary.data.days} of={of} />
        </>
      )}
    </Box>
  )
}
