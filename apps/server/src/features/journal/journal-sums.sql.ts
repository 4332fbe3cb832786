import type { Instant } from '@dalyan/contracts/instant'
import type { JournalFilters } from '@dalyan/contracts/journal'
import type { JournalKind } from '@dalyan/contracts/journal-words'
import type { UserRef } from '@dalyan/contracts/users'
import { sql } from 'kysely'
import type { Connection } from '../../core/database/database.ts'
import type { FirmScope } from '../../core/http/signed-in.ts'
import { HOLDS, inScope, journalCondition } from './journal.repository.ts'
import type { UnitSum } from './journal.rules.ts'

// SQL text: the statements share the conditions of the list, and days are grouped in the local time zone, which the builder cannot express.

/** The time zone of the days. */
const TIME_ZONE = 'Europe/Istanbul'
const MOST_AUTHORS = 200

/** What the journal says over many entries. */
export function journalSums({ db }: Pick<Connection, 'db'>) {
  return {
    /** Sums the entries of the filters that hold, by local day, kind and unit; the newest day first. */
    async sum(query: JournalFilters, firms: FirmScope): Promise<UnitSum[]> {
      const { rows } = await sql<UnitSum>`
        select to_char(s.day, 'YYYY-MM-DD') as day, s.kind, lower(trim(s.unit)) as unit, s.entries, s.amount from (
          select (j.at at time zone ${TIME_ZONE})::date as day, j.kind, j.unit, count(*)::int as entries, sum(j.amount) as amount
          from journal_entries j where ${journalCondition(query, firms)} and ${HOLDS} group by 1, 2, 3
        ) s order by s.day desc, s.kind, s.unit`.execute(db)
      return rows
    },

    /** The local days with work of these kinds on a tank, each kind once; entries that do not hold are left out. */
    async findWorkDays<K extends JournalKind>(
      tankId: number,
      kinds: readonly K[],
      { from, to }: { from: Instant; to: Instant },
    ): Promise<{ day: string; kind: K }[]> {
      const { rows } = await sql<{ day: string; kind: K }>`
        select distinct to_char(j.at at time zone ${TIME_ZONE}, 'YYYY-MM-DD') as day, j.kind from journal_entries j
        where j.tank_id = ${tankId} and j.kind = any(${[...kinds]}::text[]) and j.at >= ${from}::timestamptz and j.at < ${to}::timestamptz and ${HOLDS}
        order by 1, 2`.execute(db)
      return rows
    },

    /** The users who wrote entries, by name. Looks each user's entries up by their tank, not one by one. */
    async findAuthors(firms: FirmScope): Promise<UserRef[]> {
      const { rows } = await sql<UserRef>`
        select u.id, u.name from users u
        where exists (select from journal_entries j where j.created_by = u.id and ${inScope(firms)})
        order by u.name collate "tr-x-icu", u.id limit ${MOST_AUTHORS}`.execute(db)
      return rows
    },
  }
}
