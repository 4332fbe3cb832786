import type { AlarmSearch } from './alarm-search.ts'

const NAMES = [
  'tab',
  'severity',
  'tank',
  'metric',
  'from',
  'to',
  'firm',
  'by',
  'sort',
  'page',
  'per_page',
] as const satisfies (keyof AlarmSearch)[]

/** Drops unknown keys from the address. The page reads the values (`readAlarmSearch`), because the router is part of the first load. */
export function keepAlarmSearch(raw: Readonly<Record<string, unknown>>): AlarmSearch {
  return Object.fromEntries(NAMES.filter((name) => raw[name] !== undefined).map((name) => [name, raw[name]]))
}
