import { sql, type RawBuilder } from 'kysely'

/** The wall time of a time zone at an instant, written as if it were UTC. */
export function clockIn(timeZone: string, instant: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`${instant} at time zone ${timeZone} at time zone 'UTC'`
}
