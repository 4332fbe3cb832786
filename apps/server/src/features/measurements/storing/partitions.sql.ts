import type { Database } from '../../../core/database/database.ts'
import { endOf, startOf } from '../rollups/time-spans.rules.ts'

// SQL text because partitions are made by a function of the database.

/** Of two that make the same partition one waits. */
const LOCK = 7103

/** A month as `2026-11`. */
type Month = string

const monthAt = (ms: number): Month => new Date(ms).toISOString().slice(0, 7)

/** Every month from one instant to another, both in epoch milliseconds. */
export function monthsBetween(from: number, to: number): Month[] {
  const months: Month[] = []
  for (let start = startOf('month', from); start <= to; start = endOf('month', start)) months.push(monthAt(start))
  return months
}

/** The months in which readings were taken; those between them need no partition. */
export function monthsOf(readings: readonly { measured_at: number }[]): Month[] {
  const months = new Set<Month>()
  let start = 0
  let end = 0
  for (const { measured_at } of readings) {
    // Nearly all readings of a batch are of one month.
    if (measured_at >= start && measured_at < end) continue
    start = startOf('month', measured_at)
    end = endOf('month', start)
    months.add(monthAt(start))
  }
  return [...months]
}

/** Makes the partitions of months before a row needs them; remembers the ones that are there. */
export function partitions(database: Database) {
  const known = new Set<Month>()
  return {
    /** Makes those that are missing. Cheap where all of them are known. */
    async ensure(months: readonly Month[]): Promise<void> {
      const missing = months.filter((month) => !known.has(month))
      if (missing.length === 0) return
      await database.transact(async (connection) => {
        await connection.query('select pg_advisory_xact_lock($1)', [LOCK])
        for (const month of missing) await connection.query('select ensure_month($1)', [`${month}-01`])
      })
      for (const month of missing) known.add(month)
    },
  }
}

export type Partitions = ReturnType<typeof partitions>
