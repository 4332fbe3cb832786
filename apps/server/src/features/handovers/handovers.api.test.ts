import { alarmStatisticsApi } from '@dalyan/contracts/alarm-statistics'
import { alarmsApi } from '@dalyan/contracts/alarms'
import { deviceApi } from '@dalyan/contracts/device-messages'
import { handoversApi } from '@dalyan/contracts/handovers'
import { homeApi } from '@dalyan/contracts/home'
import { journalApi } from '@dalyan/contracts/journal'
import { notificationsApi, onCallApi } from '@dalyan/contracts/notifications'
import { tankModesApi } from '@dalyan/contracts/tank-modes'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/test-app.ts'
import type { TestUser } from '../../../tests/test-users.ts'

let kit: TestApp
beforeAll(async () => {
  kit = await startTestApp()
})
afterAll(() => kit.close())

/** Two operators of a new firm with a tank whose pH is out of its range. */
async function shiftOfFirm() {
  const firm = await kit.given.firm()
  const template = await kit.given.rangeTemplate({
    delay_seconds: 0,
    ranges: { ph: { min: 7, max: 8.5, severity: 'critical' } },
  })
  const terminal = await kit.given.terminal()
  const tank = await kit.given.tank({
    firm_id: firm.id,
    range_template_id: template.id,
    iot_ids: [terminal.id],
    status: 'active',
  })
  const headers = { authorization: `Bearer ${terminal.code}:${terminal.key}` }
  const url = deviceApi.measurements.path
  expect((await kit.app.server.inject({ method: 'POST', url, headers, payload: { ph: 9.9 } })).statusCode).toBe(201)
  const operator = () => kit.someone({ role: 'operator', firm_id: firm.id })
  return { firm, tank, from: await operator(), to: await operator() }
}

test('the figures of a shift equal those of the alarm statistics and of the journal for the same time', async () => {
  const { tank, from } = await shiftOfFirm()
  const written = await from.post(journalApi.write, {
    body: { id: crypto.randomUUID(), tank_id: tank.id, kind: 'feeding', at: new Date().toISOString() },
  })
  expect(written.status).toBe(201)
  const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
  const window = { from: at(-1), to: at(1) }
  const shift = (await from.get(handoversApi.shift, { query: window })).body
  const {
    from: _from,
    to: _to,
    days: _days,
    metrics: _metrics,
    ...statistics
  } = (await from.get(alarmStatisticsApi.summary, { query: window })).body
  const entries = (await from.get(journalApi.list, { query: window })).body.total
  expect(shift.figures).toEqual({ ...statistics, journal_entries: entries })
  expect(shift.figures).toMatchObject({ raised: 1, critical: 1, open: 1, journal_entries: 1 })
  expect(shift.tanks.map(({ code }) => code)).toEqual([tank.code])
  expect(shift.incidents).toMatchObject([{ tanks: [{ id: tank.id }], severity: 'critical' }])
  expect(shift.journal).toMatchObject([{ kind: 'feeding', tank: { id: tank.id } }])
  const usual = (await from.get(handoversApi.shift)).body
  expect(Date.parse(usual.to) - Date.parse(usual.from)).toBe(12 * 3_600_000)
})

test('a shift and the home page name the tanks that are in a mode', async () => {
  const { tank, from } = await shiftOfFirm()
  const started = await from.post(tankModesApi.start, {
    params: { id: tank.id },
    body: { name: 'cleaning', minutes: 30, metrics: ['ph'] },
  })
  expect(started.status).toBe(201)
  const expected = [{ tank: { id: tank.id, code: tank.code }, mode: { name: 'cleaning', metrics: ['ph'] } }]
  expect((await from.get(handoversApi.shift)).body.modes).toMatchObject(expected)
  expect((await from.get(homeApi.now)).body.modes).toMatchObject(expected)
})

