import { alarmsApi } from '@dalyan/contracts/alarms'
import { deviceApi } from '@dalyan/contracts/device-messages'
import { tankModesApi, type TankModeInput } from '@dalyan/contracts/tank-modes'
import { tanksApi } from '@dalyan/contracts/tanks'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { instantAt } from '../../core/clock.ts'
import { startTestApp, type TestApp } from '../../../tests/test-app.ts'
import type { TestUser } from '../../../tests/test-users.ts'

let kit: TestApp
beforeAll(async () => {
  kit = await startTestApp()
})
afterAll(() => kit.close())
beforeEach(() => void kit.emitted())

const CLEANING: TankModeInput = { name: 'cleaning', minutes: 30, metrics: ['ph', 'salinity'] }

const start = (id: number, body: Partial<TankModeInput> = {}, caller: TestUser = kit.as.operator) =>
  caller.post(tankModesApi.start, { params: { id }, body: { ...CLEANING, ...body } })
const end = (id: number, caller: TestUser = kit.as.operator) => caller.delete(tankModesApi.end, { params: { id } })
const modeOf = async (id: number) => (await kit.as.customer.get(tanksApi.get, { params: { id } })).body.mode
const inMinutes = (minutes: number) => instantAt(kit.clock.now() + minutes * 60_000)

/** An active tank of the own firm with limits 7…8 for pH, 20…30 for its temperature, and no delay. */
async function givenTank() {
  const ranges = { ph: { min: 7, max: 8 }, tank_temperature: { min: 20, max: 30 } }
  const template = await kit.given.rangeTemplate({ ranges, delay_seconds: 0 })
  const terminal = await kit.given.terminal({ expected_interval_seconds: 60 })
  const of = { firm_id: kit.ownFirm.id, range_template_id: template.id }
  const { id, code } = await kit.given.tank({ ...of, iot_ids: [terminal.id], status: 'active' })
  async function send(values: Record<string, number>): Promise<void> {
    kit.clock.advance(1000)
    const { method, path } = deviceApi.measurements
    const headers = { authorization: `Bearer ${terminal.code}:${terminal.key}` }
    const payload = { measured_at: instantAt(kit.clock.now()), ...values }
    const reply = await kit.app.server.inject({ method, url: path, headers, payload })
    expect(reply.statusCode).toBe(201)
  }
  const alarms = async () =>
    (await kit.as.operator.get(alarmsApi.list, { query: { tank_id: id, status: 'all' } })).body.data.map(
      ({ metric, kind, state }) => `${metric} ${kind} ${state}`,
    )
  return { id, code, send, alarms }
}

async function logOf(id: number) {
  const { rows } = await kit.database.query<{ event: string; type: string; meta: Record<string, unknown> }>(
    `select event, processor->>'type' as type, meta from tank_logs where tank_id = $1 and event like 'mode%' order by id`,
    [id],
  )
  return rows.map(({ event, type, meta }) => `${event} ${String(meta['mode'])} by ${type}`)
}

