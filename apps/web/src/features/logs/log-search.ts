import {
  AUDIT_TARGETS,
  LOG_STATUSES,
  SERVER_LOG_LEVELS,
  type AuditTarget,
  type LogStatus,
  type ServerLogLevel,
} from '@dalyan/contracts/logs'
import { rangeProblem, readTime, type TimeRange } from '../../shared/charts/time-range.ts'

/** Seconds between two polls. */
export const INTERVALS = [2, 5, 15, 60] as const
export const DEFAULT_INTERVAL = 5
export const LOG_PAGE_SIZES = [50, 100, 250, 500] as const
export const DEFAULT_LOG_SIZE = 100

/** The state of a log in the address; absent fields have their defaults. */
export interface LogSearch {
  iot_id?: number | undefined
  tank_id?: number | undefined
  /** The actor, in the audit log. */
  user_id?: number | undefined
  /** The kind of record, in the audit log. */
  target?: AuditTarget['kind'][] | undefined
  status?: LogStatus[] | undefined
  level?: ServerLogLevel[] | undefined
  event?: string | undefined
  search?: string | undefined
  /** Ends of the window, as in `TimeRange`; absent: all times. */
  from?: string | undefined
  to?: string | undefined
  include_orphans?: 1 | undefined
  /** Oldest first; otherwise newest first. */
  sort?: 'created_at' | undefined
  /** Seconds between two polls; 0: no polling. */
  refresh?: (typeof INTERVALS)[number] | 0 | undefined
  page?: number | undefined
  per_page?: number | undefined
  /** The server log's name for the page size. */
  limit?: number | undefined
}

type Raw = Readonly<Record<string, unknown>>

/** Reads the address: unknown keys and invalid values are dropped. */
export function readLogSearch(raw: Raw): LogSearch {
  const range = readRange(raw)
  return cleaned({
    iot_id: whole(raw['iot_id']),
    tank_id: whole(raw['tank_id']),
    user_id: whole(raw['user_id']),
    target: some(AUDIT_TARGETS, raw['target']),
    status: some(LOG_STATUSES, raw['status']),
    level: some(SERVER_LOG_LEVELS, raw['level']),
    event: text(raw['event']),
    search: text(raw['search']),
    ...range,
    include_orphans: String(raw['include_orphans']) === '1' ? 1 : undefined,
    sort: raw['sort'] === 'created_at' ? 'created_at' : undefined,
    refresh: ([0, ...INTERVALS] as const).find((each) => String(each) === String(raw['refresh'])),
    page: pageOf(raw['page']),
    per_page: sizeOf(raw['per_page']),
    limit: sizeOf(raw['limit']),
  })
}

function readRange(raw: Raw): Partial<TimeRange> {
  const from = text(raw['from'])
  if (from === undefined) return {}
  const range = { from, to: text(raw['to']) ?? 'now' }
  if (rangeProblem(range, Date.now())) return {}
  return range.to === 'now' ? { from } : range
}

/** The window's ends as the API takes them. */
export function askedRange({ from, to }: LogSearch, now: number): { from?: string; to?: string } {
  const start = from === undefined ? null : readTime(from, now)
  const end = to === undefined ? null : readTime(to, now)
  return {
    ...(start === null ? {} : { from: new Date(start).toISOString() }),
    ...(end === null ? {} : { to: new Date(end).toISOString() }),
  }
}

/** Undefined fields would appear in the address. */
function cleaned(search: LogSearch): LogSearch {
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined))
}

function text(raw: unknown): string | undefined {
  const plain = typeof raw === 'string' || typeof raw === 'number' ? String(raw).slice(0, 200) : ''
  return plain === '' ? undefined : plain
}

function whole(raw: unknown): number | undefined {
  const number = Number(raw)
  return Number.isInteger(number) && number >= 1 && number <= 2_147_483_647 ? number : undefined
}

function pageOf(raw: unknown): number | undefined {
  const page = whole(raw)
  return page === undefined || page === 1 ? undefined : page
}

function sizeOf(raw: unknown): number | undefined {
  return LOG_PAGE_SIZES.find((size) => size === Number(raw) && size !== DEFAULT_LOG_SIZE)
}

function some<W extends string>(words: readonly W[], raw: unknown): W[] | undefined {
  const given = Array.isArray(raw) ? raw.map(String) : (text(raw) ?? '').split(',')
  const known = words.filter((word) => given.includes(word))
  return known.length > 0 ? known : undefined
}

/** Removes all filters. */
export const UNNARROWED = {
  iot_id: undefined,
  tank_id: undefined,
  user_id: undefined,
  target: undefined,
  status: undefined,
  level: undefined,
  event: undefined,
  search: undefined,
  from: undefined,
  to: undefined,
  include_orphans: undefined,
} satisfies LogSearch

export function isNarrowed(search: LogSearch): boolean {
  return (Object.keys(UNNARROWED) as (keyof LogSearch)[]).some((name) => search[name] !== undefined)
}
