import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../shared/format/number.ts'
import { LinkTabs } from '../../shared/ui/LinkTabs.tsx'
import { alarmPageQueries } from './alarm-page.queries.ts'
import { ALARM_TABS, type AlarmSearch, type AlarmTab } from './alarm-search.ts'

/** Links to the open, shelved and past alarms and to the statistics; each has its own address, which includes the filters. */
export function AlarmTabs({ tab, search }: { tab: AlarmTab; search: AlarmSearch }) {
  const { t } = useTranslation()
  const open = useQuery(alarmPageQueries.count('open'))
  const shelved = useQuery(alarmPageQueries.count('shelved'))
  // An unknown number must not be shown as zero.
  const counted = (n: number | undefined) => (n === undefined ? '…' : formatNumber(n))
  const counts = { open: counted(open.data), shelved: counted(shelved.data), history: '', statistics: '' }
  const { severity, tank, firm, metric } = search
  return (
    <LinkTabs label={t('alarms.title')}>
      {ALARM_TABS.map((each) => (
        <Link
          key={each}
          to="/alarms"
          search={{ ...(each === 'open' ? {} : { tab: each }), severity, tank, firm, metric }}
          aria-current={each === tab ? 'page' : undefined}
          activeProps={{}}
          activeOptions={{ exact: true, includeSearch: true }}
        >
          {t(`alarmPage.tabs.${each}`, { n: counts[each] })}
        </Link>
      ))}
    </LinkTabs>
  )
}
