import { useParams } from '@tanstack/react-router'
import { rangeOfSearch, rangeSearch, type TimeRange } from '../../../shared/charts/time-range.ts'
import { useAddressView } from '../../../shared/ui/use-address-view.ts'

export const TERMINAL_TABS = ['live', 'measurements', 'logs', 'info'] as const
type TerminalTab = (typeof TERMINAL_TABS)[number]
export const TERMINAL_PAGE_DIALOGS = ['edit', 'delete', 'restore', 'authorize', 'ban', 'unban', 'key'] as const
export type TerminalPageDialog = (typeof TERMINAL_PAGE_DIALOGS)[number]

/** The address of a terminal's page, `?tab=measurements&from=now-7d&live=0&view=table`; defaults are left out. */
export interface TerminalPageSearch {
  tab?: Exclude<TerminalTab, 'live'> | undefined
  from?: string | undefined
  to?: string | undefined
  live?: '0' | undefined
  view?: 'table' | undefined
  dialog?: TerminalPageDialog | undefined
}

/** The page's state, read from its address, with defaults. */
export interface TerminalPageView {
  tab: TerminalTab
  range: TimeRange
  isPaused: boolean
  isTable: boolean
  dialog: TerminalPageDialog | null
}

/** Drops unknown keys and invalid values from an address. */
export function readTerminalPageSearch(search: Readonly<Record<string, unknown>>): TerminalPageSearch {
  return terminalPageSearch(terminalPageView(search))
}

/** Reads an address; missing and invalid values become defaults. */
export function terminalPageView(search: Readonly<Record<string, unknown>>): TerminalPageView {
  const { tab, live, view, dialog } = search
  return {
    tab: TERMINAL_TABS.find((each) => each === tab) ?? 'live',
    range: rangeOfSearch(search),
    isPaused: String(live) === '0',
    isTable: view === 'table',
    dialog: TERMINAL_PAGE_DIALOGS.find((each) => each === dialog) ?? null,
  }
}

/** Writes an address without defaults. */
export function terminalPageSearch({ tab, range, isPaused, isTable, dialog }: TerminalPageView): TerminalPageSearch {
  return {
    ...(tab === 'live' ? {} : { tab }),
    ...rangeSearch(range),
    ...(isPaused ? { live: '0' } : {}),
    ...(isTable ? { view: 'table' } : {}),
    ...(dialog ? { dialog } : {}),
  }
}

/** The terminal of the page, the page's state, which is its address, and how to change it. */
export function useTerminalPage() {
  const { id } = useParams({ from: '/signed-in/terminals/$id' })
  return { id: Number(id), ...useAddressView(terminalPageView, terminalPageSearch) }
}
