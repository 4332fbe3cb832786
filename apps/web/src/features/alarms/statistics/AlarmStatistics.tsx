import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import alarmStatistics from '../../../locales/tr/alarm-statistics.json' with { type: 'json' }
import { serverNow } from '../../../shared/clock/server-clock.ts'
import { addWords } from '../../../shared/i18n/add-words.ts'
import { useAppReady } from '../../../shared/ui/app-ready.ts'
import { ErrorAlert } from '../../../shared/ui/ErrorAlert.tsx'
import type { AlarmSearch } from '../alarm-search.ts'
import { alarmStatisticsQueries } from './alarm-statistics.queries.ts'
import { AlarmDays } from './AlarmDays.tsx'
import { AlarmFiguresGrid } from './AlarmFiguresGrid.tsx'
import { AlarmsByMetric } from './AlarmsByMetric.tsx'
import { AlarmsBySubject } from './AlarmsBySubject.tsx'
import { askedWindow, wallWindow } from './statistics-window.ts'

addWords({ alarmStatistics })

interface Props {
  search: AlarmSearch
  onSearch: (part: AlarmSearch) => void
}

/** Number of alarms, time out of range and time to acknowledge: in total, by day, by metric, by tank and by firm. */
export function AlarmStatistics({ search, onSearch }: Props) {
  const { t } = useTranslation()
  const { tank, firm } = search
  const now = serverNow()
  const window = wallWindow(search, now)
  const of = { tank, firm }
  const summary = useQuery(
    alarmStatisticsQueries.summary({
      ...askedWindow(search, now),
      ...(tank === undefined ? {} : { tank_id: tank }),
      ...(firm === undefined ? {} : { firm_id: firm }),
    }),
  )
  useAppReady(!summary.isPending)
  const { data } = summary
  return (
    <Box id="panel-statistics" sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      {summary.error && (
        <ErrorAlert
          title={t('alarmStatistics.loadFailed')}
          error={summary.error}
          onRetry={() => void summary.refetch()}
        />
      )}
      {summary.isPending && <Skeleton variant="rounded" height={360} />}
      {data && (
        <>
          <AlarmFiguresGrid figures={data} of={of} window={window} />
          <Box
            sx={{
              display: 'grid',
              gap: 2,
              gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 2fr) minmax(0, 1fr)' },
            }}
          >
            <AlarmDays days={data.days} of={of} />
            <AlarmsByMetric metrics={data.metrics} of={of} window={window} />
          </Box>
        </>
      )}
      {!summary.error && <AlarmsBySubject search={search} window={window} onSearch={onSearch} />}
      <StatisticsHelp />
    </Box>
  )
}

/** Explains how the figures are calculated. */
function StatisticsHelp() {
  const { t } = useTranslation()
  return (
    <Box component="details" sx={{ color: 'text.secondary', fontSize: '0.875rem', '& li + li': { mt: 0.5 } }}>
      <Box component="summary" sx={{ py: 1.5, cursor: 'pointer' }}>
        {t('alarmStatistics.help.title')}
      </Box>
      <Box component="ul" sx={{ m: 0, pl: 2.5, maxWidth: 760 }}>
        {(['raised', 'out', 'silent', 'wait', 'open', 'history'] as const).map((part) => (
          <li key={part}>{t(`alarmStatistics.help.${part}`)}</li>
        ))}
      </Box>
    </Box>
  )
}
