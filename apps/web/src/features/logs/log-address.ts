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

/** Drops unknown keys from the address. The page reads the values (`readLogSearch`), because the router is part of the first load. */
export function keepLogSearch(raw: Readonly<Record<string, unknown>>): LogSearch {
  return Object.fromEntries(NAMES.filter((name) => raw[name] !== undefined).map((name) => [name, raw[name]]))
}
