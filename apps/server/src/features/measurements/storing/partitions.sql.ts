import type { Database } from '../../../core/database/database.ts'
import { endOf, startOf } from '../rollups/time-spans.rules.ts'

// SQL text because a database function creates the partitions.

/** Serializes the creation of partitions. */
const LOCK = 7103

/** A month like `2026-11`. */
export type Month = string

const monthAt = (ms: number): Month => new Date(ms).toISOString().slice(0, 7)

/** Every month between two instants in epoch milliseconds. */
export function monthsBetween(from: number, to: number): Month[] {
  const months: Month[] = []
  for (let start = startOf('month', from); start <= to; start = endOf('month', start)) months.push(monthAt(start))
  return months
}

/** The months of the readings; months between them need no partition. */
export function monthsOf(readings: readonly { measured_at: number }[]): Month[] {
  const months = new Set<Month>()
  let start = 0
  let end = 0
  for (const { measured_at } of readings) {
    // Nearly all readings of a batch are in the same month.
    if (measured_at >= start && measured_at < end) continue
    start = startOf('month', measured_at)
    end = endOf('month', start)
    months.add(monthAt(start))
  }
  return [...months]
}

/** Creates the partitions of months before rows need them, and remembers existing ones. */
export function partitions(database: Database) {
  const known = new Set<Month>()
  return {
    /** Creates the missing partitions. Cheap when all are known. */
    async ensure(months: readonly Month[]): Promise<void> {
      const missing = months.filter((month) => !known.has(month))
      if (missing.length === 0) return
      await database.transact(async (connection) => {
        await connection.query('select pg_advisory_xact_lock($1)', [LOCK])
        for (const month of missing) await connection.query('select ensure_month($1)', [`${month}-01`])
      })
      for (const month of missing) known.add(month)
    },

    /** Call it when a partition was dropped: it is created again if a reading of that month should come. */
    forget(month: Month): void {
      known.delete(month)
    },
  }
}

export type Partitions = ReturnType<typeof partitions>
