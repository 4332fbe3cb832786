import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestDatabase } from '../../../../tests/test-database.ts'
import type { Database } from '../../../core/database/database.ts'
import { createLogger } from '../../../core/log.ts'
import { recordedReadings } from '../fixtures/recorded-readings.ts'
import { measurementLists } from '../lists/measurement-lists.sql.ts'
import { partitions } from '../storing/partitions.sql.ts'
import { createRollUpJob } from '../rollups/roll-up-job.ts'
import type { ImportRefusal } from './history-rows.ts'
import { importFile, type FileOptions } from './import-file.ts'
import { importHistory } from './import-history.ts'
import { OPEN_HISTORY_GATES } from '../../../../tests/open-gates.ts'

const clock = { now: () => Date.parse('2026-11-20T12:00:00Z') }

let database: Database
let folder: string
let refused: ImportRefusal[] = []

beforeAll(async () => {
  database = await openTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'dalyan-import-'))
})
afterAll(async () => {
  await rm(folder, { recursive: true })
  await database.close()
})
beforeEach(async () => {
  refused = []
  await database.query(
    'truncate measurements, rollup_15m, rollup_6h, rollup_day, counts_day, counts_month, rollup_dirty',
  )
  // Monthly reports, which refer to tanks, refuse to be truncated except by a replica. As a replica Citus would leave the rows of its nodes.
  await database.query(`set session_replication_role = replica;
    truncate latest, totals_day, totals_month, terminals, tanks, terminal_assignments restart identity cascade;
    set session_replication_role = default`)
  await database.query(
    `insert into terminals (code, status) values ('OLD-1', 'active'), ('OLD-2', 'active'), ('OLD-3', 'deleted')`,
  )
  await database.query(`insert into tanks (code, name) values ('A', 'A'), ('B', 'B')`)
  await database.query(
    `insert into terminal_assignments values (1, 1, '2020-01-01', '2021-01-01'), (1, 2, '2021-02-01', null)`,
  )
})

async function importText(text: string, options: Partial<FileOptions> = {}, name = 'history.csv') {
  const path = join(folder, name)
  await writeFile(path, name.endsWith('.gz') ? gzipSync(text) : text)
  // The relevant part of the rule: an assignment holds from its start to its end, the first one without a start.
  const tankAt = (assignments: { tank_id: number; from: number; to: number | null }[], at: number) =>
    assignments.find(({ from, to }, i) => (i === 0 || at >= from) && (to === null || at < to))?.tank_id ?? null
  return importFile(
    { path, createTerminals: false, noTank: false, ...options },
    { database, clock, tankAt, refuse: (one) => refused.push(one) },
  )
}
const stored = async () =>
  (
    await database.query<Record<string, unknown>>(
      'select terminal_id, tank_id, measured_at, ph, orp from measurements order by measured_at',
    )
  ).rows
const counts = async () =>
  (
    await database.query<Record<string, number>>(`select (select coalesce(sum(n), 0) from rollup_15m)::int a,
    (select coalesce(sum(n), 0) from rollup_6h)::int b, (select coalesce(sum(n), 0) from counts_day)::int c, (select coalesce(sum(n), 0) from counts_month)::int d`)
  ).rows[0]

