import type { TerminalTraffic } from '@dalyan/contracts/terminal-traffic'
import { sql } from 'kysely'
import { instantAt } from '../../../core/clock.ts'
import type { Queries } from '../../../core/database/database.ts'
import { inSnapshot } from '../../../core/database/snapshot.ts'
import { readingCounts } from '../rollups/reading-counts.sql.ts'
import { BUCKET_MS, startOf, type TimeWindow } from '../rollups/time-spans.rules.ts'
import { emptyRuns, type Outage } from './terminal-traffic.rules.ts'

// SQL text because the query builder does not support time buckets.

const MOST_OUTAGES = 50
const SIX_HOURS_MS = 6 * 3_600_000

/**
 * The number of readings of a terminal in 15-minute buckets, and the times without any that were longer than `limitMs`.
 * @param window starts on a 15-minute border
 */
export async function readTerminalTraffic(
  database: Queries,
  terminalId: number,
  window: TimeWindow,
  limitMs: number,
): Promise<Pick<TerminalTraffic, 'counts' | 'outages'>> {
  const [counts, isKnownBefore] = await Promise.all([
    countBuckets(database, terminalId, window),
    hasReadingBefore(database, terminalId, window.from),
  ])
  const runs = emptyRuns({ from: window.from, step: BUCKET_MS, counts }, isKnownBefore)
  const exact = await trimmed(database, terminalId, runs.slice(0, MOST_OUTAGES))
  const outages = exact
    .filter(({ from, to }) => (to ?? window.to) - from > limitMs)
    .map(({ from, to }) => ({ from: instantAt(from), to: to === null ? null : instantAt(to) }))
  return { counts, outages }
}

/** The number of readings in each bucket of the window, including the last ones, which are not rolled up yet. */
async function countBuckets(database: Queries, terminalId: number, { from, to }: TimeWindow): Promise<number[]> {
  return inSnapshot(database, async (connection) => {
    const counts = await readingCounts(connection, { terminals: [terminalId], tanks: null })
    const rolledTo = Math.min(to, Math.max(from, startOf('15m', counts.until)))
    const buckets = Array.from({ length: Math.ceil((to - from) / BUCKET_MS) }, () => 0)
    const add = (at: number, n: number) => {
      const index = Math.floor((at - from) / BUCKET_MS)
      buckets[index] = (buckets[index] ?? 0) + n
    }
    for (const { from: at, n } of await counts.list({ from, to: rolledTo }, ['15m', 'raw'])) add(at, n)
    const { rows } = await sql<{ at: string; n: number }>`
      select date_bin('15 min', measured_at, 'epoch') as at, count(*) as n from measurements
      where terminal_id = ${terminalId} and measured_at >= ${instantAt(rolledTo)} and measured_at < ${instantAt(to)}
      group by 1`.execute(connection.db)
    for (const { at, n } of rows) add(Date.parse(at), n)
    return buckets
  })
}

async function hasReadingBefore({ db }: Queries, terminalId: number, at: number): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select 1 from measurements where terminal_id = ${terminalId} and measured_at < ${instantAt(at)})
      or exists (select 1 from rollup_6h where terminal_id = ${terminalId} and bucket < ${instantAt(at - SIX_HOURS_MS)}) as found`.execute(
    db,
  )
  return rows[0]?.found ?? false
}

/** Extends each outage from the last reading before it to the first one after it. */
async function trimmed({ db }: Queries, terminalId: number, outages: readonly Outage[]): Promise<Outage[]> {
  if (outages.length === 0) return []
  const asked = JSON.stringify(
    outages.map(({ from, to }) => ({ at: instantAt(from), until: to === null ? null : instantAt(to) })),
  )
  const { rows } = await sql<{ at: string; until: string | null }>`
    select coalesce((select max(m.measured_at) from measurements m where m.terminal_id = ${terminalId} and m.measured_at < a.at), a.at) as at,
      case when a.until is not null then coalesce(
        (select min(m.measured_at) from measurements m where m.terminal_id = ${terminalId} and m.measured_at >= a.until), a.until) end as until
    from jsonb_to_recordset(${asked}::jsonb) as a(at timestamptz, until timestamptz) order by a.at desc`.execute(db)
  return rows.map(({ at, until }) => ({ from: Date.parse(at), to: until === null ? null : Date.parse(until) }))
}
