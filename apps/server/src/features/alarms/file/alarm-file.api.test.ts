import { afterAll, beforeAll, expect, test } from 'vitest'
import { givenAlarm, givenTank, type GivenTank } from '../../../../tests/given-alarm.ts'
import { readCsv } from '../../../../tests/read-csv.ts'
import { startTestApp, type TestApp } from '../../../../tests/test-app.ts'
import { alarmLines } from './alarm-file.sql.ts'

let t: TestApp
let tank: GivenTank
let closed: number
let open: number
beforeAll(async () => {
  t = await startTestApp()
  tank = await givenTank(t)
  closed = await givenAlarm(t, tank, {
    state: 'closed',
    raised_at: '2026-01-01T22:00:00.000Z',
    out_since: '2026-01-01T21:30:00.000Z',
    cleared_at: '2026-01-01T23:00:00.000Z',
    acknowledged_at: '2026-01-01T22:15:00.000Z',
    acknowledged_by: t.as.operator.id,
    peak: 8.5,
    value: 8.25,
    note: '=cmd()',
  })
  open = await givenAlarm(t, tank, { raised_at: '2026-01-02T10:00:00.000Z', metric: 'orp' })
  const elsewhere = await t.given.firm()
  await givenAlarm(t, await givenTank(t, elsewhere.id))
})
afterAll(() => t.close())

const file = (query: string, user = t.as.customer) => readCsv(t, `/api/alarms/export?${query}`, user)

test("the alarm file contains the firm's own alarms, newest first, and no spreadsheet formula", async () => {
  const { rows, name } = await file('status=all')
  expect(name).toMatch(/^attachment; filename="alarms_\d{4}-\d\d-\d\d\.csv"$/)
  expect(rows.map(({ id }) => Number(id))).toEqual([open, closed])
  expect(rows[1]).toMatchObject({
    tank_code: tank.code,
    terminal_code: tank.terminal.code,
    metric: 'ph',
    kind: 'high',
    state: 'closed',
    value: '8.25',
    peak: '8.5',
    out_since: '2026-01-01T21:30:00.000Z',
    acknowledged_at: '2026-01-01T22:15:00.000Z',
    closed_at: '2026-01-01T22:00:00.000Z',
    note: "'=cmd()",
  })
})

test('the Turkish alarm file uses Turkish words, dates and decimals', async () => {
  const { rows, name } = await file('status=closed&locale=tr')
  expect(name).toContain('alarmlar_')
  expect(rows).toMatchObject([
    { Ölçüm: 'pH', Koşul: 'yüksek', Önem: 'Uyarı', Durum: 'Kapandı', Değer: '8,25', Alarm: '02.01.2026 01:00:00' },
  ])
})

test('the alarm file takes the list’s filters and refuses a window that ends before it begins', async () => {
  expect((await file('status=all&metric=orp')).rows.map(({ id }) => Number(id))).toEqual([open])
  expect((await file(`status=all&tank_id=${tank.id}&severity=critical`)).rows).toEqual([])
  expect((await file('status=all', t.as.admin)).rows).toHaveLength(3)
  expect((await file('from=2026-02-02&to=2026-02-01')).status).toBe(422)
  expect((await file('locale=de')).status).toBe(422)
})

test('an alarm file of several batches has each alarm once', async () => {
  const wanted = { filters: { status: 'all' as const }, firms: 'all' as const, now: '2026-01-03T00:00:00.000Z' }
  const sizes: number[] = []
  for await (const batch of alarmLines(t.database, wanted, 'UTC', 2)) sizes.push(batch.length)
  expect(sizes).toEqual([2, 1])
})
