import { MOST_COUNTED } from '@dalyan/contracts/measurements'
import { METRIC_KEYS } from '@dalyan/contracts/metrics'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../../../tests/test-database.ts'
import { instantAt } from '../../../core/clock.ts'
import type { Database } from '../../../core/database/database.ts'
import { storeHistory, type PhReading } from '../../../../tests/ph-history.ts'
import { measurementsService, type MeasurementsService } from '../storing/measurements.service.ts'
import { measurementLists } from './measurement-lists.sql.ts'
import { partitions } from '../storing/partitions.sql.ts'
import { OPEN_GATES } from '../../../../tests/open-gates.ts'

const START = Date.parse('2025-01-01T00:00:00Z')
const STEP_MS = 600_000
const PH = METRIC_KEYS.indexOf('ph')
const scope = { terminals: [1, 2], tanks: [11] }

let database: Database
let service: MeasurementsService
const stored: PhReading[] = []
const isOut = (row: PhReading) => row.ph > 8

/** Two terminals over some months: every third value is out of range until `MOST_COUNTED` are, followed by a long time without any. */
function history(): PhReading[] {
  const rows: PhReading[] = []
  let out = 0
  for (let i = 0; i < 20_000; i += 1) {
    for (const terminal_id of [1, 2]) {
      const isHigh = (i + terminal_id) % 3 === 0 && i > 3_000 && out < MOST_COUNTED
      if (isHigh) out += 1
      rows.push({
        terminal_id,
        tank_id: 11,
        measured_at: START + i * STEP_MS + terminal_id,
        ph: isHigh ? 9 : 7,
        isOut: isHigh,
      })
    }
  }
  return rows
}

beforeAll(async () => {
  database = await openTestDatabase()
  const alarms = { evaluate: () => Promise.resolve([]), announce: () => undefined }
  service = measurementsService({
    database,
    gates: OPEN_GATES,
    partitions: partitions(database),
    alarms,
    announce: () => undefined,
  })
  await database.query(`insert into terminals (id, code, status, kind) overriding system value
    values (1, 'A', 'active', 'device'), (2, 'B', 'active', 'device')`)
  await database.query(
    `insert into range_templates (name, lo, hi, critical_lo, critical_hi, severity) values ('T', $1, $2, '{}', '{}', '{}')`,
    [METRIC_KEYS.map(() => null), METRIC_KEYS.map((key) => (key === 'ph' ? 8 : null))],
  )
  await database.query(`insert into tanks (id, code, name, range_template_id) overriding system value
    select 11, 'T11', 'T', max(id) from range_templates`)
  stored.push(...history())
  await storeHistory(database, stored)
})
afterAll(async () => {
  await service.close()
  await database.close()
})

async function expectPages(pages: readonly number[], total: { total: number; total_capped?: true }) {
  for (const descending of [true, false]) {
    const keys = stored
      .filter(isOut)
      .toSorted((a, b) => (a.measured_at - b.measured_at || a.terminal_id - b.terminal_id) * (descending ? -1 : 1))
      .map((one) => `${one.terminal_id} ${instantAt(one.measured_at)}`)
    for (const page of pages) {
      const query = { page, per_page: 25, sort: [{ descending }] }
      const { data, ...answer } = await measurementLists(database).listOutOfRange(scope, query, METRIC_KEYS)
      expect(data.map((one) => `${one.iot_id} ${one.measured_at}`)).toEqual(keys.slice((page - 1) * 25, page * 25))
      expect(answer).toEqual({ current_page: page, last_page: MOST_COUNTED / 25, per_page: 25, ...total })
    }
  }
}

const PAGES = [1, 2, 137, MOST_COUNTED / 25, MOST_COUNTED / 25 + 1]

test('the total of readings out of range is exact up to the counting limit', async () => {
  await expectPages(PAGES, { total: MOST_COUNTED })
})

/** The newest months, which are read first, end here. */
const endNewestAfter = (days: number) =>
  database.query('update rollup_state set mark_until = $1', [instantAt(START + days * 86_400_000)])

test.each([20, 93, 139])('pages are the same when the newest months end on day %i of the readings', async (days) => {
  await endNewestAfter(days)
  await expectPages(PAGES, { total: MOST_COUNTED })
})

test('one reading beyond the counting limit caps the total', async () => {
  const late = { terminal_id: 2, tank_id: 11, measured_at: START + 1_000 * STEP_MS + 500, ph: 9 }
  const values = METRIC_KEYS.map((_, index) => (index === PH ? late.ph : null))
  await service.storeBatch([{ ...late, received_at: late.measured_at, values, clock_skew: false }])
  stored.push(late)
  const { rows } = await database.query('select terminal_id from rollup_dirty')
  expect(rows).toEqual([{ terminal_id: 2 }])
  for (const days of [20, 139]) {
    await endNewestAfter(days)
    await expectPages(PAGES, { total: MOST_COUNTED, total_capped: true })
  }
})