test('a shift has the modes and the shelved alarms of its time, as long as each lasted', async () => {
  const { tank, from } = await shiftOfFirm()
  const inMinutes = (minutes: number) => new Date(kit.clock.now() + minutes * 60_000).toISOString()
  const begin = inMinutes(0)
  const window = { from: begin, to: inMinutes(60) }
  const params = { id: tank.id }
  await from.post(tankModesApi.start, { params, body: { name: 'cleaning', minutes: 30, metrics: ['orp'] } })
  const [alarm] = (await from.get(alarmsApi.list, { query: { tank_id: tank.id } })).body.data
  const of = { params: { id: alarm?.id ?? 0 } }
  await from.post(alarmsApi.shelve, { ...of, body: { minutes: 60, reason: 'Temizlik' } })
  kit.clock.advance(10 * 60_000)
  await from.delete(tankModesApi.end, { params })
  await from.post(alarmsApi.shelve, { ...of, body: { minutes: 15, reason: 'Temizlik' } })
  kit.clock.advance(5 * 60_000)
  await from.post(alarmsApi.unshelve, of)
  const again = inMinutes(0)
  await from.post(alarmsApi.shelve, { ...of, body: { minutes: 15, reason: 'Sensör arızası' } })
  const at = (minutes: number) => new Date(Date.parse(begin) + minutes * 60_000).toISOString()
  kit.clock.advance(60 * 60_000)
  const { body } = await from.get(handoversApi.shift, { query: window })
  const ref = { id: tank.id, code: tank.code, name: tank.name }
  expect(body.mode_spans).toEqual([{ tank: ref, name: 'cleaning', from: begin, until: at(10) }])
  const shelved = { tank: ref, kind: 'high', metric: 'ph' }
  expect(body.shelved_spans).toEqual([
    { ...shelved, from: begin, until: at(10) },
    { ...shelved, from: at(10), until: at(15) },
    { ...shelved, from: again, until: at(30) },
  ])
  const stranger = await kit.someone({ role: 'operator', firm_id: (await kit.given.firm()).id })
  const theirs = (await stranger.get(handoversApi.shift, { query: window })).body
  expect([theirs.mode_spans, theirs.shelved_spans]).toEqual([[], []])
  const later = { from: at(31), to: at(60) }
  const after = (await from.get(handoversApi.shift, { query: later })).body
  expect([after.mode_spans, after.shelved_spans]).toEqual([[], []])
})

test('a tank that never reported is named as unknown, in a shift and in the strip of the day', async () => {
  const { firm, tank, from } = await shiftOfFirm()
  const terminal = await kit.given.terminal()
  const unknown = await kit.given.tank({ firm_id: firm.id, iot_ids: [terminal.id], status: 'active' })
  expect((await from.get(handoversApi.shift)).body.unknown_tanks).toEqual([{ id: unknown.id, code: unknown.code }])
  const { day } = (await from.get(homeApi.now)).body
  expect(day.unknown).toBe(1)
  expect(new Map(day.tanks.map(({ id, has_reported }) => [id, has_reported]))).toEqual(
    new Map([
      [tank.id, true],
      [unknown.id, false],
    ]),
  )
})

test('a shift is taken over once, by the user whom it names, who reads of it in the inbox', async () => {
  const { firm, from, to } = await shiftOfFirm()
  const made = await from.post(handoversApi.create, { body: { note: 'B salonuna bakın.', to_user_id: to.id } })
  expect(made).toMatchObject({
    status: 201,
    body: { note: 'B salonuna bakın.', taken_at: null, firm: { id: firm.id } },
  })
  const inbox = (await to.get(notificationsApi.list)).body
  expect(inbox.data).toMatchObject([{ reason: 'handover', body: 'B salonuna bakın.' }])

  const params = { id: made.body.id }
  expect((await from.post(handoversApi.take, { params })).status).toBe(403)
  const stranger = await kit.someone({ role: 'operator', firm_id: (await kit.given.firm()).id })
  expect((await stranger.post(handoversApi.take, { params })).status).toBe(404)
  const taken = await to.post(handoversApi.take, { params })
  expect(taken).toMatchObject({ status: 200, body: { taken_at: expect.any(String) } })
  expect(await to.post(handoversApi.take, { params })).toMatchObject({ status: 409, body: { code: 'handover_taken' } })
  expect((await to.get(handoversApi.list)).body.data).toEqual([taken.body])
  expect((await stranger.get(handoversApi.list)).body.total).toBe(0)
})

