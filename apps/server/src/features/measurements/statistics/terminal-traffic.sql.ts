import { sql } from 'kysely'
import type { Database } from '../../../core/database/database.ts'
import { instantAt } from '../../../core/clock.ts'
import { inSnapshot } from '../../../core/database/snapshot.ts'
import { readingCounts } from '../rollups/reading-counts.sql.ts'
import type { Outage } from './terminal-traffic.rules.ts'
import { startOf, BUCKET_MS } from '../rollups/time-spans.rules.ts'

// SQL text because the query builder does not support time buckets.

interface TrafficWindow {
  /** Epoch milliseconds, on a 15-minute border. */
  from: number
  to: number
}

/** The number of readings of a terminal, in 15-minute buckets. */
export function terminalTraffic(database: Database) {
  return {
    /** The number of readings in each bucket of the window, including the last ones, which are not rolled up yet. */
    async countBuckets(terminalId: number, { from, to }: TrafficWindow): Promise<number[]> {
      return inSnapshot(database, async (connection) => {
        const scope = { terminals: [terminalId], tanks: null }
        const counts = readingCounts(connection)
        const rolledUp = await counts.rolledUp(scope)
        const rolledTo = Math.min(to, Math.max(from, startOf('15m', rolledUp.until)))
        const buckets = Array.from({ length: Math.ceil((to - from) / BUCKET_MS) }, () => 0)
        const add = (at: number, n: number) => {
          const index = Math.floor((at - from) / BUCKET_MS)
          buckets[index] = (buckets[index] ?? 0) + n
        }
        for (const { from: at, n } of await counts.list(scope, from, rolledTo, rolledUp, ['15m', 'raw'])) add(at, n)
        const { rows } = await sql<{ at: string; n: number }>`
          select date_bin('15 min', measured_at, 'epoch') as at, count(*) as n from measurements
          where terminal_id = ${terminalId} and measured_at >= ${instantAt(rolledTo)} and measured_at < ${instantAt(to)}
          group by 1`.execute(connection.db)
        for (const { at, n } of rows) add(Date.parse(at), n)
        return buckets
      })
    },

    async hasReadingBefore(terminalId: number, at: number): Promise<boolean> {
      const { rows } = await sql<{ found: boolean }>`
        select exists (select from measurements where terminal_id = ${terminalId} and measured_at < ${instantAt(at)}) as found`.execute(
        database.db,
      )
      return rows[0]?.found ?? false
    },

    /** Extends each outage from the last reading before it to the first one after it. */
    async trimmed(terminalId: number, outages: readonly Outage[]): Promise<Outage[]> {
      if (outages.length === 0) return []
      const asked = JSON.stringify(
        outages.map(({ from, to }) => ({ at: instantAt(from), until: to === null ? null : instantAt(to) })),
      )
      const { rows } = await sql<{ at: string; until: string | null }>`
        select coalesce((select max(m.measured_at) from measurements m where m.terminal_id = ${terminalId} and m.measured_at < a.at), a.at) as at,
          case when a.until is not null then coalesce(
            (select min(m.measured_at) from measurements m where m.terminal_id = ${terminalId} and m.measured_at >= a.until), a.until) end as until
        from jsonb_to_recordset(${asked}::jsonb) as a(at timestamptz, until timestamptz) order by a.at desc`.execute(
        database.db,
      )
      return rows.map(({ at, until }) => ({ from: Date.parse(at), to: until === null ? null : Date.parse(until) }))
    },
  }
}
