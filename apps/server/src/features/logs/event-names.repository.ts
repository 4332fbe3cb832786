import { sql } from 'kysely'
import { containsFolded } from '../../core/database/contains-folded.ts'
import type { Connection } from '../../core/database/database.ts'

/** Which of a log's few event names are the text, or contain it where none is; each name is one step in the index on (event, id). */
export async function eventsWith(
  table: 'terminal_logs' | 'tank_logs' | 'audit_logs',
  part: string,
  db: Connection['db'],
): Promise<string[]> {
  const rows = sql.table(table)
  const found = await sql<{ event: string }>`
    with recursive words as (
      (select event from ${rows} order by event limit 1)
      union all
      select (select event from ${rows} where event > words.event order by event limit 1) from words where words.event is not null
    )
    select event from words where event is not null and ${containsFolded(sql.ref('event'), part)}`.execute(db)
  const names = found.rows.map(({ event }) => event)
  return names.includes(part) ? [part] : names
}
