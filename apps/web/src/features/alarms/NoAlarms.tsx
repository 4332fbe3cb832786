import { mdiAlarmSnooze, mdiCheckCircleOutline, mdiHistory, mdiInformation, mdiMagnify } from '@mdi/js'
import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useNow } from '../../shared/clock/use-now.ts'
import { EmptyState } from '../../shared/ui/EmptyState.tsx'
import type { AlarmListTab } from './alarm-search.ts'
import { homeQueries } from './public/overview.queries.ts'
import { isAllInRange, WatchLine, watchText } from './public/WatchLine.tsx'

interface Props {
  tab: AlarmListTab
  isFiltered: boolean
  onClear: () => void
}

/** Says that there is no alarm, and how many tanks are watched: an unwatched tank raises none. */
export function NoAlarms({ tab, isFiltered, onClear }: Props) {
  const { t } = useTranslation()
  const now = useNow()
  const watch = useQuery({ ...homeQueries.overview(), enabled: tab === 'open' && !isFiltered }).data?.tanks
  if (isFiltered) {
    return (
      <EmptyState
        icon={mdiMagnify}
        title={t('common.states.noResultsTitle')}
        body={t('common.states.noResultsBody')}
        action={<Button onClick={onClear}>{t('common.actions.clearFilters')}</Button>}
      />
    )
  }
  if (tab === 'shelved') {
    return (
      <EmptyState icon={mdiAlarmSnooze} title={t('alarmPage.empty.shelved')} body={t('alarmPage.empty.shelvedBody')} />
    )
  }
  if (tab === 'history') {
    return <EmptyState icon={mdiHistory} title={t('alarmPage.empty.history')} body={t('alarmPage.empty.historyBody')} />
  }
  return (
    <EmptyState
      icon={watch && isAllInRange(watch, now) ? mdiCheckCircleOutline : mdiInformation}
      title={t('alarms.empty.title')}
      {...(watch ? { body: watchText(t, watch, now), action: <WatchLine watch={watch} /> } : {})}
    />
  )
}
