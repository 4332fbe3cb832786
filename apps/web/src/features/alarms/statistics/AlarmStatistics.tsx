import type { AlarmsOfMetric } from '@dalyan/contracts/alarm-statistics'
import { mdiGauge } from '@mdi/js'
import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import alarmStatistics from '../../../locales/tr/alarm-statistics.json' with { type: 'json' }
import { serverNow } from '../../../shared/clock/server-clock.ts'
import { formatLength } from '../../../shared/format/age.ts'
import { addWords } from '../../../shared/i18n/add-words.ts'
import type { ListChange } from '../../../shared/list/use-list.ts'
import { useAppReady } from '../../../shared/ui/page-state.ts'
import { QueryError } from '../../../shared/ui/ErrorAlert.tsx'
import { RouterLink } from '../../../shared/ui/links.tsx'
import { TitledCard } from '../../../shared/ui/PageSection.tsx'
import { Quiet } from '../../../shared/ui/Quiet.tsx'
import type { AlarmSearch } from '../alarm-search.ts'
import { alarmStatisticsQueries, wallWindow } from './alarm-statistics.queries.ts'
import { AlarmDays } from './AlarmDays.tsx'
import { AlarmFiguresGrid } from './AlarmFiguresGrid.tsx'
import { AlarmPerformance } from './AlarmPerformance.tsx'
import { AlarmsBySubject } from './AlarmsBySubject.tsx'
import { ShareBar } from './ShareBar.tsx'

addWords({ alarmStatistics })

interface Props {
  search: AlarmSearch
  onSearch: (part: ListChange) => void
}

/**
 * Number of alarms, time out of range and time to acknowledge: in total, by day, by metric, by tank and by firm; and the performance of the alarm
 * system.
 */
export function AlarmStatistics({ search, onSearch }: Props) {
  const { t } = useTranslation()
  const { tank, firm } = search
  const window = wallWindow(search, serverNow())
  const of = { tank, firm }
  const summary = useQuery(alarmStatisticsQueries.summary(search))
  const performance = useQuery(alarmStatisticsQueries.performance(search))
  useAppReady(!summary.isPending)
  const { data } = summary
  // While only one of them has the answer for a new filter, they do not belong together.
  const isPair = summary.isPlaceholderData === performance.isPlaceholderData
  return (
    <Box id="panel-statistics" sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <QueryError title={t('alarmStatistics.loadFailed')} query={summary} />
      {summary.isPending && <Skeleton variant="rounded" sx={{ height: { xs: 1000, lg: 480 } }} />}
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
            <AlarmDays days={data.days} watchedSeconds={isPair ? performance.data?.seconds : null} of={of} />
            <AlarmsByMetric metrics={data.metrics} of={of} window={window} />
          </Box>
        </>
      )}
      {!summary.error && <AlarmPerformance search={search} window={window} />}
      {!summary.error && <AlarmsBySubject search={search} window={window} onSearch={onSearch} />}
      <StatisticsHelp />
    </Box>
  )
}

interface AlarmsByMetricProps {
  metrics: readonly AlarmsOfMetric[]
  of: Pick<AlarmSearch, 'tank' | 'firm'>
  window: Pick<AlarmSearch, 'from' | 'to'>
}

/** Alarms and time in alarm of each metric, most alarms first. */
function AlarmsByMetric({ metrics, of, window }: AlarmsByMetricProps) {
  const { t } = useTranslation()
  const most = Math.max(1, ...metrics.map(({ raised }) => raised))
  return (
    <TitledCard icon={mdiGauge} title={t('alarmStatistics.metrics')}>
      {metrics.length === 0 && <Quiet>{t('alarmStatistics.noAlarms')}</Quiet>}
      <Box component="ol" sx={{ display: 'grid', gap: 1, m: 0, p: 0, listStyle: 'none' }}>
        {metrics.map(({ metric, raised, out_seconds }) => (
          <li key={metric}>
            <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', columnGap: 1 }}>
              <RouterLink
                to="/alarms"
                search={{ tab: 'history', ...of, ...window, ...(metric === null ? {} : { metric: [metric] }) }}
              >
                {metric === null ? t('alarmStatistics.silence') : t(`measurements.metrics.${metric}`)}
              </RouterLink>
              <Box component="span" sx={{ fontSize: '0.875rem', fontVariantNumeric: 'tabular-nums' }}>
                <b>{t('alarmStatistics.count', { count: raised })}</b>
                {out_seconds > 0 && (
                  <Box component="span" sx={{ color: 'text.secondary' }}>
                    {' · '}
                    {t('alarmStatistics.outFor', { time: formatLength(out_seconds * 1000) })}
                  </Box>
                )}
              </Box>
            </Box>
            <ShareBar share={raised / most} />
          </li>
        ))}
      </Box>
    </TitledCard>
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
        {(['raised', 'out', 'silent', 'quality', 'wait', 'open', 'history'] as const).map((part) => (
          <li key={part}>{t(`alarmStatistics.help.${part}`)}</li>
        ))}
      </Box>
    </Box>
  )
}
