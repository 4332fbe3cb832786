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
]

/** Drops what the explorer does not know from the address. The values are read by the page (`explorerView`): the router comes with the first load. */
export function keepExplorerSearch(raw: Readonly<Record<string, unknown>>): ExplorerSearch {
  return Object.fromEntries(NAMES.filter((name) => raw[name] !== undefined).map((name) => [name, raw[name]]))
}
