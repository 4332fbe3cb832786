import { incidentsApi } from '@dalyan/contracts/incidents'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { givenAlarm, givenTank, type GivenTank } from '../../../../tests/given-alarm.ts'
import { startTestApp, type TestApp } from '../../../../tests/test-app.ts'
import { instantAt } from '../../../core/clock.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())

const ago = (minutes: number) => instantAt(t.clock.now() - minutes * 60_000)
const ownTank = () => givenTank(t)
const given = (tank: GivenTank, wish: Parameters<typeof givenAlarm>[2] = {}) => givenAlarm(t, tank, wish)
const rowOf = (id: number) =>
  t.database.db.selectFrom('alarms').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const other = { metric: 'orp' as const, severity: 'critical' as const }

test('an incident has the state and severity of its gravest alarm, and is acknowledged with all of them', async () => {
  const tank = await ownTank()
  const id = await given(tank)
  const { incident_id } = await rowOf(id)
  await given(tank, { ...other, incident_id, raised_at: ago(20) })
  await given(tank, { ...other, incident_id, metric: 'salinity', state: 'closed' })
  const call = { params: { id: incident_id } }
  const seen = await t.as.operator.get(incidentsApi.get, call)
  expect(seen.body).toMatchObject({ severity: 'critical', state: 'active_unack', tanks: [{ code: tank.code }] })
  expect(seen.body.alarms.map(({ metric }) => metric)).toEqual(['orp', 'ph', 'salinity'])
  const done = await t.as.operator.post(incidentsApi.acknowledge, { ...call, body: { note: 'görüldü' } })
  expect(done.body.alarms.map(({ state, note }) => `${state} ${note}`)).toEqual([
    'active_ack görüldü',
    'active_ack görüldü',
    'closed null',
  ])
})

test('an incident is shelved with all of its alarms, within the limits of the caller', async () => {
  const tank = await ownTank()
  const { incident_id } = await rowOf(await given(tank, { severity: 'critical' }))
  await given(tank, { ...other, severity: 'warning', incident_id })
  const shelve = (minutes: number) =>
    t.as.operator.post(incidentsApi.shelve, {
      params: { id: incident_id },
      body: { minutes, reason: 'Temizlik' },
    })
  expect(await shelve(481)).toMatchObject({ status: 422 })
  const { body } = await shelve(30)
  expect(body.alarms.map(({ shelve_reason }) => shelve_reason)).toEqual(['Temizlik', 'Temizlik'])
})

test('an incident whose alarms are all closed cannot be acknowledged', async () => {
  const { incident_id } = await rowOf(await given(await ownTank(), { state: 'closed' }))
  const reply = await t.as.operator.post(incidentsApi.acknowledge, { params: { id: incident_id }, body: {} })
  expect(reply).toMatchObject({ status: 409, body: { code: 'alarm_closed' } })
  const { body } = await t.as.operator.get(incidentsApi.list, { query: { state: 'closed' } })
  expect(body.data.find(({ id }) => id === incident_id)).toMatchObject({ state: 'closed' })
})

test('a caller sees only the alarms of the own firms in an incident', async () => {
  const [own, foreign] = [await ownTank(), await givenTank(t, (await t.given.firm()).id)]
  const { incident_id } = await rowOf(await given(own))
  const hidden = await given(foreign, { incident_id })
  const call = { params: { id: incident_id } }
  const { body } = await t.as.operator.post(incidentsApi.acknowledge, { ...call, body: {} })
  expect(body.tanks).toEqual([{ id: own.id, code: own.code }])
  expect(await rowOf(hidden)).toMatchObject({ state: 'active_unack' })
})

test('the incident of a value out of range brings the course of that value inside its limits', async () => {
  const template = await t.given.rangeTemplate({ delay_seconds: 0, ranges: { ph: { min: 7, max: 8.5 } } })
  const terminal = await t.given.terminal()
  const of = { firm_id: t.ownFirm.id, range_template_id: template.id, iot_ids: [terminal.id] }
  const tank = await t.given.tank({ ...of, status: 'active' })
  for (const ph of [8, 9.4]) expect(await t.send(terminal, { ph })).toBe(201)
  const { body } = await t.as.customer.get(incidentsApi.list)
  const course = body.data.find(({ tanks }) => tanks[0]?.id === tank.id)?.course
  expect(course).toMatchObject({ metric: 'ph', step_seconds: 900, limits: { min: 7, max: 8.5 } })
  expect(course?.max.at(-1)).toBeCloseTo(9.4)
  expect(course?.min.at(-1)).toBeCloseTo(8)
})

test('the timeline names who was notified and how, who is next, and a similar incident with its note', async () => {
  const firm = await t.given.firm()
  const tank = await givenTank(t, firm.id)
  const [first, second] = [
    await t.someone({ role: 'operator', firm_id: firm.id }),
    await t.someone({ role: 'operator', firm_id: firm.id }),
  ]
  const past = await given(tank, { state: 'closed', raised_at: ago(600) })
  await t.database.query('update alarms set note = $2, acknowledged_by = $3, closed_at = $4 where id = $1', [
    past,
    'sigorta F4 attı',
    second.id,
    ago(590),
  ])
  const { incident_id: similar } = await rowOf(past)
  await t.database.query('update incidents set started_at = $2 where id = $1', [similar, ago(600)])
  const { incident_id, id } = await rowOf(await given(tank))
  const read = (caller = first) => caller.get(incidentsApi.timeline, { params: { id: incident_id } })
  expect((await read()).body).toMatchObject({ notified: [], next: null, similar: { id: similar, alarms: 1 } })

  await t.database.query('update incidents set occurred_at = $2 where id = $1', [incident_id, ago(7)])
  await t.database.query('update alarms set notified_at = $2 where id = $1', [id, ago(7)])
  await t.database.query('insert into on_call (firm_id, position, user_id, delay_minutes) values ($1, 0, $2, 10)', [
    firm.id,
    second.id,
  ])
  const sent = (channel: string, reminder: number, at: string | null) =>
    t.database.query(
      `insert into notifications (alarm_id, episode_at, reminder_number, reason, user_id, channel, queued_at, sent_at)
      values ($1, $2, $3::int, case when $3::int > 0 then 'reminder' else 'raised' end, $4, $5, $2, $6)`,
      [id, ago(7), reminder, first.id, channel, at],
    )
  await sent('push', 0, ago(6))
  await sent('mail', 0, null)
  await sent('push', 1, ago(2))
  const { body } = await read()
  expect(body.notified.map(({ channel, kind, times, sent_at }) => [channel, kind, times, sent_at])).toEqual([
    ['mail', 'first', 1, null],
    ['push', expect.any(String), 1, expect.any(String)],
    ['push', expect.any(String), 1, expect.any(String)],
  ])
  expect(body.similar).toMatchObject({ note: 'sigorta F4 attı', noted_by: { id: second.id } })
  expect(body.next?.user.id).toBe(second.id)
  expect(Date.parse(body.next?.at ?? '') - t.clock.now()).toBeCloseTo(3 * 60_000, -4)
  expect((await read(t.as.operator)).status).toBe(404)
})

test('the evidence is in the language of the caller', async () => {
  const { incident_id } = await rowOf(await given(await ownTank()))
  const call = { params: { id: incident_id }, headers: { 'accept-language': 'en' } }
  expect((await t.as.operator.get(incidentsApi.get, call)).body.evidence).toMatch(/^No other alarm/)
})
