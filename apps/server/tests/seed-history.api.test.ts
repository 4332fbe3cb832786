import { METRIC_KEYS } from '@dalyan/contracts/metrics'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../src/core/database/database.ts'
import { importHistory } from '../src/features/measurements/import/import-history.ts'
import { readStats } from '../src/features/measurements/statistics/stats.sql.ts'
import type { Reading } from '../src/features/measurements/storing/reading.ts'
import { OPEN_HISTORY_GATES } from './open-gates.ts'
import { historyLimits, seedHistory, type History } from './seed-history.ts'
import { openTestDatabase, type TestDatabase } from './test-database.ts'

const MINUTE = 60_000
const TO = Date.parse('2026-03-02T03:15:00Z')
const TANKS = 3

/** Terminals 1 and 4 measure the same tank. */
const HISTORIES: [name: string, History][] = [
  [
    'of many terminals that send every 31 minutes',
    {
      from: TO - 20 * 86_400_000,
      to: TO,
      terminals: 7,
      tankOf: (t) => `1 + (${t} - 1) % ${TANKS}`,
      everyMs: 31 * MINUTE,
    },
  ],
  [
    'of a few that send every 50 seconds',
    { from: TO - 3 * 86_400_000, to: TO, terminals: 4, tankOf: (t) => `1 + (${t} - 1) % ${TANKS}`, everyMs: 50_000 },
  ],
]
const MADE = [
  'latest',
  'rollup_15m',
  'rollup_6h',
  'rollup_day',
  'counts_day',
  'counts_month',
  'totals_day',
  'totals_month',
  'out_of_range_15m',
  'out_of_range_6h',
]

/** All rows of a table, as text in a fixed order. */
async function rowsOf({ query }: Database, table: string): Promise<string[]> {
  const { rows } = await query<{ row: string }>(`select to_jsonb(t)::text as row from ${table} t order by 1`)
  return rows.map(({ row }) => row)
}

async function openFarm({ from, everyMs }: History): Promise<TestDatabase> {
  const database = await openTestDatabase()
  await database.query(
    `insert into range_templates (name, lo, hi, critical_lo, critical_hi, severity) values ('T', $1, $2, '{}', '{}', '{}')`,
    [historyLimits(-1), historyLimits(1)],
  )
  await database.query(
    `insert into tanks (code, name, status, range_template_id) select 'T' || i, 'T', 'active', 1 from generate_series(1, ${TANKS}) i`,
  )
  await database.query(`insert into terminals (code, status) select 'D' || i, 'active' from generate_series(1, 10) i`)
  await database.query(
    `insert into terminal_presence (terminal_id, usual_interval_seconds) select i, $1 from generate_series(1, 10) i`,
    [everyMs / 1000],
  )
  await database.query('update rollup_state set mark_until = $1, done_until = $1', [new Date(from)])
  return database
}

describe.each(HISTORIES)('a seeded history %s', (_, history) => {
  let seeded: TestDatabase
  let imported: TestDatabase

  beforeAll(async () => {
    seeded = await openFarm(history)
    imported = await openFarm(history)
    await seedHistory([seeded], history)
    const { rows } = await seeded.query<Omit<Reading, 'values'> & Record<string, number | null> & { at: string }>(
      `select terminal_id, tank_id, extract(epoch from measured_at)::float8 * 1000 as measured_at, ${METRIC_KEYS.join(', ')} from measurements order by measured_at`,
    )
    await imported.query('update rollup_state set mark_until = $1, done_until = $1', [new Date(history.to)])
    const readings = rows.map((row): Reading => {
      const values = METRIC_KEYS.map((key) => row[key] ?? null).map((value) =>
        value === null ? null : Math.fround(value),
      )
      const { terminal_id, tank_id, measured_at } = row
      return { terminal_id, tank_id, measured_at, received_at: measured_at, values, clock_skew: false }
    })
    await importHistory({ database: imported, readings, gates: OPEN_HISTORY_GATES })
  }, 120_000)
  afterAll(async () => {
    await seeded.close()
    await imported.close()
  })

  test('has the readings that the product stores, some of them out of range', async () => {
    const rows = await rowsOf(seeded, 'measurements')
    const expected = ((history.to - history.from) / history.everyMs) * history.terminals
    expect(Math.abs(rows.length - expected)).toBeLessThanOrEqual(history.terminals)
    expect(rows).toEqual(await rowsOf(imported, 'measurements'))
    expect(rows.filter((row) => !row.includes('"flags": 0')).length).toBeGreaterThan(10)
  })

  test.each(MADE)('has the %s that the product makes of them', async (table) => {
    const rows = await rowsOf(seeded, table)
    expect(rows.length).toBeGreaterThan(1)
    expect(rows).toEqual(await rowsOf(imported, table))
  })

  test('gives the same statistics', async () => {
    const scope = { terminals: [1, 4, 7], tanks: [1] }
    const window = {
      metrics: METRIC_KEYS,
      from: history.from + 7 * MINUTE,
      to: history.to - 11 * MINUTE,
      now: history.to,
    }
    const statsOf = (database: Database) => readStats(database, { tank_id: 1, terminal_id: 0 }, scope, window)
    expect(await statsOf(seeded)).toEqual(await statsOf(imported))
  })
})
