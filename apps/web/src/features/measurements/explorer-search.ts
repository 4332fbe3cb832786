import { AGAINST, type CompareQuery, MOST_LAG_MINUTES } from '@dalyan/contracts/explore'
import { MOST_COMPARED } from '@dalyan/contracts/measurements'
import { isMetricKey, type MetricKey } from '@dalyan/contracts/metrics'
import { DEFAULT_RANGE, rangeOfSearch, type TimeRange } from '../../shared/charts/time-range.ts'
import { PAGE_SIZES } from '../../shared/list/list-address.ts'
import { useAddressView } from '../../shared/ui/use-address-view.ts'

export const EXPLORER_LOOKS = ['both', 'chart', 'table'] as const
export type ExplorerLook = (typeof EXPLORER_LOOKS)[number]
/** How the explorer looks at readings: over time, one metric against another, by the hour of the day, tank against tank. */
export const EXPLORER_TABS = ['time', 'relation', 'pattern', 'compare'] as const
export type ExplorerTab = (typeof EXPLORER_TABS)[number]
type Against = CompareQuery['against']
type ExplorerPageSize = (typeof PAGE_SIZES)[number]

/** The explorer's address, `?tank=14,3&from=now-7d&metrics=ph,orp&view=chart&out=1&page=2`; defaults are left out. */
export interface ExplorerSearch {
  /** Ids, by comma. */
  tank?: string | undefined
  firm?: string | undefined
  iot_id?: string | undefined
  from?: string | undefined
  to?: string | undefined
  /** By comma. */
  metrics?: string | undefined
  view?: ExplorerLook | undefined
  out?: '1' | undefined
  page?: number | undefined
  per_page?: ExplorerPageSize | undefined
  sort?: 'measured_at' | undefined
  dialog?: 'add' | undefined
  tab?: ExplorerTab | undefined
  x?: MetricKey | undefined
  y?: MetricKey | undefined
  /** Minutes. */
  lag?: number | undefined
  against?: Against | undefined
  axes?: '2' | undefined
}

/** The page's state, read from its address, with defaults. */
export interface ExplorerView {
  /** One: nine charts; several: a chart for each metric with a line for each tank; empty: all, as a table. */
  tanks: number[]
  /** Only while no tank is selected. */
  firmId: number | undefined
  terminalId: number | undefined
  range: TimeRange
  /** Empty: all metrics with data. */
  metrics: MetricKey[]
  look: ExplorerLook
  isOnlyOutside: boolean
  page: number
  perPage: ExplorerPageSize
  isOldestFirst: boolean
  dialog: 'add' | null
  tab: ExplorerTab
  /** The metric of a day's pattern and of a comparison; of a relation the one of its horizontal axis. */
  x: MetricKey
  y: MetricKey
  /** How many minutes the values of `y` are later than those of `x`. */
  lag: number
  /** Whose median tanks are compared with. */
  against: Against
  /** Two metrics share one chart with an axis on each side; only while exactly two are selected. */
  hasTwoAxes: boolean
}

const DEFAULT_SIZE: ExplorerPageSize = 25

/** Reads an address; missing and invalid values become defaults. */
export function explorerView(search: Readonly<Record<string, unknown>>): ExplorerView {
  const tanks = [...new Set(words(search['tank']).flatMap((word) => positiveInteger(word) ?? []))].slice(
    0,
    MOST_COMPARED,
  )
  const metrics = [...new Set(words(search['metrics']).filter(isMetricKey))]
  const tab = EXPLORER_TABS.find((each) => each === search['tab']) ?? 'time'
  const metric = (name: 'x' | 'y', fallback: MetricKey) => {
    const [word = ''] = words(search[name])
    return isMetricKey(word) ? word : fallback
  }
  return {
    tanks,
    firmId: tanks.length > 0 ? undefined : positiveInteger(search['firm']),
    terminalId: tanks.length > 1 ? undefined : positiveInteger(search['iot_id']),
    range: tab !== 'time' && search['from'] === undefined ? defaultRange(tab) : rangeOfSearch(search),
    metrics,
    look: EXPLORER_LOOKS.find((each) => each === search['view']) ?? 'both',
    isOnlyOutside: String(search['out']) === '1',
    page: positiveInteger(search['page']) ?? 1,
    perPage: PAGE_SIZES.find((each) => each === Number(search['per_page'])) ?? DEFAULT_SIZE,
    isOldestFirst: search['sort'] === 'measured_at',
    dialog: search['dialog'] === 'add' && tanks.length === 1 ? 'add' : null,
    tab,
    x: metric('x', 'tank_temperature'),
    y: metric('y', 'ph'),
    lag: lagOf(search['lag']),
    against: AGAINST.find((each) => each === search['against']) ?? 'place',
    hasTwoAxes: String(search['axes']) === '2' && metrics.length === 2 && tanks.length <= 1,
  }
}