test('a handover stores what is open at that time, each with its remark', async () => {
  const { tank, from, to } = await shiftOfFirm()
  await from.post(tankModesApi.start, {
    params: { id: tank.id },
    body: { name: 'cleaning', minutes: 30, metrics: ['orp'] },
  })
  const incident = (await from.get(handoversApi.shift)).body.incidents[0]
  const remarks = [
    { type: 'incident' as const, id: incident?.id ?? 0, remark: 'Havalandırma açıldı.' },
    { type: 'shelved' as const, id: 999_999, remark: 'Böyle bir alarm yok.' },
  ]
  const made = await from.post(handoversApi.create, { body: { to_user_id: to.id, remarks } })
  const open = [
    {
      type: 'incident',
      id: incident?.id,
      tanks: [{ id: tank.id, code: tank.code }],
      severity: 'critical',
      alarm: { kind: 'high', metric: 'ph' },
      alarms: 1,
      remark: 'Havalandırma açıldı.',
    },
    { type: 'mode', id: tank.id, mode: 'cleaning', remark: null },
  ]
  expect(made.body.items).toMatchObject(open)
  await from.delete(tankModesApi.end, { params: { id: tank.id } })
  expect((await to.get(handoversApi.list)).body.data[0]?.items).toMatchObject(open)
})

test('an incident whose only alarm is shelved is handed over as a shelved alarm, with its end', async () => {
  const { tank, from, to } = await shiftOfFirm()
  const alarm = (await from.get(alarmsApi.list)).body.data[0]
  await from.post(alarmsApi.shelve, { params: { id: alarm?.id ?? 0 }, body: { minutes: 60, reason: 'sensör arızası' } })
  const shift = (await from.get(handoversApi.shift)).body
  expect([shift.incidents, shift.shelved]).toMatchObject([[], [{ id: alarm?.id }]])
  const { items } = (await from.post(handoversApi.create, { body: { to_user_id: to.id } })).body
  expect(items).toMatchObject([
    { type: 'shelved', id: alarm?.id, tanks: [{ code: tank.code }], alarm: { metric: 'ph' } },
  ])
  expect(items[0]?.until).toBe(shift.shelved[0]?.shelved_until)
})

test('notes are added to a handover before and after it was taken, by users who see it, and never changed', async () => {
  const { firm, from, to } = await shiftOfFirm()
  const made = await from.post(handoversApi.create, { body: { note: 'Sakin.', to_user_id: to.id } })
  const params = { id: made.body.id }
  await from.post(handoversApi.addNote, { params, body: { note: ' Sigorta 03:04’te kaldırıldı. ' } })
  await to.post(handoversApi.take, { params })
  const colleague = await kit.someone({ role: 'operator', firm_id: firm.id })
  const added = await colleague.post(handoversApi.addNote, { params, body: { note: 'Yedek sonda takıldı.' } })
  expect(added).toMatchObject({
    status: 201,
    body: {
      note: 'Sakin.',
      notes: [
        { note: 'Sigorta 03:04’te kaldırıldı.', by: { id: from.id } },
        { note: 'Yedek sonda takıldı.', by: { id: colleague.id } },
      ],
    },
  })
  const stranger = await kit.someone({ role: 'operator', firm_id: (await kit.given.firm()).id })
  expect((await stranger.post(handoversApi.addNote, { params, body: { note: 'x' } })).status).toBe(404)
  expect((await from.post(handoversApi.addNote, { params, body: { note: ' ' } })).status).toBe(422)
  await kit.database.query(
    `insert into handover_notes (handover_id, note, created_by, created_at) select $1, 'x', $2, now() from generate_series(1, 98)`,
    [made.body.id, from.id],
  )
  expect(await from.post(handoversApi.addNote, { params, body: { note: 'x' } })).toMatchObject({
    status: 409,
    body: { code: 'too_many_notes' },
  })
})

