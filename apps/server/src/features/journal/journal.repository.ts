import type { Instant } from '@dalyan/contracts/instant'
import type { JournalEntry, JournalFilters, JournalInput, JournalListQuery } from '@dalyan/contracts/journal'
import { JOURNAL_KINDS } from '@dalyan/contracts/journal-words'
import type { Page } from '@dalyan/contracts/paging'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { foldedContains, isTooShortForIndex } from '../../core/database/contains-folded.ts'
import type { Connection } from '../../core/database/database.ts'
import { createList, equals, isFound, isInFirms, isOneOf, refOf } from '../../core/database/list.ts'
import { orIfTaken } from '../../core/database/unique-violation.ts'
import type { FirmScope } from '../../core/http/signed-in.ts'

/** Whether the entry `j` holds: it was not corrected, and withdraws none. */
export const HOLDS = sql.raw(
  '(not j.withdrawn and not exists (select from journal_entries c where c.corrects = j.id and c.corrects is not null))',
)
/** Entries that do not hold; the index of the few corrections has them all. */
const DOES_NOT_HOLD = sql`j.id = any(array(
  select c.corrects from journal_entries c where c.corrects is not null
  union all select c.id from journal_entries c where c.corrects is not null and c.withdrawn))`
const isInIndex = isFound('j.id', { table: 'journal_entries' })

const ENTRIES = createList<JournalListQuery, JournalEntry>({
  from: 'journal_entries j',
  id: 'j.id',
  columns: `j.id, j.kind, j.at, j.amount, j.unit, j.note, j.corrects, j.withdrawn, j.created_at, c.id as corrected_by,
    ${refOf('k', 'code', 'name')} as tank,
    ${refOf('u', 'name')} as created_by`,
  joins: `join tanks k on k.id = j.tank_id left join users u on u.id = j.created_by
    left join journal_entries c on c.corrects = j.id`,
  filters: {
    tank_id: equals('j.tank_id'),
    kind: isOneOf('j.kind'),
    from: (from) => sql`j.at >= ${from}::timestamptz`,
    to: (to) => sql`j.at <= ${to}::timestamptz`,
    created_by: equals('j.created_by'),
    search: (part) => (isTooShortForIndex(part) ? foldedContains(sql.ref('j.search'), part) : isInIndex(part)),
    // Not compared with the value: PostgreSQL would look each entry up instead of reading the few corrections once.
    valid: (isValid) => (isValid ? HOLDS : DOES_NOT_HOLD),
  },
  sorts: { at: 'j.at', created_at: 'j.created_at' },
  defaultSort: [{ field: 'at', descending: true }],
  isNewestFirst: true,
})

/** The entries `j` of the filters on tanks that the caller may see. Only admins see those of deleted tanks. */
export function journalCondition(query: JournalFilters, firms: FirmScope): RawBuilder<SqlBool> {
  return ENTRIES.conditionOf(query, inScope(firms))
}

/** The entries `j` on tanks that the caller may see. */
export function inScope(firms: FirmScope): RawBuilder<SqlBool> {
  if (firms === 'all') return sql`true`
  return sql`j.tank_id = any(array(select s.id from tanks s where ${isInFirms('s.firm_id', firms)} and s.status <> 'deleted'))`
}

export function journalRepository({ db }: Pick<Connection, 'db'>) {
  return {
    list: (query: JournalListQuery, firms: FirmScope): Promise<Page<JournalEntry>> =>
      ENTRIES.readPage({ db }, query, journalCondition(query, firms)),

    async findById(id: string, firms: FirmScope): Promise<JournalEntry | undefined> {
      const [entry] = await ENTRIES.find({ db }, sql`j.id = ${id}::uuid`, inScope(firms))
      return entry
    },

    /** The newest entry of each kind on a tank that holds. */
    findLast: (tankId: number, firms: FirmScope): Promise<JournalEntry[]> =>
      ENTRIES.find(
        { db },
        sql`j.id = any(array(select last.id from unnest(${[...JOURNAL_KINDS]}::text[]) work(name) cross join lateral
          (select j.id from journal_entries j where j.tank_id = ${tankId} and j.kind = work.name and ${HOLDS}
            order by j.at desc, j.id desc limit 1) last))`,
        inScope(firms),
      ),

    /** @returns false: an entry with this id exists. @throws `refusal` when another entry corrects the same one. */
    async insert(entry: JournalInput, by: number, at: Instant, refusal: () => Error): Promise<boolean> {
      const { amount = null, unit = null, note = null, corrects = null, withdrawn = false, ...named } = entry
      const row = { ...named, amount, unit, note, corrects, withdrawn, created_by: by, created_at: at }
      const insert = db
        .insertInto('journal_entries')
        .values(row)
        .onConflict((conflict) => conflict.column('id').doNothing())
        .executeTakeFirst()
      const { numInsertedOrUpdatedRows } = await orIfTaken(insert, refusal)
      return numInsertedOrUpdatedRows === 1n
    },
  }
}