describe('the mode of a tank', () => {
  test('is on the tank, in the list and in its log, and announced to open pages', async () => {
    const tank = await givenTank()
    kit.emitted()
    const reply = await start(tank.id, { metrics: ['ph', 'salinity', 'ph'] })
    const by = { id: kit.as.operator.id, name: expect.any(String) as string }
    const mode = { name: 'cleaning', until: inMinutes(30), metrics: ['ph', 'salinity'], by }
    expect(reply).toMatchObject({ status: 201, body: mode })
    expect(await modeOf(tank.id)).toEqual(mode)
    const { body } = await kit.as.customer.get(tanksApi.list, { query: { filter_code: tank.code } })
    expect(body.data[0]?.mode).toEqual(mode)
    expect(await logOf(tank.id)).toEqual(['mode_started cleaning by user'])
    expect(kit.emitted()).toContainEqual({ name: 'tank.changed', data: { id: tank.id } })
  })

  test('ends by itself when its time is over, with an entry in the log and a live message', async () => {
    const tank = await givenTank()
    await start(tank.id, { minutes: 1 })
    kit.clock.advance(59_000)
    await kit.app.endModes()
    expect(await modeOf(tank.id)).not.toBeNull()
    kit.clock.advance(1000)
    expect(await modeOf(tank.id)).toBeNull()
    kit.emitted()
    await kit.app.endModes()
    expect(kit.emitted()).toContainEqual({ name: 'tank.changed', data: { id: tank.id } })
    expect(await logOf(tank.id)).toEqual(['mode_started cleaning by user', 'mode_ended cleaning by system'])
    await kit.app.endModes()
    expect(kit.emitted()).toEqual([])
  })

  test('is ended by hand, and ending it again changes nothing', async () => {
    const tank = await givenTank()
    await start(tank.id)
    expect((await end(tank.id)).status).toBe(204)
    expect(await modeOf(tank.id)).toBeNull()
    expect((await end(tank.id)).status).toBe(204)
    expect(await logOf(tank.id)).toEqual(['mode_started cleaning by user', 'mode_ended cleaning by user'])
  })

  test('is replaced by another', async () => {
    const tank = await givenTank()
    await start(tank.id)
    kit.clock.advance(60_000)
    await start(tank.id, { name: 'water_change', minutes: 45 })
    expect(await modeOf(tank.id)).toMatchObject({ name: 'water_change', until: inMinutes(45) })
    const { body } = await kit.as.customer.get(tankModesApi.spans, { params: { id: tank.id } })
    expect(body.data).toMatchObject([
      { name: 'cleaning', from: inMinutes(-1), until: inMinutes(0) },
      { name: 'water_change', from: inMinutes(0), until: inMinutes(45) },
    ])
    const long_ago = { from: inMinutes(-120), to: inMinutes(-60) }
    const past = await kit.as.customer.get(tankModesApi.spans, { params: { id: tank.id }, query: long_ago })
    expect(past.body.data).toEqual([])
  })

  test('lasts 1 to 1,440 minutes and names at least one metric', async () => {
    const tank = await givenTank()
    for (const body of [{ minutes: 0 }, { minutes: 1441 }, { minutes: 1.5 }, { metrics: [] }])
      expect((await start(tank.id, body)).status).toBe(422)
    expect((await start(tank.id, { minutes: 1440 })).status).toBe(201)
  })

  test('cannot start on a deleted tank', async () => {
    const tank = await givenTank()
    await kit.as.admin.delete(tanksApi.remove, { params: { id: tank.id } })
    expect(await start(tank.id, {}, kit.as.admin)).toMatchObject({ status: 409, body: { code: 'record_deleted' } })
  })
})

describe('alarms in a mode', () => {
  test('a held metric raises nothing, another metric raises as always, and a value still out raises at the end', async () => {
    const tank = await givenTank()
    await start(tank.id, { minutes: 10 })
    await tank.send({ ph: 9, tank_temperature: 25 })
    expect(await tank.alarms()).toEqual([])
    await tank.send({ ph: 9, tank_temperature: 35 })
    expect(await tank.alarms()).toEqual(['tank_temperature high active_unack'])
    kit.clock.advance(590_000)
    await tank.send({ ph: 9, tank_temperature: 35 })
    kit.clock.advance(10_000)
    await kit.app.endModes()
    expect((await tank.alarms()).toSorted()).toEqual(['ph high active_unack', 'tank_temperature high active_unack'])
  })

  test('readings of a held metric are stored and counted as out of range', async () => {
    const tank = await givenTank()
    await start(tank.id)
    await tank.send({ ph: 9 })
    const { rows } = await kit.database.query('select ph, flags from measurements where tank_id = $1', [tank.id])
    expect(rows).toEqual([{ ph: 9, flags: 64 }])
  })

  test('an open alarm stays as it is until a mode ends, and clears then', async () => {
    const tank = await givenTank()
    await tank.send({ ph: 9 })
    await start(tank.id)
    await tank.send({ ph: 7.5 })
    expect(await tank.alarms()).toEqual(['ph high active_unack'])
    await end(tank.id)
    await tank.send({ ph: 7.5 })
    expect(await tank.alarms()).toEqual(['ph high rtn_unack'])
  })
})