describe('a handover that nobody takes', () => {
  const MINUTE = 60_000
  const inboxOf = async (user: TestUser) => (await user.get(notificationsApi.list)).body.data.map(({ title }) => title)

  test('is brought to mind of both users after 15 minutes, once, and the duty stays', async () => {
    const { from, to } = await shiftOfFirm()
    const made = await from.post(handoversApi.create, { body: { to_user_id: to.id, moves_on_call: true } })
    kit.clock.advance(15 * MINUTE - 1_000)
    await kit.app.remindOfShifts()
    expect(await inboxOf(from)).toEqual([])
    kit.clock.advance(1_000)
    await Promise.all([kit.app.remindOfShifts(), kit.app.remindOfShifts()])
    await kit.app.remindOfShifts()
    expect(await inboxOf(from)).toEqual([`${made.body.to_user.name} vardiyayı henüz devralmadı`])
    expect((await inboxOf(to))[0]).toBe(`${made.body.by.name} vardiyayı devralmanızı bekliyor`)
    expect(await inboxOf(to)).toHaveLength(2)
    const { data } = (await to.get(handoversApi.list)).body
    expect(data).toMatchObject([{ id: made.body.id, taken_at: null }])
  })

  test('is not brought to mind once it was taken, or once its user handed over to someone else', async () => {
    const { firm, from, to } = await shiftOfFirm()
    const third = await kit.someone({ role: 'operator', firm_id: firm.id })
    await from.post(handoversApi.create, { body: { to_user_id: to.id } })
    const second = await from.post(handoversApi.create, { body: { to_user_id: third.id } })
    await third.post(handoversApi.take, { params: { id: second.body.id } })
    kit.clock.advance(20 * MINUTE)
    await kit.app.remindOfShifts()
    expect([await inboxOf(from), await inboxOf(to), await inboxOf(third)].map(({ length }) => length)).toEqual([
      0, 1, 1,
    ])
  })
})

test('the figures of a handover stay as they were when it was made', async () => {
  const { from, to } = await shiftOfFirm()
  const made = await from.post(handoversApi.create, { body: { to_user_id: to.id } })
  await kit.database.query(`update alarms set closed_at = now(), state = 'closed' where closed_at is null`)
  expect((await to.get(handoversApi.list)).body.data[0]?.figures).toEqual(made.body.figures)
})

test('whoever takes a shift over is first on call from then on, if the handover says so', async () => {
  const { firm, from, to } = await shiftOfFirm()
  const order = { data: [{ user_id: from.id }, { user_id: to.id, delay_minutes: 5 }] }
  await kit.as.admin.put(onCallApi.set, { params: { id: firm.id }, body: order })
  const onCall = async () =>
    (await from.get(onCallApi.get, { params: { id: firm.id } })).body.data.map(({ user, delay_minutes }) => [
      user.id,
      delay_minutes,
    ])
  expect((await from.get(handoversApi.shift)).body.next_taker_id).toBe(to.id)
  const made = await from.post(handoversApi.create, { body: { to_user_id: to.id, moves_on_call: true } })
  expect(await onCall()).toEqual([
    [from.id, 0],
    [to.id, 5],
  ])
  await to.post(handoversApi.take, { params: { id: made.body.id } })
  expect(await onCall()).toEqual([
    [to.id, 0],
    [from.id, 10],
  ])
})

test('a shift is not handed over to oneself, to a customer, or to a user of another firm', async () => {
  const { firm, from } = await shiftOfFirm()
  const customer = await kit.someone({ role: 'customer', firm_id: firm.id })
  const stranger = await kit.someone({ role: 'operator', firm_id: (await kit.given.firm()).id })
  for (const { id } of [from, customer, stranger]) {
    const refused = await from.post(handoversApi.create, { body: { to_user_id: id } })
    expect(refused).toMatchObject({ status: 422, body: { errors: { to_user_id: expect.any(Array) } } })
  }
  const takers = (await from.get(handoversApi.shift)).body.takers.map(({ id }) => id)
  for (const { id } of [from, customer, stranger]) expect(takers).not.toContain(id)
})

test('a shift of more than two days, or one that ends before it begins, is refused', async () => {
  const { from } = await shiftOfFirm()
  const ask = async (query: { from: string; to: string }) => (await from.get(handoversApi.shift, { query })).status
  expect(await ask({ from: '2026-07-01T00:00:00Z', to: '2026-07-04T00:00:00Z' })).toBe(422)
  expect(await ask({ from: '2026-07-04T00:00:00Z', to: '2026-07-03T00:00:00Z' })).toBe(422)
  expect(await ask({ from: '2026-07-03T00:00:00Z', to: '2026-07-04T00:00:00Z' })).toBe(200)
})