/** Writes an address without defaults. */
export function explorerSearch(view: ExplorerView): ExplorerSearch {
  const { tanks, firmId, terminalId, range, metrics, look, isOnlyOutside, page, perPage, isOldestFirst, dialog } = view
  const { tab, x, y, lag, against, hasTwoAxes } = view
  return {
    ...(tanks.length > 0 ? { tank: tanks.join(',') } : {}),
    ...(firmId === undefined ? {} : { firm: String(firmId) }),
    ...(terminalId === undefined ? {} : { iot_id: String(terminalId) }),
    ...(isSameRange(range, defaultRange(tab)) ? {} : { from: range.from, to: range.to }),
    ...(metrics.length > 0 ? { metrics: metrics.join(',') } : {}),
    ...(look === 'both' ? {} : { view: look }),
    ...(isOnlyOutside ? { out: '1' } : {}),
    ...(page > 1 ? { page } : {}),
    ...(perPage === DEFAULT_SIZE ? {} : { per_page: perPage }),
    ...(isOldestFirst ? { sort: 'measured_at' } : {}),
    ...(dialog ? { dialog } : {}),
    ...(tab === 'time' ? {} : { tab }),
    ...(x === 'tank_temperature' ? {} : { x }),
    ...(y === 'ph' ? {} : { y }),
    ...(lag === 0 ? {} : { lag }),
    ...(against === 'place' ? {} : { against }),
    ...(hasTwoAxes ? { axes: '2' } : {}),
  }
}

/** A day over time; the other views need several. */
function defaultRange(tab: ExplorerTab): TimeRange {
  return tab === 'time' ? DEFAULT_RANGE : { from: 'now-30d', to: 'now' }
}

function isSameRange(one: TimeRange, other: TimeRange): boolean {
  return one.from === other.from && one.to === other.to
}

function lagOf(value: unknown): number {
  const minutes = Number(value ?? 0)
  return Number.isInteger(minutes) && Math.abs(minutes) <= MOST_LAG_MINUTES ? minutes : 0
}

/** The router reads a bare number in the address as a number. */
function words(value: unknown): string[] {
  return typeof value === 'string' || typeof value === 'number' ? String(value).split(',') : []
}

function positiveInteger(value: unknown): number | undefined {
  const number = typeof value === 'string' || typeof value === 'number' ? Number(value) : Number.NaN
  return Number.isInteger(number) && number > 0 && number < 2 ** 31 ? number : undefined
}

/** Changes what is shown. A change that selects other readings goes back to page one. */
export type ShowExplorer = (changes: Partial<ExplorerView>) => void

const SAME_READINGS: ReadonlySet<string> = new Set(['page', 'look', 'metrics', 'dialog', 'hasTwoAxes'])

/** The explorer's state, which is its address. */
export function useExplorer(): { view: ExplorerView; show: ShowExplorer } {
  return useAddressView(explorerView, explorerSearch, withChanges)
}

function withChanges(view: ExplorerView, changes: Partial<ExplorerView>): ExplorerView {
  const isSame = Object.keys(changes).every(
    (key) => SAME_READINGS.has(key) && !(key === 'metrics' && view.isOnlyOutside),
  )
  const next = { ...view, ...(isSame ? {} : { page: 1 }), ...changes }
  // Another tab has its own usual window, unless the user chose one.
  if (changes.tab && isSameRange(view.range, defaultRange(view.tab))) next.range = defaultRange(changes.tab)
  // Some fields are valid only with others: a terminal, for example, belongs to at most one tank.
  return explorerView({ ...explorerSearch(next) })
}
