import { AUDIT_TARGETS, LOG_STATUSES, SERVER_LOG_LEVELS } from '@dalyan/contracts/log-words'
import { type OpenTimeRange, windowOfSearch } from '../../shared/charts/time-range.ts'
import { type AddressState, narrowing, readFields } from '../../shared/list/list-address.ts'

/** Seconds between two polls. */
export const INTERVALS = [2, 5, 15, 60] as const
export const DEFAULT_INTERVAL = 5
export const LOG_PAGE_SIZES = [50, 100, 250, 500] as const
export const DEFAULT_LOG_SIZE = 100
const PAGE_SIZE = { oneOf: LOG_PAGE_SIZES, default: DEFAULT_LOG_SIZE } as const

/** The filters besides the window. */
const FILTERS = {
  iot_id: 'id',
  tank_id: 'id',
  /** The actor, in the audit log. */
  user_id: 'id',
  /** The kind of record, in the audit log. */
  target: AUDIT_TARGETS,
  status: LOG_STATUSES,
  level: SERVER_LOG_LEVELS,
  event: 'text',
  search: 'text',
  include_orphans: 'switch',
} as const

/** How the entries are shown. */
const VIEW = {
  /** Oldest first; otherwise newest first. */
  sort: { oneOf: ['created_at'] },
  /** Seconds between two polls; 0: no polling. */
  refresh: { oneOf: [0, ...INTERVALS] },
  page: 'page',
  per_page: PAGE_SIZE,
  /** The server log's name for the page size. */
  limit: PAGE_SIZE,
} as const

/** The state of a log in the address; absent fields have their defaults, and without `from` there is no window. */
export type LogSearch = AddressState<typeof FILTERS> & OpenTimeRange & AddressState<typeof VIEW>

/** Reads the address: unknown keys and invalid values are dropped. */
export function readLogSearch(raw: Readonly<Record<string, unknown>>): LogSearch {
  return { ...readFields(FILTERS, raw), ...windowOfSearch(raw), ...readFields(VIEW, raw) }
}

export const { without: UNNARROWED, isNarrowed } = narrowing([
  ...(Object.keys(FILTERS) as (keyof typeof FILTERS)[]),
  'from',
  'to',
])
