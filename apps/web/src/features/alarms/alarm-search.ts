import type { AlarmFilters, AlarmListQuery } from '@dalyan/contracts/alarms'
import { METRIC_KEYS } from '@dalyan/contracts/metrics'
import { SEVERITIES, STATISTICS_SORTS } from '@dalyan/contracts/alarm-words'
import { type OpenTimeRange, windowOfSearch, windowQuery } from '../../shared/charts/time-range.ts'
import { type AddressState, narrowing, PAGE_SIZES, readFields } from '../../shared/list/list-address.ts'

export const ALARM_TABS = ['open', 'shelved', 'history', 'statistics'] as const
export type AlarmTab = (typeof ALARM_TABS)[number]

export const DEFAULT_PAGE_SIZE = 25

/** The fields of all tabs. */
const COMMON = {
  tab: { oneOf: ['shelved', 'history', 'statistics'] },
  severity: SEVERITIES,
  metric: METRIC_KEYS,
  tank: 'id',
  /** Only the tanks of this firm. */
  firm: 'id',
  page: 'page',
} as const
const OPEN = {
  /** The open alarms one by one, instead of their incidents. */
  view: { oneOf: ['alarms'] },
  /** The incident whose course is shown. */
  incident: 'id',
} as const
/** The fields of tabs with pages. */
const PAGED = { per_page: { oneOf: PAGE_SIZES, default: DEFAULT_PAGE_SIZE } } as const
const STATISTICS = {
  /** Lines by firm instead of by tank. */
  by: { oneOf: ['firm'] },
  sort: { oneOf: STATISTICS_SORTS.flatMap((field) => [field, `-${field}` as const]), default: '-raised' },
} as const

/** The page's state in its address; absent fields have their defaults. Only history and statistics have a window. */
export type AlarmSearch = AddressState<typeof COMMON & typeof OPEN & typeof PAGED & typeof STATISTICS> & OpenTimeRange

/** Reads the address: unknown keys, fields of another tab and invalid values are dropped. */
export function readAlarmSearch(raw: Readonly<Record<string, unknown>>): AlarmSearch {
  const common = readFields(COMMON, raw)
  if (common.tab === undefined) return { ...common, ...readFields(OPEN, raw) }
  if (common.tab === 'shelved') return common
  return {
    ...common,
    ...windowOfSearch(raw),
    ...readFields(PAGED, raw),
    ...(common.tab === 'statistics' ? readFields(STATISTICS, raw) : {}),
  }
}

const STATUS = { open: 'open', shelved: 'shelved', history: 'closed' } as const
/** The tabs that list alarms. */
export type AlarmListTab = keyof typeof STATUS
/** All open alarms should fit on one page. */
const PER_PAGE = { open: 100, shelved: 100, history: DEFAULT_PAGE_SIZE }
const NEWEST_CLOSED: AlarmListQuery['sort'] = [{ field: 'closed_at', descending: true }]
const NEWEST_RAISED: AlarmListQuery['sort'] = [{ field: 'raised_at', descending: true }]

/** The filters as the server takes them. `now` in epoch milliseconds, for a window that moves with the clock. */
export function alarmFilters(tab: AlarmListTab, search: AlarmSearch, now: number): Partial<AlarmFilters> {
  const { severity, tank, firm, metric } = search
  const window = windowQuery(search, now)
  return {
    // An alarm of the window may still be open; the statistics count it, so the history lists it.
    status: tab === 'history' && window.from !== undefined ? 'all' : STATUS[tab],
    severity,
    metric,
    tank_id: tank,
    firm_id: firm,
    ...window,
  }
}

/** The query of the call. */
export function alarmQuery(tab: AlarmListTab, search: AlarmSearch, now: number): Partial<AlarmListQuery> {
  const { page = 1, per_page = PER_PAGE[tab], from } = search
  return {
    ...alarmFilters(tab, search, now),
    per_page,
    page,
    ...(tab === 'history' ? { sort: from === undefined ? NEWEST_CLOSED : NEWEST_RAISED } : {}),
  }
}

export const { without: UNNARROWED, isNarrowed } = narrowing(['severity', 'tank', 'firm', 'metric', 'from', 'to'])
