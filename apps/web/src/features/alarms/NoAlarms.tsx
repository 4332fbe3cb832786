import { mdiCheckCircleOutline, mdiHistory, mdiMagnify } from '@mdi/js'
import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../shared/ui/EmptyState.tsx'
import { tokenIcon } from '../../shared/ui/token-icons.ts'
import { alarmPageQueries } from './alarm-page.queries.ts'
import type { AlarmListTab } from './alarm-search.ts'

interface Props {
  tab: AlarmListTab
  isFiltered: boolean
  onClear: () => void
}

/** That there is no alarm, and whether that is good news: a tank that nothing watches raises none. */
export function NoAlarms({ tab, isFiltered, onClear }: Props) {
  const { t } = useTranslation()
  const coverage = useQuery({ ...alarmPageQueries.coverage(), enabled: tab === 'open' && !isFiltered })
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
      <EmptyState
        icon={tokenIcon('Snooze')}
        title={t('alarmPage.empty.shelved')}
        body={t('alarmPage.empty.shelvedBody')}
      />
    )
  }
  if (tab === 'history') {
    return <EmptyState icon={mdiHistory} title={t('alarmPage.empty.history')} body={t('alarmPage.empty.historyBody')} />
  }
  const body = coverage.data && coverageText(t, coverage.data)
  return (
    <EmptyState
      icon={coverage.data?.unwatched === 0 ? mdiCheckCircleOutline : tokenIcon('Info')}
      title={t('alarms.empty.title')}
      {...(body ? { body } : {})}
    />
  )
}

function coverageText(t: TFunction, { tanks, unwatched }: { tanks: number; unwatched: number }): string {
  if (tanks === 0) return t('alarmPage.empty.noTanks')
  if (unwatched === 0) return t('alarmPage.empty.body')
  return unwatched === tanks ? t('alarmPage.empty.unwatched') : t('alarmPage.empty.partial', { count: unwatched })
}
