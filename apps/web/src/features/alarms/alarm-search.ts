import type { AlarmListQuery } from '@dalyan/contracts/alarms'
import { METRIC_KEYS, type MetricKey } from '@dalyan/contracts/metrics'
import { SEVERITIES, type Severity } from '@dalyan/contracts/range-templates'
import { rangeProblem, readTime } from '../../shared/charts/time-range.ts'

export const ALARM_TABS = ['open', 'shelved', 'history'] as const
export type AlarmTab = (typeof ALARM_TABS)[number]

/** What the page shows, as its address keeps it; what is left out has its default. */
export interface AlarmSearch {
  tab?: Exclude<AlarmTab, 'open'> | undefined
  severity?: Severity[] | undefined
  /** Id. */
  tank?: number | undefined
  metric?: MetricKey[] | undefined
  /** Of the history: ends of a window, as in `TimeRange`. */
  from?: string | undefined
  to?: string | undefined
  page?: number | undefined
}

type Raw = Readonly<Record<string, unknown>>

/** Reads the address: unknown keys and values that cannot be are dropped. */
export function readAlarmSearch(raw: Raw): AlarmSearch {
  const tab = (['shelved', 'history'] as const).find((each) => each === raw['tab'])
  const page = whole(raw['page'])
  const search: AlarmSearch = {
    tab,
    severity: some(SEVERITIES, raw['severity']),
    tank: whole(raw['tank']),
    metric: some(METRIC_KEYS, raw['metric']),
    ...(tab === 'history' ? readRange(raw) : {}),
    page: page === 1 ? undefined : page,
  }
  // Without undefined fields, which would stand in the address.
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined))
}

function readRange(raw: Raw): Pick<AlarmSearch, 'from' | 'to'> {
  const { from, to } = raw
  if (typeof from !== 'string') return {}
  const range = { from, to: typeof to === 'string' ? to : 'now' }
  if (rangeProblem(range, Date.now())) return {}
  return range.to === 'now' ? { from } : range
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
/** All that is open should stand on one page. */
const PER_PAGE = { open: 100, shelved: 100, history: 25 }
const NEWEST_CLOSED: AlarmListQuery['sort'] = [{ field: 'closed_at', descending: true }]

/** The call that shows it. `now` in epoch milliseconds, for a window that moves with the clock. */
export function alarmQuery(search: AlarmSearch, now: number): Partial<AlarmListQuery> {
  const { tab = 'open', severity, tank, metric, from, to, page } = search
  const start = from === undefined ? null : readTime(from, now)
  const end = to === undefined ? null : readTime(to, now)
  return {
    status: STATUS[tab],
    per_page: PER_PAGE[tab],
    ...(page === undefined ? {} : { page }),
    ...(tab === 'history' ? { sort: NEWEST_CLOSED } : {}),
    ...(severity ? { severity } : {}),
    ...(metric ? { metric } : {}),
    ...(tank === undefined ? {} : { tank_id: tank }),
    ...(start === null ? {} : { from: new Date(start).toISOString() }),
    ...(end === null ? {} : { to: new Date(end).toISOString() }),
  }
}

/** No filter at all. */
export const UNNARROWED = {
  severity: undefined,
  tank: undefined,
  metric: undefined,
  from: undefined,
  to: undefined,
} satisfies AlarmSearch

export function isNarrowed(search: AlarmSearch): boolean {
  return (Object.keys(UNNARROWED) as (keyof AlarmSearch)[]).some((name) => search[name] !== undefined)
}
