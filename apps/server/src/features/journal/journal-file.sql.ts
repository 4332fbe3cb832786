import type { Instant } from '@dalyan/contracts/instant'
import type { JournalEntry, JournalFilters } from '@dalyan/contracts/journal'
import { sql } from 'kysely'
import { clockIn } from '../../core/database/clock-in.ts'
import type { Connection } from '../../core/database/database.ts'
import type { FirmScope } from '../../core/http/signed-in.ts'
import { journalCondition } from './journal.repository.ts'

// SQL text: the database formats the times in the time zone of the file.

/** The entries of a file. */
export interface WantedEntries {
  filters: JournalFilters
  firms: FirmScope
  now: Instant
}

/** An entry as a line of a file. */
export type JournalLine = Omit<JournalEntry, 'tank' | 'created_by'> & {
  tank_code: string
  tank_name: string
  created_by: string | null
}

/** Yields the entries of the filters in batches, newest first. Times are local times of the time zone, written as if UTC. */
export async function* journalLines(
  { db }: Pick<Connection, 'db'>,
  { filters, firms }: WantedEntries,
  timeZone: string,
  size = 1_000,
): AsyncGenerator<JournalLine[], void> {
  const where = journalCondition(filters, firms)
  let last: { id: string; key: Instant } | undefined
  for (let count = size; count === size;) {
    const older = last ? sql`(j.at, j.id) < (${last.key}::timestamptz, ${last.id}::uuid)` : sql`true`
    const { rows } = await sql<JournalLine & { key: Instant }>`
      select j.id, j.at as key, ${clockIn(timeZone, sql.ref('j.at'))} as at, j.kind, j.amount, j.unit, j.note, j.corrects, j.withdrawn,
        c.id as corrected_by, k.code as tank_code, k.name as tank_name, u.name as created_by,
        ${clockIn(timeZone, sql.ref('j.created_at'))} as created_at
      from journal_entries j join tanks k on k.id = j.tank_id left join users u on u.id = j.created_by
        left join journal_entries c on c.corrects = j.id
      where ${where} and ${older} order by j.at desc, j.id desc limit ${size}`.execute(db)
    count = rows.length
    last = rows.at(-1)
    if (count > 0) yield rows
  }
}
