import type { Alarm } from '@dalyan/contracts/alarms'
import { isMetricKey, type MetricKey } from '@dalyan/contracts/metrics'
import { useParams } from '@tanstack/react-router'
import { rangeOfSearch, rangeSearch, type TimeRange, toLocal } from '../../../shared/charts/time-range.ts'
import { useAddressView } from '../../../shared/ui/use-address-view.ts'

export const DETAIL_TABS = ['live', 'charts', 'journal', 'alarms', 'reports', 'logs', 'terminals', 'info'] as const
export type DetailTab = (typeof DETAIL_TABS)[number]
export const TANK_PAGE_DIALOGS = ['edit', 'delete', 'restore', 'assign', 'reading', 'mode', 'share'] as const
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
  /** Of a printed report, with the tab of reports. */
  hash?: string | undefined
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
  /** The hash of a printed report. */
  reportHash: string | null
  dialog: TankPageDialog | null
}

/** Drops unknown names and invalid values from an address. */
export function readDetailSearch(search: Readonly<Record<string, unknown>>): DetailSearch {
  return detailSearch(detailView(search))
}

/** Reads an address; missing and invalid values become defaults. */
export function detailView(search: Readonly<Record<string, unknown>>): DetailView {
  const { tab, metrics, live, view, overlay, hash, dialog } = search
  return {
    tab: DETAIL_TABS.find((each) => each === tab) ?? 'live',
    range: rangeOfSearch(search),
    metrics: typeof metrics === 'string' ? metrics.split(',').filter(isMetricKey) : [],
    // The router reads a bare 0 in the address as a number.
    isPaused: String(live) === '0',
    isTable: view === 'table',
    isSide: view === 'side',
    isOverlaid: String(overlay) === '1',
    reportHash: typeof hash === 'string' && /^[0-9a-f]{64}$/.test(hash) ? hash : null,
    dialog: TANK_PAGE_DIALOGS.find((each) => each === dialog) ?? null,
  }
}

/** Writes an address without defaults. */
export function detailSearch(view: DetailView): DetailSearch {
  const { tab, range, metrics, isPaused, isTable, isSide, isOverlaid, reportHash, dialog } = view
  return {
    ...(tab === 'live' ? {} : { tab }),
    ...rangeSearch(range),
    ...(metrics.length > 0 ? { metrics: metrics.join(',') } : {}),
    ...(isPaused ? { live: '0' } : {}),
    ...(isSide ? { view: 'side' } : isTable ? { view: 'table' } : {}),
    ...(isOverlaid ? { overlay: '1' } : {}),
    ...(reportHash !== null && tab === 'reports' ? { hash: reportHash } : {}),
    ...(dialog ? { dialog } : {}),
  }
}

/** The tank of the page, the page's state, which is its address, and how to change it. */
export function useDetailView() {
  const { id } = useParams({ from: '/signed-in/tanks/$id' })
  return { id: Number(id), ...useAddressView(detailView, detailSearch) }
}

const HOUR_MS = 3_600_000

/** The page's state that shows an alarm in its chart: from an hour before it began to an hour after its end. */
export function alarmInChart({ metric, out_since, closed_at, cleared_at }: Alarm): Partial<DetailView> {
  const end = closed_at && (cleared_at ?? closed_at)
  return {
    tab: 'charts',
    metrics: metric ? [metric] : [],
    range: {
      from: toLocal(Date.parse(out_since) - HOUR_MS),
      to: end ? toLocal(Date.parse(end) + HOUR_MS) : 'now',
    },
    isPaused: false,
    isTable: false,
    isOverlaid: false,
  }
}
