import type { Connection, Database } from '../../core/database/database.ts'

/** The tables that hold one partition a month. */
const TABLES = ['measurements', 'rollup_15m']
/** Of two that make the same partition one waits. */
const LOCK = 7103

/** Months as `2026-11`. */
export function monthsBetween(fromMs: number, toMs: number): string[] {
  const months: string[] = []
  const at = new Date(fromMs)
  for (at.setUTCDate(1), at.setUTCHours(0, 0, 0, 0); at.getTime() <= toMs; at.setUTCMonth(at.getUTCMonth() + 1)) {
    months.push(at.toISOString().slice(0, 7))
  }
  return months
}

function bounds(month: string) {
  const start = new Date(`${month}-01T00:00:00Z`)
  const end = new Date(start)
  end.setUTCMonth(end.getUTCMonth() + 1)
  return { start: start.toISOString(), end: end.toISOString() }
}

async function createMonth({ query }: Connection, month: string): Promise<void> {
  const { start, end } = bounds(month)
  for (const table of TABLES) {
    const name = `${table}_${month.replace('-', '_')}`
    const { rows } = await query<{ there: boolean }>('select to_regclass($1) is not null as there', [name])
    if (rows[0]?.there) continue
    // Made apart and then attached: readers and writers of other months go on meanwhile.
    await query(`create table ${name} (like ${table} including all)`)
    await query(`alter table ${table} attach partition ${name} for values from ('${start}') to ('${end}')`)
  }
}

/** Makes the partitions of months before a row needs them; remembers the ones that are there. */
export function partitions(database: Database) {
  const known = new Set<string>()
  return {
    /** Every month from one instant to the other, both in epoch milliseconds. Cheap where all of them are known. */
    async ensure(fromMs: number, toMs: number): Promise<void> {
      const missing = monthsBetween(fromMs, toMs).filter((month) => !known.has(month))
      if (missing.length === 0) return
      await database.transact(async (connection) => {
        await connection.query('select pg_advisory_xact_lock($1)', [LOCK])
        for (const month of missing) await createMonth(connection, month)
      })
      for (const month of missing) known.add(month)
    },
  }
}

export type Partitions = ReturnType<typeof partitions>
