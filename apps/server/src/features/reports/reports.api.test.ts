import { randomUUID } from 'node:crypto'
import { alarmStatisticsApi } from '@dalyan/contracts/alarm-statistics'
import { calibrationsApi } from '@dalyan/contracts/calibrations'
import { journalApi } from '@dalyan/contracts/journal'
import { measurementsApi } from '@dalyan/contracts/measurements'
import { type TankMonth, reportsApi } from '@dalyan/contracts/reports'
import { tanksApi } from '@dalyan/contracts/tanks'
import { tankModesApi } from '@dalyan/contracts/tank-modes'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { givenAlarm, givenTank, type GivenTank } from '../../../tests/given-alarm.ts'
import { storeHistory } from '../../../tests/ph-history.ts'
import { startTestApp, type TestApp } from '../../../tests/test-app.ts'
import type { TestUser } from '../../../tests/test-users.ts'
import { instantAt } from '../../core/clock.ts'
import { monthAt, monthSpan, nextMonth, previousMonth } from './month.rules.ts'
import { verifyReports } from './verify-reports.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

let t: TestApp
let tank: GivenTank
let empty: GivenTank
let foreign: GivenTank
/** The month after the present one, and its first instant. */
let month: string
let start: number
let end: number
let admin: TestUser
let operator: TestUser
let customer: TestUser

/** Every ten minutes but for five hours of the tenth day; two hours of the twentieth are below the limit. */
function readings() {
  const { terminal } = tank
  return Array.from({ length: Math.floor((end - start) / (10 * MINUTE)) }, (_, i) => start + i * 10 * MINUTE)
    .filter((at) => at < start + 9 * DAY + HOUR || at >= start + 9 * DAY + 6 * HOUR)
    .map((measured_at) => {
      const isOut = measured_at >= start + 19 * DAY && measured_at < start + 19 * DAY + 2 * HOUR
      const ph = isOut ? 6.5 : 7.5 + ((measured_at / MINUTE) % 7) / 10
      return { terminal_id: terminal.id, tank_id: tank.id, measured_at, ph, isOut }
    })
}

beforeAll(async () => {
  t = await startTestApp({ BASE_URL: 'https://dalyan.example' })
  month = nextMonth(monthAt(Date.now()))
  const { bounds } = monthSpan(month)
  start = bounds[0] ?? 0
  end = bounds.at(-1) ?? 0
  tank = await givenTank(t)
  empty = await givenTank(t)
  foreign = await givenTank(t, (await t.given.firm()).id)
  const template = await t.given.rangeTemplate({ ranges: { ph: { min: 7, max: 8.5 } } })
  await t.as.admin.put(tanksApi.update, { params: { id: tank.id }, body: { range_template_id: template.id } })
  await t.database.query('update terminals set expected_interval_seconds = 600 where id = $1', [tank.terminal.id])
  await storeHistory(t.database, readings())
  await t.database.query('update latest set ph = 7.5, ph_at = measured_at')
  t.clock.advance(start + 20 * DAY - t.clock.now())
  admin = await t.someone({ role: 'admin' })
  operator = await t.someone({ role: 'operator', firm_id: t.ownFirm.id, name: 'Elif Demir' })
  customer = await t.someone({ role: 'customer', firm_id: t.ownFirm.id })
})
afterAll(() => t.close())

const report = async (of: { id: number }, as = customer, wanted = month) => {
  const { status, body } = await as.get(reportsApi.get, { params: { id: of.id }, query: { month: wanted } })
  return { status, ...(body as { record: object | null; report: TankMonth }) }
}

/** The bytes of a file. */
async function file(of: { id: number }, format: 'pdf' | 'xlsx', locale: 'tr' | 'en' = 'tr') {
  const url = `/api/reports/tank/${of.id}/file?month=${month}&format=${format}&locale=${locale}`
  const reply = await t.app.server.inject({ url, headers: { authorization: `Bearer ${customer.token}` } })
  return { status: reply.statusCode, headers: reply.headers, bytes: reply.rawPayload }
}

const reported = async (of: { id: number } = tank) => (await report(of)).report

