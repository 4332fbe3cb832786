import { journalApi, type JournalEntry, type JournalFilters, type JournalListQuery } from '@dalyan/contracts/journal'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { call, callFile } from '../../../shared/api/call.ts'
import { type TimeRange, toLocal, windowOfSearch, windowQuery } from '../../../shared/charts/time-range.ts'
import { serverNow } from '../../../shared/clock/server-clock.ts'
import type { ExportFile } from '../../../shared/export/use-export.ts'
import { journalKeys } from './journal-keys.ts'

/** As the server refuses a longer time. */
const LONGEST_SUMMED_MS = 366 * 86_400_000
/** As many as stand beside a tank's charts. */
const NEWEST = 10
/** More marks would make a chart unreadable. */
const MOST_MARKS = 100

const list = (query: Partial<JournalListQuery>) =>
  queryOptions({
    queryKey: [...journalKeys.all, 'list', query],
    queryFn: ({ signal }) => call(journalApi.list, { query }, signal),
    placeholderData: keepPreviousData,
  })

export const journalQueries = {
  list,
  /** The newest entries of a tank that hold. */
  newest: (tankId: number) => list({ tank_id: tankId, valid: true, per_page: NEWEST }),
  /** The entries of a tank in a window that hold. */
  inWindow: (tankId: number, range: TimeRange) =>
    queryOptions({
      queryKey: [...journalKeys.all, 'marks', tankId, range],
      queryFn: async ({ signal }) => {
        // A window that follows the clock has no end, so that later entries are included.
        const window = windowQuery(windowOfSearch({ ...range }), serverNow())
        const query = { tank_id: tankId, valid: true, per_page: MOST_MARKS, ...window }
        return (await call(journalApi.list, { query }, signal)).data
      },
      placeholderData: keepPreviousData,
      meta: { live: true },
    }),
  /** The newest entry of each kind on a tank that holds. */
  last: (tankId: number) =>
    queryOptions({
      queryKey: [...journalKeys.all, 'last', tankId],
      queryFn: async ({ signal }) => (await call(journalApi.last, { query: { tank_id: tankId } }, signal)).data,
    }),
  /** Sums over the window of these filters; without one, over the full days of the entries of a page, newest first. */
  sums: (filters: Omit<Partial<JournalFilters>, 'valid'>, entries: readonly JournalEntry[]) => {
    const from = filters.from ?? endOfDay(entries.at(-1)?.at, -86_400_000)
    const to = filters.to ?? (filters.from === undefined ? endOfDay(entries[0]?.at, -1) : undefined)
    const isShort = from !== undefined && (Date.parse(to ?? '') || serverNow()) - Date.parse(from) < LONGEST_SUMMED_MS
    return queryOptions({
      queryKey: [...journalKeys.all, 'sums', filters, from, to],
      queryFn: async ({ signal }) => {
        const query = { ...filters, from: from ?? '', ...(to === undefined ? {} : { to }) }
        return (await call(journalApi.sums, { query }, signal)).data
      },
      enabled: isShort,
      placeholderData: keepPreviousData,
    })
  },
  authors: () =>
    queryOptions({
      queryKey: [...journalKeys.all, 'authors'],
      queryFn: async ({ signal }) => (await call(journalApi.authors, undefined, signal)).data,
    }),
}

/** The end of an instant's local day, moved by some milliseconds. Turkey keeps its offset all year. */
function endOfDay(at: string | undefined, moveMs: number): string | undefined {
  if (at === undefined) return undefined
  return new Date(Date.parse(`${toLocal(Date.parse(at)).slice(0, 10)}T24:00:00+03:00`) + moveMs).toISOString()
}

/** The entries of the filters as a file. @param code of the only tank, for the file's name */
export function journalFile(t: TFunction, filters: Partial<JournalFilters>, code: string | undefined): ExportFile {
  return {
    label: t('journal.file'),
    name: code === undefined ? 'gunluk.csv' : `gunluk-${code}.csv`,
    open: (signal) => callFile(journalApi.export, { query: { ...filters, locale: 'tr' } }, signal),
  }
}
