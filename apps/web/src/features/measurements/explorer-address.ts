import type { ExplorerSearch } from './explorer-search.ts'

const NAMES: readonly (keyof ExplorerSearch)[] = [
  'tank',
  'firm',
  'iot_id',
  'from',
  'to',
  'metrics',
  'view',
  'out',
  'page',
  'per_page',
  'sort',
  'dialog',
  'tab',
  'x',
  'y',
  'lag',
  'against',
  'axes',
]

/** Drops unknown names from the address. The page reads the values (`explorerView`), because the router is part of the first load. */
export function keepExplorerSearch(raw: Readonly<Record<string, unknown>>): ExplorerSearch {
  return Object.fromEntries(NAMES.filter((name) => raw[name] !== undefined).map((name) => [name, raw[name]]))
}
