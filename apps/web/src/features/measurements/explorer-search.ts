import { MOST_COMPARED } from '@dalyan/contracts/measurements'
import { isMetricKey, type MetricKey } from '@dalyan/contracts/metrics'
import { rangeOfSearch, rangeSearch, type TimeRange } from '../../shared/charts/time-range.ts'
import { PAGE_SIZES } from '../../shared/list/list-address.ts'

const VIEWS = ['both', 'chart', 'table'] as const
export type ExplorerLook = (typeof VIEWS)[number]
type PageSize = (typeof PAGE_SIZES)[number]

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
  per_page?: PageSize | undefined
  sort?: 'measured_at' | undefined
  dialog?: 'add' | undefined
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
  perPage: PageSize
  isOldestFirst: boolean
  dialog: 'add' | null
}

const DEFAULT_SIZE: PageSize = 25

/** Reads an address; missing and invalid values become defaults. */
export function explorerView(search: Readonly<Record<string, unknown>>): ExplorerView {
  const tanks = [...new Set(words(search['tank']).flatMap((word) => positiveInteger(word) ?? []))].slice(
    0,
    MOST_COMPARED,
  )
  return {
    tanks,
    firmId: tanks.length > 0 ? undefined : positiveInteger(search['firm']),
    terminalId: tanks.length > 1 ? undefined : positiveInteger(search['iot_id']),
    range: rangeOfSearch(search),
    metrics: [...new Set(words(search['metrics']).filter(isMetricKey))],
    look: VIEWS.find((each) => each === search['view']) ?? 'both',
    isOnlyOutside: String(search['out']) === '1',
    page: positiveInteger(search['page']) ?? 1,
    perPage: PAGE_SIZES.find((each) => each === Number(search['per_page'])) ?? DEFAULT_SIZE,
    isOldestFirst: search['sort'] === 'measured_at',
    dialog: search['dialog'] === 'add' && tanks.length === 1 ? 'add' : null,
  }
}

/** Writes an address without defaults. */
export function explorerSearch(view: ExplorerView): ExplorerSearch {
  const { tanks, firmId, terminalId, range, metrics, look, isOnlyOutside, page, perPage, isOldestFirst, dialog } = view
  return {
    ...(tanks.length > 0 ? { tank: tanks.join(',') } : {}),
    ...(firmId === undefined ? {} : { firm: String(firmId) }),
    ...(terminalId === undefined ? {} : { iot_id: String(terminalId) }),
    ...rangeSearch(range),
    ...(metrics.length > 0 ? { metrics: metrics.join(',') } : {}),
    ...(look === 'both' ? {} : { view: look }),
    ...(isOnlyOutside ? { out: '1' } : {}),
    ...(page > 1 ? { page } : {}),
    ...(perPage === DEFAULT_SIZE ? {} : { per_page: perPage }),
    ...(isOldestFirst ? { sort: 'measured_at' } : {}),
    ...(dialog ? { dialog } : {}),
  }
}

/** The router reads a bare number in the address as a number. */
function words(value: unknown): string[] {
  return typeof value === 'string' || typeof value === 'number' ? String(value).split(',') : []
}

function positiveInteger(value: unknown): number | undefined {
  const number = typeof value === 'string' || typeof value === 'number' ? Number(value) : Number.NaN
  return Number.isInteger(number) && number > 0 && number < 2 ** 31 ? number : undefined
}