describe('the preview of the current month', () => {
  test('ends now, and has the days until now', async () => {
    const { record, report: preview } = await report(tank)
    expect(record).toBeNull()
    expect(preview).toMatchObject({ month, from: instantAt(start), to: instantAt(t.clock.now()) })
    expect(preview.metrics[0]?.days.map(({ day }) => day)).toEqual(monthSpan(month).days.slice(0, 20))
  })

  test('of a month that has not begun is refused', async () => {
    const reply = await customer.get(reportsApi.get, { params: { id: tank.id }, query: { month: nextMonth(month) } })
    expect(reply).toMatchObject({ status: 422, body: { errors: { month: ['Bu ay henüz başlamadı.'] } } })
  })

  test('of a tank of another firm does not exist', async () => {
    expect((await report(foreign)).status).toBe(404)
    expect((await customer.get(reportsApi.list, { params: { id: foreign.id } })).status).toBe(404)
    expect((await report(foreign, admin)).status).toBe(200)
  })
})

describe('the month when it is over', () => {
  beforeAll(async () => {
    const at = (days: number, minutes = 0) => instantAt(start + days * DAY + minutes * MINUTE)
    const acknowledged_by = operator.id
    const over = { state: 'closed' as const, kind: 'low' as const, limit_value: 7, note: 'soğutucu arızası' }
    await givenAlarm(t, tank, {
      ...over,
      metric: 'ph',
      occurrence_peak: 6.5,
      out_since: at(19),
      raised_at: at(19, 1),
      occurred_at: [at(19, 1)],
      cleared_at: at(19, 120),
      closed_at: at(19, 120),
      acknowledged_at: at(19, 5),
      first_acknowledged_at: at(19, 5),
      acknowledged_by,
      first_acknowledged_by: acknowledged_by,
    })
    const silence = { kind: 'silent' as const, metric: null, out_since: at(9, 60), raised_at: at(9, 60) }
    await givenAlarm(t, tank, {
      ...silence,
      state: 'closed',
      occurred_at: [at(9, 60)],
      cleared_at: at(9, 360),
      closed_at: at(9, 360),
    })
    const entry = (kind: 'feeding' | 'note', when: string, part: object) =>
      operator.post(journalApi.write, { body: { id: randomUUID(), tank_id: tank.id, kind, at: when, ...part } })
    await entry('feeding', at(3), { amount: 500, unit: 'g' })
    await entry('feeding', at(4), { amount: 2, unit: 'kg' })
    await entry('note', at(19, 30), { note: '=yedek pompa açıldı' })
    await operator.post(calibrationsApi.write, {
      body: {
        id: randomUUID(),
        tank_id: tank.id,
        iot_id: tank.terminal.id,
        metric: 'ph',
        at: at(5),
        points: [{ expected: 7, before: 7.08, after: 7.01 }],
      },
    })
    await operator.post(tankModesApi.start, {
      params: { id: tank.id },
      body: { name: 'cleaning', minutes: 30, metrics: ['ph'] },
    })
    await t.database.query(
      `insert into handovers (firm_id, from_at, to_at, figures, items, note, by_user, to_user, moves_on_call, created_at, taken_at)
       values ($1, $2, $3, '{}', '[]', '', $4, $5, false, $3, $3)`,
      [t.ownFirm.id, at(2), at(2, 720), operator.id, admin.id],
    )
    await t.database.query('update measurements set refused = $1 where tank_id = $2 and measured_at = $3', [
      JSON.stringify({ orp: { value: 9999, reason: 'code' } }),
      tank.id,
      at(1),
    ])
    // The first of the next month, at six in the morning.
    t.clock.advance(end + 6 * HOUR - t.clock.now())
    admin = await t.someone({ role: 'admin' })
    customer = await t.someone({ role: 'customer', firm_id: t.ownFirm.id })
  })

  test('has the figures of the statistics', async () => {
    const { figures, metrics } = await reported()
    const window = { from: instantAt(start), to: instantAt(end) }
    const stats = await customer.get(measurementsApi.tankStats, {
      params: { id: tank.id },
      query: { ...window, metrics: ['ph'] },
    })
    const alarms = await customer.get(alarmStatisticsApi.summary, { query: { ...window, tank_id: tank.id } })
    expect(metrics.map(({ metric }) => metric)).toEqual(['ph'])
    expect(metrics[0]?.stats).toEqual(stats.body.ph)
    expect(figures).toMatchObject({
      out_of_range_seconds: stats.body.ph?.out_of_range_seconds,
      alarms: alarms.body.raised,
      ack_median_seconds: alarms.body.ack_median_seconds,
      incidents: 2,
      longest_excursion_seconds: 7200,
      readings: readings().length,
    })
    expect([figures.alarms, figures.ack_median_seconds]).toEqual([2, 240])
  })

  test('has least, mean and greatest of each day', async () => {
    const [ph] = (await reported()).metrics
    const { bounds } = monthSpan(month)
    const wanted = monthSpan(month).days.map((day, i) => {
      const values = readings().flatMap(({ measured_at, ph: value }) =>
        measured_at >= (bounds[i] ?? 0) && measured_at < (bounds[i + 1] ?? 0) ? value : [],
      )
      const mean = values.reduce((sum, value) => sum + value, 0) / values.length
      return {
        day,
        min: expect.closeTo(Math.min(...values), 4),
        avg: expect.closeTo(mean, 4),
        max: expect.closeTo(Math.max(...values), 4),
        count: values.length,
      }
    })
    expect(ph?.days).toMatchObject(wanted)
  })

  test('shows its gap, and counts it as time without data', async () => {
    const { figures, gaps, metrics, gap_after_seconds } = await reported()
    const gap = { from: instantAt(start + 9 * DAY + HOUR), to: instantAt(start + 9 * DAY + 6 * HOUR) }
    expect(gap_after_seconds).toBe(1800)
    expect(gaps).toEqual({ total: 1, data: [gap] })
    expect(figures.no_data_seconds).toBe(5 * 3600)
    expect(figures.covered).toBeCloseTo(1 - (5 * HOUR) / (end - start), 9)
    expect(metrics[0]?.days[9]?.covered).toBeCloseTo(19 / 24, 9)
    expect(figures.in_range).toBeCloseTo(1 - 7200 / ((end - start) / 1000 - 5 * 3600), 4)
  })

  test('has alarms with cause, action and the user who acknowledged', async () => {
    const { alarms, acknowledged_by } = await reported()
    expect(alarms).toMatchObject({
      total: 2,
      data: [
        { metric: null, kind: 'silent', peak: null, limit: null, seconds: 5 * 3600, acknowledged_by: null },
        {
          metric: 'ph',
          kind: 'low',
          peak: 6.5,
          limit: 7,
          seconds: 7200,
          note: 'soğutucu arızası',
          actions: [{ kind: 'note', note: '=yedek pompa açıldı' }],
          acknowledged_by: 'Elif Demir',
        },
      ],
    })
    expect(acknowledged_by).toEqual([{ name: 'Elif Demir', count: 1 }])
  })

  test('has limits, calibrations, modes, sums of the journal, shifts and refused values', async () => {
    const { metrics, calibrations, modes, journal_sums, journal, duty } = await reported()
    expect(metrics[0]?.limits).toEqual([{ from: start / 1000, min: 7, max: 8.5 }])
    expect(calibrations).toMatchObject([
      { metric: 'ph', points: [{ before: 7.08 }], created_by: { name: 'Elif Demir' } },
    ])
    expect(modes).toMatchObject([{ name: 'cleaning', metrics: ['ph'] }])
    expect(journal_sums).toEqual([
      { kind: 'feeding', entries: 2, amounts: [{ amount: 2.5, unit: 'kg' }] },
      { kind: 'calibration', entries: 1, amounts: [] },
      { kind: 'note', entries: 1, amounts: [] },
    ])
    expect(journal.total).toBe(4)
    expect(duty).toMatchObject([{ name: 'Elif Demir', from: instantAt(start + 2 * DAY) }])
  })

  test('of a tank without readings says so', async () => {
    const { figures, metrics, gaps } = await reported(empty)
    expect(metrics).toEqual([])
    expect(figures).toMatchObject({ in_range: null, covered: 0, readings: 0, alarms: 0 })
    expect(gaps.data).toEqual([{ from: instantAt(start), to: instantAt(end) }])
  })
})

