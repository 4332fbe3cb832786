import type { Tank } from '@dalyan/contracts/tanks'
import type { User } from '@dalyan/contracts/users'
import { useTranslation } from 'react-i18next'
import { may } from '../../../shared/session/permissions.ts'
import { PageTabs } from '../../../shared/ui/PageTabs.tsx'
import { DETAIL_TABS, type DetailTab } from './detail-search.ts'

/** The page's parts that a user may see. */
export function tabsFor(user: User): DetailTab[] {
  return DETAIL_TABS.filter((tab) => tab !== 'logs' || may(user, 'tank_logs.view'))
}

interface Props {
  tank: Tank
  tabs: readonly DetailTab[]
  tab: DetailTab
  alarmCount: number
  onChange: (tab: DetailTab) => void
}

export function DetailTabs({ tank, tabs, tab, alarmCount, onChange }: Props) {
  const { t } = useTranslation()
  const counted = (label: string, count: number) => (count > 0 ? `${label} (${count})` : label)
  const labels: Record<DetailTab, string> = {
    live: t('tanks.detail.tabLive'),
    charts: t('tanks.detail.tabCharts'),
    alarms: counted(t('tanks.detail.tabAlarms'), alarmCount),
    logs: t('tanks.detail.tabLogs'),
    terminals: counted(t('tanks.detail.tabTerminals'), tank.iots.length),
    info: t('tanks.detail.tabInfo'),
  }
  return <PageTabs tabs={tabs} tab={tab} labels={labels} onChange={onChange} />
}
