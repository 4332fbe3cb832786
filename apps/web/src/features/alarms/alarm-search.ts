import { STATISTICS_SORTS } from '@dalyan/contracts/alarm-statistics'
import type { AlarmFilters, AlarmListQuery } from '@dalyan/contracts/alarms'
import { METRIC_KEYS, type MetricKey } from '@dalyan/contracts/metrics'
import { SEVERITIES, type Severity } from '@dalyan/contracts/range-templates'
import { rangeProblem, readTime } from '../../shared/charts/time-range.ts'
import { PAGE_SIZES } from '../../shared/list/list-address.ts'

export const ALARM_TABS = ['open', 'shelved', 'history', 'statistics'] as const
export type AlarmTab = (typeof ALARM_TABS)[number]

/** The page's state in its address; absent fields have their defaults. */
export interface AlarmSearch {
  tab?: Exclude<AlarmTab, 'open'> | undefined
  severity?: Severity[] | undefined
  /** The tank's id. */
  tank?: number | undefined
  metric?: MetricKey[] | undefined
  /** Only history and statistics: ends of a window, as in `TimeRange`. */
  from?: string | undefined
  to?: string | undefined
  /** The firm's id: only its tanks. */
  firm?: number | undefined
  /** Only statistics: lines by firm instead of by tank, and their order (`-raised`). */
  by?: 'firm' | undefined
  sort?: StatisticsSort | undefined
  page?: number | undefined
  /** Rows on a page of the history and the statistics. */
  per_page?: PageSize | undefined
}

type SortField = (typeof STATISTICS_SORTS)[number]
export type StatisticsSort = SortField | `-${SortField}`
const SORTS: readonly StatisticsSort[] = STATISTICS_SORTS.flatMap((field) => [field, `-${field}` as const])

type PageSize = (typeof PAGE_SIZES)[number]
export const DEFAULT_PAGE_SIZE = 25

type Raw = Readonly<Record<string, unknown>>

/** Converts a page control's value to the address. */
export function pageSearch(change: { page?: unknown; per_page?: unknown }): AlarmSearch {
  return { page: whole(change.page), ...('per_page' in change ? { per_page: readPageSize(change) } : {}) }
}

/** Reads the address: unknown keys and invalid values are dropped. */
export function readAlarmSearch(raw: Raw): AlarmSearch {
  const tab = (['shelved', 'history', 'statistics'] as const).find((each) => each === raw['tab'])
  const page = whole(raw['page'])
  const search: AlarmSearch = {
    tab,
    severity: some(SEVERITIES, raw['severity']),
    tank: whole(raw['tank']),
    firm: whole(raw['firm']),
    metric: some(METRIC_KEYS, raw['metric']),
    ...(tab === 'history' || tab === 'statistics' ? readRange(raw) : {}),
    ...(tab === 'statistics' ? readGrouping(raw) : {}),
    page: page === 1 ? undefined : page,
    ...(tab === 'history' || tab === 'statistics' ? { per_page: readPageSize(raw) } : {}),
  }
  // Undefined fields would appear in the address.
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined))
}

function readRange(raw: Raw): Pick<AlarmSearch, 'from' | 'to'> {
  const { from, to } = raw
  if (typeof from !== 'string') return {}
  const range = { from, to: typeof to === 'string' ? to : 'now' }
  if (rangeProblem(range, Date.now())) return {}
  return range.to === 'now' ? { from } : range
}

function readPageSize(raw: Raw): PageSize | undefined {
  const size = PAGE_SIZES.find((each) => String(each) === String(raw['per_page']))
  return size === DEFAULT_PAGE_SIZE ? undefined : size
}

function readGrouping(raw: Raw): Pick<AlarmSearch, 'by' | 'sort'> {
  return {
    by: raw['by'] === 'firm' ? 'firm' : undefined,
    sort: SORTS.find((sort) => sort === raw['sort'] && sort !== '-raised'),
  }
}

function whole(raw: unknown): number | undefined {
  const number = Number(raw)
  return Number.isInteger(number) && number >= 1 && number <= 2_147_483_647 ? number : undefined
}

function some<W extends string>(words: readonly W[], raw: unknown): W[] | undefined {
  const given = Array.isArray(raw) ? raw.map(String) : typeof raw === 'string' ? raw.split(',') : []
  const known = words.filter((word) => given.includes(word))
  return known.length > 0 ? known : undefined
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
  const { severity, tank, firm, metric, from, to } = search
  const start = from === undefined ? null : readTime(from, now)
  const end = to === undefined ? null : readTime(to, now)
  return {
    // An alarm of the window may still be open; the statistics count it, so the history lists it.
    status: tab === 'history' && start !== null ? 'all' : STATUS[tab],
    ...(severity ? { severity } : {}),
    ...(metric ? { metric } : {}),
    ...(tank === undefined ? {} : { tank_id: tank }),
    ...(firm === undefined ? {} : { firm_id: firm }),
    ...(start === null ? {} : { from: new Date(start).toISOString() }),
    ...(end === null ? {} : { to: new Date(end).toISOString() }),
  }
}

/** The query of the call. */
export function alarmQuery(tab: AlarmListTab, search: AlarmSearch, now: number): Partial<AlarmListQuery> {
  const { page, per_page } = search
  return {
    ...alarmFilters(tab, search, now),
    per_page: per_page ?? PER_PAGE[tab],
    ...(page === undefined ? {} : { page }),
    ...(tab === 'history' ? { sort: search.from === undefined ? NEWEST_CLOSED : NEWEST_RAISED } : {}),
  }
}

/** Removes all filters. */
export const UNNARROWED = {
  severity: undefined,
  tank: undefined,
  firm: undefined,
  metric: undefined,
  from: undefined,
  to: undefined,
} satisfies AlarmSearch

export function isNarrowed(search: AlarmSearch): boolean {
  return (Object.keys(UNNARROWED) as (keyof AlarmSearch)[]).some((name) => search[name] !== undefined)
}
