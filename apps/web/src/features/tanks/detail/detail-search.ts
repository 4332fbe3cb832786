import { isMetricKey, type MetricKey } from '@dalyan/contracts/metrics'
import { rangeOfSearch, rangeSearch, type TimeRange } from '../../../shared/charts/time-range.ts'

export const DETAIL_TABS = ['live', 'charts', 'alarms', 'logs', 'terminals', 'info'] as const
export type DetailTab = (typeof DETAIL_TABS)[number]
export const TANK_PAGE_DIALOGS = ['edit', 'delete', 'restore', 'assign', 'reading'] as const
export type TankPageDialog = (typeof TANK_PAGE_DIALOGS)[number]

/** The address of a tank's page, `?tab=charts&from=now-7d&metrics=ph,orp&live=0&view=table&overlay=1`; defaults are left out. */
export interface DetailSearch {
  tab?: Exclude<DetailTab, 'live'> | undefined
  from?: string | undefined
  to?: string | undefined
  /** Separated by commas. */
  metrics?: string | undefined
  live?: '0' | undefined
  /** The charts' numbers as a table, or the view for a screen beside the tank. */
  view?: 'table' | 'side' | undefined
  overlay?: '1' | undefined
  dialog?: TankPageDialog | undefined
}

/** The page's state, read from its address, with defaults. */
export interface DetailView {
  tab: DetailTab
  range: TimeRange
  /** Empty: all metrics with data. */
  metrics: MetricKey[]
  isPaused: boolean
  isTable: boolean
  /** The view for a screen beside the tank: only values, large. */
  isSide: boolean
  /** Metrics of one unit share a chart. */
  isOverlaid: boolean
  dialog: TankPageDialog | null
}

/** Drops unknown names and invalid values from an address. */
export function readDetailSearch(search: Record<string, unknown>): DetailSearch {
  return detailSearch(detailView(search))
}

/** Reads an address; missing and invalid values become defaults. */
export function detailView(search: Readonly<Record<string, unknown>>): DetailView {
  const { tab, metrics, live, view, overlay, dialog } = search
  return {
    tab: DETAIL_TABS.find((each) => each === tab) ?? 'live',
    range: rangeOfSearch(search),
    metrics: typeof metrics === 'string' ? metrics.split(',').filter(isMetricKey) : [],
    // The router reads a bare 0 in the address as a number.
    isPaused: String(live) === '0',
    isTable: view === 'table',
    isSide: view === 'side',
    isOverlaid: String(overlay) === '1',
    dialog: TANK_PAGE_DIALOGS.find((each) => each === dialog) ?? null,
  }
}

/** Writes an address without defaults. */
export function detailSearch(view: DetailView): DetailSearch {
  const { tab, range, metrics, isPaused, isTable, isSide, isOverlaid, dialog } = view
  return {
    ...(tab === 'live' ? {} : { tab }),
    ...rangeSearch(range),
    ...(metrics.length > 0 ? { metrics: metrics.join(',') } : {}),
    ...(isPaused ? { live: '0' } : {}),
    ...(isSide ? { view: 'side' } : isTable ? { view: 'table' } : {}),
    ...(isOverlaid ? { overlay: '1' } : {}),
    ...(dialog ? { dialog } : {}),
  }
}
