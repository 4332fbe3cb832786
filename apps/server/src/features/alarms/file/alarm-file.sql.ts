import type { Alarm, AlarmFilters } from '@dalyan/contracts/alarms'
import type { Instant } from '@dalyan/contracts/instant'
import { sql } from 'kysely'
import { clockIn } from '../../../core/database/clock-in.ts'
import type { Connection } from '../../../core/database/database.ts'
import type { FirmScope } from '../../../core/http/signed-in.ts'
import { alarmConditions } from '../alarms.sql.ts'

// SQL text: the database formats the times in the time zone of the file.

const MAX_ID = 2_147_483_647
const TIMES = ['out_since', 'raised_at', 'cleared_at', 'acknowledged_at', 'closed_at'] as const

/** The alarms of a file. */
export interface WantedAlarms {
  filters: AlarmFilters
  firms: FirmScope
  now: Instant
}

/** An alarm as a line of a file. */
export type AlarmLine = Pick<
  Alarm,
  | 'id'
  | 'kind'
  | 'metric'
  | 'severity'
  | 'state'
  | 'value'
  | 'peak'
  | 'limit'
  | 'occurrences'
  | 'note'
  | (typeof TIMES)[number]
> & { tank_code: string; tank_name: string; terminal_code: string | null; acknowledged_by: string | null }

/** Yields the alarms of the filters in batches, newest first. Times are local times of the time zone, written as if UTC. */
export async function* alarmLines(
  { db }: Pick<Connection, 'db'>,
  { filters, firms, now }: WantedAlarms,
  timeZone: string,
  size = 1_000,
): AsyncGenerator<AlarmLine[], void> {
  const times = sql.join(TIMES.map((name) => sql`${clockIn(timeZone, sql.ref(`a.${name}`))} as ${sql.ref(name)}`))
  const where = alarmConditions(filters, firms, now)
  for (let before = MAX_ID, count = size; count === size;) {
    const { rows } = await sql<AlarmLine>`
      select a.id, a.kind, a.metric, a.severity, a.state, a.value, a.peak, a.limit_value as "limit", a.occurrences, a.note, ${times},
        k.code as tank_code, k.name as tank_name, t.code as terminal_code, u.name as acknowledged_by
      from alarms a join tanks k on k.id = a.tank_id left join terminals t on t.id = a.terminal_id
        left join users u on u.id = a.acknowledged_by
      where ${where} and a.id <= ${before} order by a.id desc limit ${size}`.execute(db)
    count = rows.length
    before = (rows.at(-1)?.id ?? 1) - 1
    if (count > 0) yield rows
  }
}
