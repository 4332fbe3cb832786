import { METRIC_KEYS } from '@dalyan/contracts/metrics'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../../tests/test-database.ts'
import type { Database } from '../../core/database/database.ts'
import { createEventBus } from '../../core/event-bus.ts'
import { createLogger } from '../../core/log.ts'
import type { Events } from '../../events.ts'
import { staleAfterSeconds } from '../terminals/terminal-presence.rules.ts'
import { storeHistory, type PhReading } from '../../../tests/ph-history.ts'
import { createJudgeDaysJob, type JudgeDaysJob } from './judge-days-job.ts'
import { shortBasis } from './out-of-range-days.repository.ts'
import { basisOf, DAY_MS } from './out-of-range-days.rules.ts'
import { statsRepository } from './statistics/stats.repository.ts'
import { tankJudging } from './tank-judging.repository.ts'

const START = Date.parse('2025-03-01T00:00:00Z')
const DAYS = 40
const STEP_MS = 1_200_000
// The last day is not over.
const NOW = START + DAYS * DAY_MS + 3_600_000
const TERMINALS: Record<number, number[]> = { 11: [1, 2], 12: [3] }
const delays = { start: 0, change: 0, failure: 0, turn: 3_600_000 }
const events = createEventBus<Events>((error) => expect.unreachable(String(error)))

let database: Database
let job: JudgeDaysJob

function history(): PhReading[] {
  const rows: PhReading[] = []
  for (let at = START; at < NOW; at += STEP_MS) {
    for (const [tank, terminals] of Object.entries(TERMINALS))
      for (const terminal_id of terminals)
        rows.push({ terminal_id, tank_id: Number(tank), measured_at: at, ph: 7 + Math.sin(at / 7e6 + terminal_id) })
  }
  return rows
}

/** On a database that counts its transactions, or another. */
function startJob(on: Database = database): void {
  job = createJudgeDaysJob({
    database: on,
    events,
    clock: { now: () => NOW },
    log: createLogger('silent'),
    staleAfterSeconds,
    delays,
  })
  job.start()
}

const limitTo = (ph: number) =>
  database.query('update range_templates set hi[$1] = $2', [METRIC_KEYS.indexOf('ph') + 1, ph])

/** The days that are kept as the limits of now judge them, oldest first. */
async function judgedDays(tank_id: number): Promise<number[]> {
  const { limits, told } = await tankJudging(database, staleAfterSeconds).read(
    tank_id,
    TERMINALS[tank_id] ?? [],
    METRIC_KEYS,
  )
  const { rows } = await database.query<{ day: string }>(
    'select day from out_of_range_days where tank_id = $1 and terminal_id = 0 and basis = any($2::bigint[]) order by day',
    [tank_id, limits.map((one) => shortBasis(basisOf(one, told)))],
  )
  return rows.map(({ day }) => Date.parse(day))
}

const untilAllJudged = () =>
  expect.poll(async () => [(await judgedDays(11)).length, (await judgedDays(12)).length]).toEqual([DAYS, DAYS])

const secondsOut = async (tank_id: number) =>
  (
    await statsRepository(database, staleAfterSeconds).read(
      { tank_id, terminal_id: 0 },
      { terminals: TERMINALS[tank_id] ?? [], tanks: [tank_id] },
      { metrics: ['ph'], from: START, to: NOW, now: NOW },
    )
  ).ph?.out_of_range_seconds

/** What was kept answers as the readings do, and nothing was counted for the answer. */
async function expectKeptHolds(): Promise<void> {
  const written = () => database.query('select xmin::text, * from out_of_range_days order by tank_id, metric, day')
  for (const tank of [11, 12]) {
    const before = (await written()).rows
    const answer = await secondsOut(tank)
    expect((await written()).rows).toEqual(before)
    await database.query('delete from out_of_range_days where tank_id = $1', [tank])
    expect(answer).toBeGreaterThan(3_600)
    expect(await secondsOut(tank)).toBeCloseTo(answer ?? Number.NaN, 3)
  }
}

beforeAll(async () => {
  database = await openTestDatabase()
  await database.query(`insert into terminals (id, code, status, kind, expected_interval_seconds) overriding system value
    select i, 'T' || i, 'active', 'device', 1200 from generate_series(1, 3) i`)
  await database.query(
    `insert into range_templates (name, lo, hi, critical_lo, critical_hi, severity) values ('T', $1, $1, '{}', '{}', '{}')`,
    [METRIC_KEYS.map(() => null)],
  )
  await database.query(`insert into tanks (id, code, name, range_template_id) overriding system value
    select i, 'T' || i, 'T', r.id from generate_series(11, 12) i, range_templates r`)
  await limitTo(7.5)
  await storeHistory(database, history())
})
afterEach(() => job.stop())
afterAll(() => database.close())

test('after a start the days of every tank that are over are judged, and nobody has to wait for them', async () => {
  startJob()
  await untilAllJudged()
  await expectKeptHolds()
})

test('limits that change several times in a row are judged by the last of them', async () => {
  startJob()
  for (const ph of [7.6, 7.2, 7.7, 7.3]) {
    await limitTo(ph)
    for (const id of [11, 12]) events.emit('tank.changed', { id })
    if (ph === 7.2) await expect.poll(async () => (await judgedDays(12)).length).toBeGreaterThan(0)
  }
  await untilAllJudged()
  await expectKeptHolds()
})

test('an interval that was set is a change too', async () => {
  startJob()
  await untilAllJudged()
  await database.query('update terminals set expected_interval_seconds = 600')
  expect(await judgedDays(11)).toEqual([])
  for (const id of [1, 3]) events.emit('terminal.changed', { id, tank_ids: [id === 3 ? 12 : 11] })
  await untilAllJudged()
  await expectKeptHolds()
})

test('stopped at work, it ends what is under way, newest days first, and the next start does the rest', async () => {
  await limitTo(7.4)
  let transactions = 0
  let stopping: Promise<void> | undefined
  startJob({
    ...database,
    transact: (work, opening) => {
      transactions += 1
      if (transactions === 3) stopping = job.stop()
      return database.transact(work, opening)
    },
  })
  await expect.poll(() => stopping !== undefined).toBe(true)
  await stopping
  expect(transactions).toBe(3)
  events.emit('tank.changed', { id: 11 })
  const days = await judgedDays(11)
  expect(days.length).toBeGreaterThan(0)
  expect(days.length).toBeLessThanOrEqual(14)
  expect(days).toEqual(days.map((_, i) => START + (DAYS - days.length + i) * DAY_MS))
  expect(transactions).toBe(3)

  startJob()
  await untilAllJudged()
})

test('a failure is tried again', async () => {
  await limitTo(7.1)
  let failures = 0
  startJob({
    ...database,
    transact: (work, opening) => {
      failures += 1
      return failures <= 3 ? Promise.reject(new Error('the database is away')) : database.transact(work, opening)
    },
  })
  await untilAllJudged()
  expect(failures).toBeGreaterThan(3)
})
