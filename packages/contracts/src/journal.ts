import * as z from 'zod/mini'
import { plainText } from './codes.ts'
import { endpoint } from './endpoint.ts'
import { InFileLocale } from './file-locale.ts'
import { Instant, InstantInput } from './instant.ts'
import { JOURNAL_KINDS } from './journal-words.ts'
import { IdInQuery, pageOf, pageQuery, RecordId, SearchText, someOf, sortOf, yesNo } from './paging.ts'
import { TankRef } from './terminals.ts'
import { UserRef } from './users.ts'

/** Work done on a tank, or an observation. Entries are never changed: a correction is a new entry that names the one it replaces. */
export const JournalEntry = z.object({
  /** A UUID made by the page, so that an entry sent twice is stored once. */
  id: z.string(),
  tank: TankRef,
  kind: z.enum(JOURNAL_KINDS),
  /** When it was done. */
  at: Instant,
  amount: z.nullable(z.number()),
  unit: z.nullable(z.string()),
  note: z.nullable(z.string()),
  /** The entry that this one replaces. */
  corrects: z.nullable(z.string()),
  /** The entry that it replaces never happened; this one says only that. */
  withdrawn: z.boolean(),
  /** The entry that replaces this one; null: it holds. */
  corrected_by: z.nullable(z.string()),
  created_by: z.nullable(UserRef),
  /** When it reached the server. */
  created_at: Instant,
})
export type JournalEntry = z.infer<typeof JournalEntry>

const uuid = z.guid({ error: 'invalid_format' })

export const JournalInput = z.object({
  id: uuid,
  tank_id: RecordId,
  kind: z.enum(JOURNAL_KINDS),
  at: InstantInput,
  amount: z.optional(z.nullable(z.number().check(z.gte(0), z.lte(1_000_000)))),
  unit: z.optional(z.nullable(plainText(20))),
  note: z.optional(z.nullable(plainText(2000))),
  /** An entry of the same tank that holds. */
  corrects: z.optional(z.nullable(uuid)),
  /** Only together with `corrects`. */
  withdrawn: z.optional(z.boolean()),
})
export type JournalInput = z.infer<typeof JournalInput>

export const JournalListQuery = z.object({
  ...pageQuery(),
  tank_id: z.optional(IdInQuery),
  kind: z.optional(someOf(JOURNAL_KINDS)),
  from: z.optional(InstantInput),
  to: z.optional(InstantInput),
  /** The user who wrote it. */
  created_by: z.optional(IdInQuery),
  /** Searches the note. */
  search: z.optional(SearchText),
  /** Only entries that hold: neither corrected nor withdrawals. */
  valid: z.optional(yesNo),
  /** Default: the newest first. */
  sort: z.optional(sortOf(['at', 'created_at'])),
})
export type JournalListQuery = z.infer<typeof JournalListQuery>

const { tank_id, kind, from, to, created_by, search, valid } = JournalListQuery.shape
const JournalFilters = z.object({ tank_id, kind, from, to, created_by, search, valid })
export type JournalFilters = z.infer<typeof JournalFilters>

/** The list's filters; the newest first, without a limit. */
export const JournalExportQuery = z.extend(JournalFilters, {
  format: z._default(z.enum(['csv']), 'csv'),
  locale: InFileLocale,
})

/** The longest time that is summed. */
export const LONGEST_SUMMED_DAYS = 366

/** Filters of the entries to sum; only those that hold count. */
export const JournalSumsQuery = z.object({
  tank_id,
  kind,
  from: InstantInput,
  /** Default: now. */
  to,
  created_by,
  search,
})
export type JournalSumsQuery = z.infer<typeof JournalSumsQuery>

/** The entries of one kind of work on one day. */
export const JournalSum = z.object({
  /** A local day, `YYYY-MM-DD`, in Europe/Istanbul. */
  day: z.string(),
  kind: z.enum(JOURNAL_KINDS),
  entries: z.int(),
  /** The amounts of these entries, added up by their unit, grams as kilograms; empty where a sum says nothing, as of percentages. */
  amounts: z.array(z.object({ amount: z.number(), unit: z.nullable(z.string()) })),
})
export type JournalSum = z.infer<typeof JournalSum>

export const journalApi = {
  list: endpoint('GET', '/api/journal', { query: JournalListQuery, reply: pageOf(JournalEntry) }),
  /** 200 when an entry with this id is stored already; it stays as it is. */
  write: endpoint('POST', '/api/journal', { body: JournalInput, reply: JournalEntry, status: 201 }),
  /** The newest entry of each kind on a tank that holds: the next one usually has its amount. */
  last: endpoint('GET', '/api/journal/last', {
    query: z.object({ tank_id: IdInQuery }),
    reply: z.object({ data: z.array(JournalEntry) }),
  }),
  /** Newest day first. 422 for more than a year. */
  sums: endpoint('GET', '/api/journal/sums', {
    query: JournalSumsQuery,
    reply: z.object({ data: z.array(JournalSum) }),
  }),
  /** The users who wrote entries that the caller may see, by name, at most 200. */
  authors: endpoint('GET', '/api/journal/authors', { reply: z.object({ data: z.array(UserRef) }) }),
  export: endpoint('GET', '/api/journal/export', { query: JournalExportQuery, files: ['text/csv'] }),
}
