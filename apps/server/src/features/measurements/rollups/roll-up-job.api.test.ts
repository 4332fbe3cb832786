import { METRIC_KEYS } from '@dalyan/contracts/metrics'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../../../tests/test-database.ts'
import type { Database } from '../../../core/database/database.ts'
import { createLogger } from '../../../core/log.ts'
import { measurementLists } from '../lists/measurement-lists.sql.ts'
import { measurementsService, type MeasurementsService } from '../storing/measurements.service.ts'
import { partitions } from '../storing/partitions.sql.ts'
import type { Reading } from '../storing/reading.ts'
import { createRollUpJob, type RollUpJob } from './roll-up-job.ts'
import { OPEN_GATES } from '../../../../tests/open-gates.ts'

const EVERYTHING = { terminals: null, tanks: null }
const MINUTE = 60_000

let database: Database
let service: MeasurementsService
let job: RollUpJob
let now = 0

beforeAll(async () => {
  database = await openTestDatabase()
  const months = partitions(database)
  const alarms = { evaluate: () => Promise.resolve([]), announce: () => undefined }
  service = measurementsService({ database, gates: OPEN_GATES, partitions: months, alarms, announce: () => undefined })
  job = createRollUpJob({ database, partitions: months, clock: { now: () => now }, log: createLogger('silent') })
  const { rows } = await database.query<{ done_until: string }>('select done_until from rollup_state')
  now = Date.parse(rows[0]?.done_until ?? '')
})
afterAll(async () => {
  await job.stop()
  await service.close()
  await database.close()
})

function reading(terminal_id: number, measured_at: number): Reading {
  const values = METRIC_KEYS.map((_, i) => (i === 0 ? Math.fround(18 + (terminal_id % 7) / 10) : null))
  return { terminal_id, tank_id: 1, measured_at, received_at: measured_at, values, clock_skew: false }
}

async function inRollups(): Promise<number[]> {
  const tables = ['rollup_15m', 'rollup_6h', 'rollup_day', 'counts_day', 'counts_month', 'totals_day', 'totals_month']
  const sums = tables.map((table) =>
    database.query<{ n: number }>(`select coalesce(sum(n), 0)::int as n from ${table}`),
  )
  return (await Promise.all(sums)).map(({ rows }) => rows[0]?.n ?? -1)
}

test('partitions exist from one month back to two months ahead', async () => {
  await job.start()
  const { rows } = await database.query<{ at: string | null }>(
    `select to_regclass('measurements_' || to_char(now() + m * interval '1 month', 'YYYY_MM')) as at from generate_series(-1, 2) m`,
  )
  expect(rows.every(({ at }) => at !== null)).toBe(true)
})

test('readings younger than two minutes are not rolled up yet', async () => {
  const start = now
  now = start + 16 * MINUTE
  await service.storeBatch([reading(1, start + MINUTE)])
  await job.rollUp()
  expect(await inRollups()).toEqual([0, 0, 0, 0, 0, 0, 0])
  now = start + 17 * MINUTE
  await job.rollUp()
  expect(await inRollups()).toEqual([1, 1, 1, 1, 1, 1, 1])
})

test('concurrent writers and jobs never lose or double count a reading', async () => {
  const start = now
  const total = async () => (await measurementLists(database).list(EVERYTHING, { page: 1, per_page: 1 })).total
  let acknowledged = await total()

  async function write(lane: number) {
    for (let i = 0; i < 40; i += 1) {
      // Every third batch is old; the others span the mark.
      const at = (terminal: number) =>
        now - (i % 3 === 0 ? 3 * 86_400_000 : 20 * MINUTE) + ((i * 7 + terminal) % 40) * MINUTE
      const batch = Array.from({ length: 20 }, (_, n) => reading(lane * 100 + n, at(n) + i * 10 + lane))
      const outcomes = await service.storeBatch(batch)
      acknowledged += outcomes.filter((outcome) => outcome === 'stored').length
    }
  }
  async function roll(until: () => boolean) {
    while (!until()) {
      now += 4 * MINUTE
      await job.rollUp()
    }
  }
  async function look(until: () => boolean) {
    while (!until()) {
      const before = acknowledged
      expect(await total()).toBeGreaterThanOrEqual(before)
    }
  }
  let done = false
  const until = () => done
  // A total on Citus sees one moment of each node, not the same moment of all.
  const others = [roll(until), roll(until), ...(database.isDistributed ? [] : [look(until)])]
  await Promise.all([1, 2, 3].map(write)).finally(() => (done = true))
  await Promise.all(others)

  const { rows } = await database.query<{ n: number }>('select count(*) as n from measurements')
  expect(rows[0]?.n).toBe(acknowledged)
  expect(await total()).toBe(acknowledged)
  now = Math.max(now, start) + 86_400_000
  await job.rollUp()
  expect(await inRollups()).toEqual(Array.from({ length: 7 }, () => acknowledged))
})