describe('an imported file', () => {
  test('assigns each reading to the tank of its terminal at the time', async () => {
    const text = `terminal_code,measured_at,ph
OLD-1,2019-06-01T10:00:00Z,7.1
OLD-1,2020-06-01T10:00:00Z,7.2
OLD-1,2021-01-15T10:00:00Z,7.3
OLD-1,2022-06-01T10:00:00Z,7.4
`
    expect(await importText(text)).toMatchObject({ rows: 4, stored: 3, refused: 1 })
    expect((await stored()).map(({ tank_id, ph }) => [tank_id, ph])).toEqual([
      [1, 7.1],
      [1, 7.2],
      [2, 7.4],
    ])
    expect(refused).toEqual([{ line: 4, column: 'terminal_code', value: 'OLD-1', problem: 'no_tank' }])
  })

  test('may name tanks in a column, order columns freely and be gzipped', async () => {
    const text =
      'tank_code,ph,measured_at,terminal_code\r\nB,7.5,2019-06-01 10:00:00,OLD-1\r\n,7.6,2019-06-01 10:01:00,OLD-1\r\n'
    expect(await importText(text, {}, 'history.csv.gz')).toMatchObject({ stored: 2 })
    expect((await stored()).map(({ tank_id }) => tank_id)).toEqual([2, 1])
  })

  test('counts as received when it was measured, so that the terminal does not look connected', async () => {
    await importText('terminal_code,measured_at,ph\nOLD-1,2019-06-01T10:00:00Z,7')
    const { rows } = await database.query('select received_at from latest')
    expect(rows).toEqual([{ received_at: '2019-06-01T10:00:00.000Z' }])
  })

  test('uses --tank for all rows, and --no-tank for rows without a tank', async () => {
    await importText('terminal_code,measured_at,ph\nOLD-2,2019-06-01T10:00:00Z,7', { tank: 'B' })
    await importText('terminal_code,measured_at,ph\nOLD-2,2019-06-01T11:00:00Z,7', { noTank: true })
    expect((await stored()).map(({ tank_id }) => tank_id)).toEqual([2, null])
  })

  test('changes nothing when imported twice, and adds new metrics', async () => {
    const text = 'terminal_code,measured_at,ph\nOLD-1,2019-06-01T10:00:00Z,7\nOLD-1,2019-06-01T10:05:00Z,7.1\n'
    await importText(text)
    expect(await importText(text)).toMatchObject({ stored: 0, duplicate: 2, refused: 0 })
    expect(await importText(text.replace('ph', 'orp'))).toMatchObject({ merged: 2 })
    expect(await stored()).toMatchObject([
      { ph: 7, orp: 7 },
      { ph: 7.1, orp: 7.1 },
    ])
  })

  test('has every rejected row and value reported', async () => {
    await importText('terminal_code,measured_at,ph\nOLD-1,2019-06-01T10:00:00Z,7')
    const text = `terminal_code,measured_at,tank_temperature,ph
OLD-1,2019-06-01T10:00:00Z,,8
OLD-1,yesterday,18,7
OLD-1,2026-11-20T12:06:00Z,18,7
OLD-1,2019-06-01T11:00:00Z,18,15
OLD-1,2019-06-01T12:00:00Z,warm,
OLD-1,2019-06-01T13:00:00Z,,
,2019-06-01T14:00:00Z,18,7
`
    expect(await importText(text)).toMatchObject({ rows: 7, stored: 1, conflict: 1, refused: 5 })
    expect(refused.map(({ line, column, problem }) => `${line} ${column} ${problem}`).sort()).toEqual([
      '2 measured_at conflict',
      '3 measured_at unreadable_time',
      '4 measured_at in_the_future',
      '5 ph implausible',
      '6 measured_at no_value',
      '6 tank_temperature not_a_number',
      '7 measured_at no_value',
      '8 terminal_code no_code',
    ])
  })

  test('refuses readings of months that were dropped', async () => {
    await database.query(`update rollup_state set raw_from = '2019-05-01'`)
    const text = 'terminal_code,measured_at,ph\nOLD-1,2019-04-30T23:59:00Z,7\nOLD-1,2019-05-01T00:00:00Z,7\n'
    expect(await importText(text)).toMatchObject({ rows: 2, stored: 1, refused: 1 })
    expect(refused).toMatchObject([{ line: 2, problem: 'no_longer_kept', value: '2019-04-30T23:59:00.000Z' }])
    await database.query(`update rollup_state set raw_from = '1970-01-01'`)
  })
})

describe('an import is refused before the first write', () => {
  const good = 'OLD-1,2019-06-01T10:00:00Z,7\n'
  test.each([
    [
      'unknown terminals, all of them by name',
      `terminal_code,measured_at,ph\n${good}X-1,2019-06-01,7\nX-2,2019-06-01,7`,
      {},
      'X-1, X-2',
    ],
    ['a deleted terminal', `terminal_code,measured_at,ph\n${good}OLD-3,2019-06-01,7`, {}, 'OLD-3'],
    [
      'an invalid terminal code',
      `terminal_code,measured_at,ph\nküçük,2019-06-01,7`,
      { createTerminals: true },
      'küçük',
    ],
    ['an unknown tank of a row', `terminal_code,measured_at,ph,tank_code\nOLD-1,2019-06-01,7,Z`, {}, 'tank code: Z'],
    ['an unknown --tank', `terminal_code,measured_at,ph\n${good}`, { tank: 'Z' }, 'tank code: Z'],
    ['a missing column', `terminal_code,ph\nOLD-1,7`, {}, 'measured_at'],
    [
      'more than 100 columns',
      `terminal_code,measured_at,${Array.from({ length: 60_000 }, (_, i) => `c${i}`).join(',')}\n${good}`.slice(
        0,
        60_000,
      ),
      {},
      'more than 100 columns',
    ],
    ['a row without an end', `terminal_code,measured_at,ph\n${'x'.repeat(100_000)}`, {}, 'is not a CSV table'],
    ['a column that is no metric', `terminal_code,measured_at,mood\n${good}`, {}, 'mood'],
    ['a column named twice', `terminal_code,measured_at,ph,ph\n`, {}, 'twice'],
  ])('%s', async (_, text, options, message) => {
    await expect(importText(text, options)).rejects.toThrow(message)
    expect(await stored()).toEqual([])
    expect((await database.query('select 1 from terminals')).rows).toHaveLength(3)
  })

  test('a file that does not exist', async () => {
    const options = { path: join(folder, 'nothing.csv'), createTerminals: false, noTank: false }
    await expect(importFile(options, { database, clock, tankAt: () => null, refuse: () => undefined })).rejects.toThrow(
      'ENOENT',
    )
  })
})

