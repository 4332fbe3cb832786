import { METRIC_KEYS, type MetricKey } from '@dalyan/contracts/metrics'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openTestDatabase } from '../../../../tests/test-database.ts'
import { instantAt } from '../../../core/clock.ts'
import type { Database } from '../../../core/database/database.ts'
import { createLogger } from '../../../core/log.ts'
import { importHistory } from '../import/import-history.ts'
import { measurementLists } from '../lists/measurement-lists.sql.ts'
import { createRollUpJob } from '../rollups/roll-up-job.ts'
import { measurementsService, type MeasurementsService } from '../storing/measurements.service.ts'
import { partitions } from '../storing/partitions.sql.ts'
import type { Reading } from '../storing/reading.ts'
import { readStats } from './stats.sql.ts'
import { OPEN_GATES, OPEN_HISTORY_GATES } from '../../../../tests/open-gates.ts'

const START = Date.parse('2026-03-29T20:00:00Z')
const MINUTE = 60_000
const TANKS = [11, 12] as const
/**
 * How long a value of a terminal counts: two of its intervals, at least a minute; two minutes for the hidden terminal
 * of manual readings.
 */
const HOLDS_MS: Readonly<Record<number, number>> = { 1: MINUTE, 2: 40 * MINUTE, 3: 2 * MINUTE }
const METRICS = ['ph', 'orp', 'tank_temperature'] as const satisfies readonly MetricKey[]

type LimitPair = { min: number | null; max: number | null }
interface PlainReading extends Reading {
  /** Whether each metric was out of range by the limits in force when it was stored. */
  out: boolean[]
}

let database: Database
let service: MeasurementsService
beforeEach(async () => {
  database = await openTestDatabase()
  await database.query(`insert into terminals (id, code, status, kind, expected_interval_seconds) overriding system value
    values (1, 'A', 'active', 'device', 20), (2, 'B', 'active', 'device', 1200), (3, 'HAND', 'active', 'manual', null)`)
  await database.query(`insert into range_templates (id, name, lo, hi, critical_lo, critical_hi, severity) overriding system value
    select id, 'T' || id, array_fill(null::real, array[9]), array_fill(null::real, array[9]), '{}', '{}', '{}' from unnest(array[11, 12]) id`)
  await database.query(`insert into tanks (id, code, name, range_template_id) overriding system value
    select id, 'T' || id, 'T', id from unnest(array[11, 12]) id`)
  await database.query('update rollup_state set mark_until = $1, done_until = $1', [instantAt(START)])
  service = measurementsService({
    database,
    gates: OPEN_GATES,
    partitions: partitions(database),
    alarms: { evaluate: () => Promise.resolve([]), announce: () => undefined },
    announce: () => undefined,
  })
})
afterEach(async () => {
  await service.close()
  await database.close()
})

/** Pseudo-random numbers, the same for the same seed. */
function dice(seed: number) {
  let state = seed
  const next = () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return state / 4_294_967_296
  }
  return { below: (most: number) => Math.floor(next() * most), chance: (share: number) => next() < share }
}

/** All stored readings in plain arrays, with the figures expected from them. */
function plainModel() {
  const limits = new Map<number, Record<MetricKey, LimitPair> | null>(TANKS.map((id) => [id, null]))
  const stored: PlainReading[] = []

  const isOut = (tank: number | null, metric: MetricKey, value: number | null) => {
    const range = tank === null ? null : limits.get(tank)?.[metric]
    if (!range || value === null) return false
    return (
      (range.min !== null && value < Math.fround(range.min)) || (range.max !== null && value > Math.fround(range.max))
    )
  }

  return {
    limits,
    stored,
    store(reading: Reading): void {
      const before = stored.find(
        (one) => one.terminal_id === reading.terminal_id && one.measured_at === reading.measured_at,
      )
      if (!before) {
        const out = METRIC_KEYS.map((metric, i) => isOut(reading.tank_id, metric, reading.values[i] ?? null))
        stored.push({ ...reading, out })
        return
      }
      before.values = before.values.map((value, i) => {
        const given = reading.values[i] ?? null
        if (value !== null || given === null) return value
        before.out[i] = isOut(before.tank_id, METRIC_KEYS[i] ?? 'ph', given)
        return given
      })
    },

    /** Seconds in which any of the terminals was out of range, from a loop over all readings. */
    secondsOut(tank: number, metric: MetricKey, from: number, to: number, terminals: readonly number[]): number {
      const index = METRIC_KEYS.indexOf(metric)
      const intervals = terminals.flatMap((terminal) => {
        const own = stored
          .filter((one) => one.terminal_id === terminal && (one.values[index] ?? null) !== null)
          .toSorted((a, b) => a.measured_at - b.measured_at)
        return own.flatMap((one, i) => {
          if (one.tank_id !== tank || !one.out[index]) return []
          const end = Math.min(own[i + 1]?.measured_at ?? Infinity, one.measured_at + (HOLDS_MS[terminal] ?? 0))
          return [{ start: Math.max(one.measured_at, from), end: Math.min(end, to) }]
        })
      })
      let sum = 0
      let reached = -Infinity
      for (const { start, end } of intervals.toSorted((a, b) => a.start - b.start)) {
        sum += Math.max(0, end - Math.max(start, reached))
        reached = Math.max(reached, end)
      }
      return sum / 1000
    },

    keysOut(tank: number, metrics: readonly MetricKey[], from: number, to: number): string[] {
      return stored
        .filter((one) => one.tank_id === tank && one.measured_at >= from && one.measured_at < to)
        .filter((one) => metrics.some((metric) => one.out[METRIC_KEYS.indexOf(metric)]))
        .toSorted((a, b) => b.measured_at - a.measured_at || b.terminal_id - a.terminal_id)
        .map((one) => instantAt(one.measured_at))
    },
  }
}