describe('kept reports', () => {
  const lines = () =>
    t.database.query<{ number: number; tank_id: number; month: string }>(
      'select number, tank_id, month from monthly_reports order by number',
    )

  test('are made at six in the morning of the first, once for each tank', async () => {
    await t.app.makeReports()
    await t.app.makeReports()
    expect((await lines()).rows).toEqual([
      { number: 1, tank_id: tank.id, month },
      { number: 2, tank_id: empty.id, month },
      { number: 3, tank_id: foreign.id, month },
    ])
  })

  test('are listed with their hashes, and shown instead of a preview', async () => {
    const { body } = await customer.get(reportsApi.list, { params: { id: tank.id } })
    expect(body).toMatchObject({ running: nextMonth(month), months: [{ number: 1, month, previous_hash: null }] })
    const { record } = await report(tank)
    expect(record).toEqual(body.months[0])
    expect((await report(empty)).record).toMatchObject({ number: 2, previous_hash: body.months[0]?.hash })
  })

  test('stay as they are when the readings change later', async () => {
    const before = (await report(tank)).report
    await t.database.query('update rollup_15m set ph_max = 9')
    expect((await report(tank)).report).toEqual(before)
    expect((await report(tank, customer, previousMonth(month))).record).toBeNull()
  })

  test.each(['pdf', 'xlsx'] as const)('are %s files of the same bytes each time', async (format) => {
    const first = await file(tank, format)
    t.clock.advance(MINUTE)
    const second = await file(tank, format)
    expect(first.status).toBe(200)
    expect(first.headers['content-disposition']).toBe(`attachment; filename="rapor_${tank.code}_${month}.${format}"`)
    expect(first.bytes.length).toBeGreaterThan(5_000)
    expect(second.bytes.equals(first.bytes)).toBe(true)
    expect((await file(tank, format, 'en')).bytes.equals(first.bytes)).toBe(false)
  })

  test('are sheets in which no text of a user is a formula', async () => {
    const { bytes } = await file(tank, 'xlsx')
    const { sheets } = await readXlsx(bytes)
    expect(sheets.map(({ name }) => name)).toEqual([
      'Özet',
      'Günler',
      'Alarmlar',
      'Boşluklar',
      'Kalibrasyonlar',
      'Modlar',
      'Günlük',
      'Görevliler',
    ])
    const alarms = sheets.find(({ name }) => name === 'Alarmlar')?.rows.map((row) => row[3])
    expect(alarms).toEqual(['Alarm', 'veri gelmedi', 'pH, düşük'])
    const notes = sheets.find(({ name }) => name === 'Günlük')?.rows.map((row) => row[4])
    expect(notes).toContain("'=yedek pompa açıldı")
    expect(sheets.find(({ name }) => name === 'Günler')?.rows).toHaveLength(1 + monthSpan(month).days.length)
  })

  test('are recorded in the audit log when they are exported', async () => {
    const { rows } = await t.database.query<{ target_name: string }>(
      `select target_name from audit_logs where event = 'exported' order by id desc limit 1`,
    )
    expect(rows).toEqual([{ target_name: `/api/reports/tank/${tank.id}/file` }])
  })

  test('cannot be changed or deleted', async () => {
    for (const statement of ['delete from monthly_reports', `update monthly_reports set content = '{}'`])
      await expect(t.database.query(statement)).rejects.toThrow('append-only')
  })

  test('of months in which the server was down are made up for', async () => {
    const next = nextMonth(month)
    t.clock.advance(monthSpan(nextMonth(next)).bounds[0]! + 7 * HOUR - t.clock.now())
    await t.app.makeReports()
    expect((await lines()).rows.slice(3).map((row) => row.month)).toEqual([next, next, next])
  })
})

