import { alarmsApi } from '@dalyan/contracts/alarms'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { instantAt } from '../../core/clock.ts'
import { givenAlarm, givenTank } from '../../../tests/given-alarm.ts'
import { startTestApp, type TestApp } from '../../../tests/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())

const at = (id: number) => ({ params: { id } })
const inMinutes = (minutes: number) => instantAt(t.clock.now() + minutes * 60_000)
const fieldsOf = (body: unknown) => Object.keys((body as { errors?: object }).errors ?? {})

describe('POST /api/alarms/acknowledge', () => {
  test('acknowledges the alarms that the caller may, lists the rest, and logs each action', async () => {
    const tank = await givenTank(t)
    const foreign = await givenTank(t, (await t.given.firm()).id)
    const [ph, orp] = [await givenAlarm(t, tank), await givenAlarm(t, tank, { metric: 'orp', state: 'rtn_unack' })]
    const closed = await givenAlarm(t, tank, { metric: 'salinity', state: 'closed' })
    const theirs = await givenAlarm(t, foreign)
    t.emitted()
    const { status, body } = await t.as.operator.post(alarmsApi.acknowledgeMany, {
      body: { ids: [orp, ph, closed, theirs, 2_000_000_000, ph], note: 'toplu' },
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      data: [
        { id: ph, state: 'active_ack', note: 'toplu', acknowledged_by: { id: t.as.operator.id } },
        { id: orp, state: 'closed', note: 'toplu' },
      ],
      skipped: [closed, theirs, 2_000_000_000],
    })
    expect(t.emitted().map(({ name }) => name)).toEqual([
      'alarm.changed',
      'alarm.changed',
      'tank_log.written',
      'tank_log.written',
    ])
    const [row] = await t.database.db.selectFrom('alarms').select('state').where('id', '=', theirs).execute()
    expect(row?.state).toBe('active_unack')
  })

  test.each([[[]], [Array.from({ length: 201 }, (_, i) => i + 1)], [['x']]])('refuses ids %j', async (ids) => {
    const reply = await t.as.operator.post(alarmsApi.acknowledgeMany, { body: { ids: ids as number[] } })
    expect(reply.status).toBe(422)
  })

  test('customers may not acknowledge alarms', async () => {
    const reply = await t.as.customer.post(alarmsApi.acknowledgeMany, { body: { ids: [1] } })
    expect(reply.status).toBe(403)
  })
})

describe('POST /api/alarms/{id}/shelve and unshelve', () => {
  test('a shelved alarm leaves the open list for the shelved one until its end, with the reason', async () => {
    const tank = await givenTank(t)
    const id = await givenAlarm(t, tank)
    t.emitted()
    const { status, body } = await t.as.operator.post(alarmsApi.shelve, {
      ...at(id),
      body: { minutes: 60, reason: 'Sensör temizliği' },
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      state: 'active_unack',
      shelved_until: inMinutes(60),
      shelve_reason: 'Sensör temizliği',
    })
    expect(t.emitted()).toMatchObject([
      { name: 'alarm.changed', data: { id, shelved_until: inMinutes(60) } },
      { name: 'tank_log.written', data: { event: 'alarm_shelved', meta: { alarm_id: id, minutes: 60 } } },
    ])
    const ids = async (status_: 'open' | 'shelved') => {
      const query = { tank_id: tank.id, status: status_ }
      return (await t.as.operator.get(alarmsApi.list, { query })).body.data.map((alarm) => alarm.id)
    }
    expect([await ids('open'), await ids('shelved')]).toEqual([[], [id]])

    const back = await t.as.operator.post(alarmsApi.unshelve, at(id))
    expect(back.body).toMatchObject({ state: 'active_unack', shelved_until: null, shelve_reason: null })
    expect([await ids('open'), await ids('shelved')]).toEqual([[id], []])
    expect(t.emitted().map(({ name }) => name)).toEqual(['alarm.changed', 'tank_log.written'])
  })

  test('shelving a silence alarm is logged with its terminal too', async () => {
    const tank = await givenTank(t)
    const id = await givenAlarm(t, tank, { kind: 'silent', metric: null, value: null, peak: null, limit_value: null })
    t.emitted()
    await t.as.operator.post(alarmsApi.shelve, { ...at(id), body: { minutes: 15, reason: 'pil değişimi' } })
    expect(t.emitted().map(({ name }) => name)).toEqual(['alarm.changed', 'tank_log.written', 'terminal_log.written'])
  })

  test('unshelving an alarm that is not shelved changes nothing', async () => {
    const id = await givenAlarm(t, await givenTank(t), { state: 'active_ack' })
    t.emitted()
    const reply = await t.as.operator.post(alarmsApi.unshelve, at(id))
    expect(reply).toMatchObject({ status: 200, body: { state: 'active_ack' } })
    expect(t.emitted()).toEqual([])
  })

  test.each([
    [{ minutes: 0, reason: 'bakım' }, 'minutes'],
    [{ minutes: 1.5, reason: 'bakım' }, 'minutes'],
    [{ minutes: 10_081, reason: 'bakım' }, 'minutes'],
    [{ minutes: 481, reason: 'bakım' }, 'minutes'],
    [{ minutes: 15, reason: '' }, 'reason'],
    [{ minutes: 15, reason: '   ' }, 'reason'],
  ])('an operator may not shelve with %j', async (body, field) => {
    const id = await givenAlarm(t, await givenTank(t))
    const reply = await t.as.operator.post(alarmsApi.shelve, { ...at(id), body })
    expect(reply.status).toBe(422)
    expect(fieldsOf(reply.body)).toEqual([field])
  })

  test('an administrator may shelve a warning for a week and a critical alarm for eight hours', async () => {
    const tank = await givenTank(t)
    const [warning, critical] = [
      await givenAlarm(t, tank),
      await givenAlarm(t, tank, { metric: 'orp', severity: 'critical' }),
    ]
    const body = { minutes: 10_080, reason: 'bakım' }
    expect((await t.as.admin.post(alarmsApi.shelve, { ...at(warning), body })).status).toBe(200)
    const refused = await t.as.admin.post(alarmsApi.shelve, { ...at(critical), body })
    expect(refused).toMatchObject({ status: 422, body: { message: 'Bu alarm en çok 8 saat ertelenebilir.' } })
  })

  test('shelving refuses closed alarms, alarms of other firms, and customers', async () => {
    const closed = await givenAlarm(t, await givenTank(t), { state: 'closed' })
    const theirs = await givenAlarm(t, await givenTank(t, (await t.given.firm()).id))
    const own = await givenAlarm(t, await givenTank(t))
    const body = { minutes: 15, reason: 'bakım' }
    expect(await t.as.operator.post(alarmsApi.shelve, { ...at(closed), body })).toMatchObject({
      status: 409,
      body: { code: 'alarm_closed' },
    })
    expect((await t.as.operator.post(alarmsApi.shelve, { ...at(theirs), body })).status).toBe(404)
    expect((await t.as.operator.post(alarmsApi.unshelve, at(theirs))).status).toBe(404)
    expect((await t.as.customer.post(alarmsApi.shelve, { ...at(own), body })).status).toBe(403)
    expect((await t.as.customer.post(alarmsApi.unshelve, at(own))).status).toBe(403)
  })
})
