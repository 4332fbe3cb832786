import type { LogSearch } from './log-search.ts'

const NAMES: readonly (keyof LogSearch)[] = [
  'iot_id',
  'tank_id',
  'user_id',
  'target',
  'status',
  'level',
  'event',
  'search',
  'from',
  'to',
  'include_orphans',
  'sort',
  'refresh',
  'page',
  'per_page',
  'limit',
]

/** Drops what no log knows from the address. The values are read by the page (`readLogSearch`): the router comes with the first load. */
export function keepLogSearch(raw: Readonly<Record<string, unknown>>): LogSearch {
  return Object.fromEntries(NAMES.filter((name) => raw[name] !== undefined).map((name) => [name, raw[name]]))
}