test('the record of a deleted tank stays for administrators, and in the chain', async () => {
  await admin.delete(tanksApi.remove, { params: { id: empty.id } })
  expect((await report(empty)).status).toBe(404)
  expect((await report(empty, admin)).record).toMatchObject({ number: 2 })
})

describe('the chain of reports', () => {
  /** Changes rows as an owner of the database could, and restores them. */
  async function forged(statement: string) {
    const found = { checked: -1, problem: '' as string | null }
    await t.database
      .transact(async (on) => {
        await on.query('alter table monthly_reports disable trigger user')
        await on.query(statement)
        Object.assign(found, await verifyReports(on))
        throw new Error('undone')
      })
      .catch(() => undefined)
    return found
  }

  test('is unbroken', async () => {
    expect(await verifyReports(t.database)).toMatchObject({ checked: 6, problem: null })
  })

  test.each([
    [
      'a changed content',
      `update monthly_reports set content = replace(content, '"alarms":2', '"alarms":0') where number = 1`,
      0,
      'its content',
    ],
    [
      'a content with its new hash',
      `update monthly_reports set content = '{}', content_hash = encode(sha256('{}'), 'hex') where number = 2`,
      1,
      'does not have the hash',
    ],
    [
      'another month',
      `update monthly_reports set month = '2020-01' where number = 2`,
      1,
      'number, tank, month or time',
    ],
    ['a deleted report', 'delete from monthly_reports where number = 2', 1, 'report 2 is missing'],
    [
      'another report before it',
      `update monthly_reports set previous_hash = hash where number = 4`,
      3,
      'it does not follow',
    ],
  ])('shows %s', async (_, statement, checked, problem) => {
    const found = await forged(statement)
    expect(found).toMatchObject({ checked, problem: expect.stringContaining(problem) })
  })
})