test.each([1, 2, 3])(
  'out-of-range figures equal a loop over all readings while limits change (history %i)',
  async (seed) => {
    const { below, chance } = dice(seed)
    const model = plainModel()
    let now = START
    const job = createRollUpJob({
      database,
      partitions: partitions(database),
      clock: { now: () => now },
      log: createLogger('silent'),
    })

    async function changeLimits(): Promise<void> {
      const tank = TANKS[below(2)] ?? 11
      const ranges = Object.fromEntries(
        METRIC_KEYS.map((key) => {
          const min = 3 + below(3)
          const isLimited = (METRICS as readonly MetricKey[]).includes(key) && chance(0.8)
          return [
            key,
            isLimited ? { min: chance(0.8) ? min : null, max: min + 1 + below(3) } : { min: null, max: null },
          ]
        }),
      ) as Record<MetricKey, LimitPair>
      const active = chance(0.85)
      await database.query('update range_templates set lo = $2, hi = $3, active = $4 where id = $1', [
        tank,
        METRIC_KEYS.map((key) => ranges[key].min),
        METRIC_KEYS.map((key) => ranges[key].max),
        active,
      ])
      model.limits.set(tank, active ? ranges : null)
    }

    function reading(terminal_id: number, measured_at: number): Reading {
      const values = METRIC_KEYS.map((key) =>
        (METRICS as readonly MetricKey[]).includes(key) && chance(0.7) ? Math.fround(below(100) / 10) : null,
      )
      if (!values.some((value) => value !== null)) values[METRIC_KEYS.indexOf('ph')] = 9
      const tank_id = chance(0.1) ? null : (TANKS[chance(0.8) ? 0 : 1] ?? 11)
      return { terminal_id, tank_id, measured_at, received_at: now, values, clock_skew: chance(0.1) }
    }

    async function storeSome(): Promise<void> {
      const readings: Reading[] = []
      const from = now
      while (now < from + 25 * MINUTE) {
        now += 10_000 + below(20_000)
        if (chance(0.9)) readings.push(reading(1, now))
        if (chance(0.04)) readings.push(reading(2, now))
        if (chance(0.02)) readings.push(reading(3, now))
      }
      // Late readings, some at the exact instant of a stored one.
      for (let i = 0; i < 4; i += 1) {
        const known = model.stored[below(model.stored.length)]
        if (known && chance(0.5)) readings.push(reading(known.terminal_id, known.measured_at))
        else readings.push(reading(1 + below(2), START + below(now - START)))
      }
      // Within a batch, the reading that was sent first wins.
      for (const one of readings) model.store(one)
      if (chance(0.2)) await importHistory({ database, gates: OPEN_HISTORY_GATES, readings })
      else await service.storeBatch(readings)
      // A gap in which old values become stale.
      if (chance(0.2)) now += below(90) * MINUTE
    }

    async function expectFigures(): Promise<void> {
      const whole = { from: START - MINUTE, to: now + 60 * MINUTE }
      const some = START + below(now - START)
      for (const { from, to } of [whole, { from: some, to: some + below(8 * 60) * MINUTE + 1234 }]) {
        for (const tank of TANKS) {
          for (const terminal of [0, 1, 2]) {
            const terminals = terminal === 0 ? [1, 2, 3] : [terminal]
            const stats = await readStats(
              database,
              { tank_id: tank, terminal_id: terminal },
              { terminals, tanks: [tank] },
              { metrics: METRIC_KEYS, from, to, now },
            )
            for (const metric of METRICS) {
              const seconds = model.secondsOut(tank, metric, from, Math.min(to, now), terminals)
              expect(stats[metric]?.out_of_range_seconds ?? 0).toBeCloseTo(seconds, 2)
            }
          }
          for (const metrics of [METRIC_KEYS, ['orp'] as const]) {
            const query = { page: 1, per_page: 200, from: instantAt(from), to: instantAt(to) }
            const scope = { terminals: [1, 2, 3], tanks: [tank] }
            const page = await measurementLists(database).listOutOfRange(scope, query, metrics)
            const keys = model.keysOut(tank, metrics, from, to)
            expect(page.total).toBe(keys.length)
            expect(page.data.map((one) => one.measured_at)).toEqual(keys.slice(0, 200))
          }
        }
      }
    }

    await changeLimits()
    for (let step = 0; step < 24; step += 1) {
      if (chance(0.4)) await changeLimits()
      await storeSome()
      if (chance(0.4)) await job.rollUp()
      if (step % 4 === 3) await expectFigures()
    }
    await job.rollUp()
    await expectFigures()
    // The history must contain time out of range.
    expect(model.secondsOut(11, 'ph', START, now, [1, 2, 3])).toBeGreaterThan(600)
  },
)

test('a reading entered by hand is evaluated too', async () => {
  await database.query('update range_templates set hi[$1] = 8 where id = 11', [METRIC_KEYS.indexOf('ph') + 1])
  const values = METRIC_KEYS.map((key) => (key === 'ph' ? 9 : null))
  const entered = { terminal_id: 3, tank_id: 11, measured_at: START, received_at: START, values, clock_skew: false }
  await service.storeByHand(entered, () => Promise.resolve())
  const scope = { terminals: [3], tanks: [11] }
  const listed = await measurementLists(database).listOutOfRange(scope, { page: 1, per_page: 25 }, METRIC_KEYS)
  expect(listed).toMatchObject({ total: 1, data: [{ iot_id: null, ph: 9, clock_skew: false }] })
})
