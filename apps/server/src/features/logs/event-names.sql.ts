import { sql, type RawBuilder } from 'kysely'
import { containsFolded } from '../../core/database/contains-folded.ts'
import type { Connection } from '../../core/database/database.ts'
import { isOneOf } from '../../core/database/list.ts'

// SQL text: a recursive query reads each of the few event names by one step in the index on (event, id).

/** The condition that an entry's event equals the text or, when no event has that name, contains it; no condition without a text. */
export async function hasEventWith(
  table: 'terminal_logs' | 'tank_logs' | 'audit_logs',
  part: string | undefined,
  db: Connection['db'],
): Promise<RawBuilder<unknown>[]> {
  if (part === undefined) return []
  const rows = sql.table(table)
  const found = await sql<{ event: string }>`
    with recursive words as (
      (select event from ${rows} order by event limit 1)
      union all
      select (select event from ${rows} where event > words.event order by event limit 1) from words where words.event is not null
    )
    select event from words where event is not null and ${containsFolded(sql.ref('event'), part)}`.execute(db)
  const names = found.rows.map(({ event }) => event)
  return [isOneOf('l.event')(names.includes(part) ? [part] : names)]
}