test('--create-terminals creates terminals that cannot connect', async () => {
  await importText('terminal_code,measured_at,ph\nNEW-1,2019-06-01,7', { createTerminals: true, tank: 'A' })
  const { rows } = await database.query(
    `select status, (select count(*) from terminal_keys) as keys from terminals where code = 'NEW-1'`,
  )
  expect(rows).toEqual([{ status: 'inactive', keys: 0 }])
})

describe('imported history', () => {
  const recorded = recordedReadings()
  test('is in every roll-up after the import, in any order', async () => {
    const shuffled = recorded
      .map((one, i) => ({ one, key: (i * 7919) % recorded.length }))
      .sort((a, b) => a.key - b.key)
    const n = recorded.length
    expect(
      await importHistory({ database, gates: OPEN_HISTORY_GATES, readings: shuffled.map(({ one }) => one) }),
    ).toEqual({
      stored: n,
      duplicate: 0,
      merged: 0,
      merged_in_part: 0,
      conflict: 0,
    })
    expect(await counts()).toEqual({ a: n, b: n, c: n, d: n })
  })

  test('is complete when an interrupted import is repeated', async () => {
    function* brokenOff() {
      yield* recorded.slice(0, 5200)
      throw new Error('the power went')
    }
    await expect(importHistory({ database, gates: OPEN_HISTORY_GATES, readings: brokenOff() })).rejects.toThrow(
      'the power went',
    )
    const again = await importHistory({ database, gates: OPEN_HISTORY_GATES, readings: recorded })
    expect(again.duplicate).toBe(5000)
    expect(again.stored).toBe(recorded.length - 5000)
    expect((await counts())?.['a']).toBe(recorded.length)
  })

  test('newer than the roll-ups is left to the roll-up job', async () => {
    const now = { now: () => Date.now() + 3_600_000 }
    const reading = recorded.find((one) => one.terminal_id === 1)
    if (!reading) throw new Error('no reading')
    await importHistory({ database, gates: OPEN_HISTORY_GATES, readings: [{ ...reading, measured_at: Date.now() }] })
    expect((await counts())?.['a']).toBe(0)
    await createRollUpJob({
      database,
      partitions: partitions(database),
      clock: now,
      log: createLogger('silent'),
    }).rollUp()
    expect(await counts()).toEqual({ a: 1, b: 1, c: 1, d: 1 })
  })

  test('never moves the latest values back', async () => {
    const [first, second] = recorded.filter((one) => one.terminal_id === 1)
    if (!first || !second) throw new Error('no reading')
    await importHistory({ database, gates: OPEN_HISTORY_GATES, readings: [second] })
    await importHistory({ database, gates: OPEN_HISTORY_GATES, readings: [first] })
    const { rows } = await database.query<{ measured_at: string }>('select measured_at from latest')
    expect(rows.map((row) => Date.parse(row.measured_at))).toEqual([second.measured_at])
  })

  test('is counted once while a roll-up job runs at the same time', async () => {
    const job = createRollUpJob({
      database,
      partitions: partitions(database),
      clock: { now: Date.now },
      log: createLogger('silent'),
    })
    await Promise.all([
      importHistory({ database, gates: OPEN_HISTORY_GATES, readings: recorded }),
      job.rollUp(),
      job.rollUp(),
      job.rollUp(),
    ])
    expect(
      (await measurementLists(database).list({ terminals: null, tanks: null }, { page: 1, per_page: 1 })).total,
    ).toBe(recorded.length)
  })
})
