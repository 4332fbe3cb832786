import { mdiAlarmSnooze, mdiCheckCircleOutline, mdiHistory, mdiInformation } from '@mdi/js'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useNow } from '../../shared/clock/use-now.ts'
import { EmptyState } from '../../shared/ui/EmptyState.tsx'
import type { AlarmListTab } from './alarm-search.ts'
import { homeQueries } from './public/overview.queries.ts'
import { isAllInRange, WatchLine, watchText } from './public/WatchLine.tsx'

/** Says that there is no alarm, and how many tanks are watched: an unwatched tank raises none. */
export function NoAlarms({ tab }: { tab: AlarmListTab }) {
  const { t } = useTranslation()
  const now = useNow()
  const watch = useQuery({ ...homeQueries.overview(), enabled: tab === 'open' }).data?.tanks
  if (tab !== 'open') {
    return (
      <EmptyState
        icon={tab === 'shelved' ? mdiAlarmSnooze : mdiHistory}
        title={t(`alarmPage.empty.${tab}`)}
        body={t(`alarmPage.empty.${tab}Body`)}
      />
    )
  }
  return (
    <EmptyState
      icon={watch && isAllInRange(watch, now) ? mdiCheckCircleOutline : mdiInformation}
      title={t('alarms.empty.title')}
      {...(watch ? { body: watchText(t, watch, now), action: <WatchLine watch={watch} /> } : {})}
    />
  )
}
