import { diagnosisApi, type KeyMap } from '@dalyan/contracts/diagnosis'
import { logsApi } from '@dalyan/contracts/logs'
import { terminalTrafficApi } from '@dalyan/contracts/terminal-traffic'
import { terminalsApi } from '@dalyan/contracts/terminals'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../tests/test-app.ts'

let kit: TestApp
beforeAll(async () => {
  kit = await startTestApp()
})
afterAll(() => kit.close())

const save = (id: number, map: object, also?: number[]) =>
  kit.as.admin.put(diagnosisApi.saveKeyMap, { params: { id }, body: { map: map as KeyMap, also } })
const diagnosis = async (id: number) => (await kit.as.admin.get(diagnosisApi.get, { params: { id } })).body
const latest = async (id: number) =>
  (await kit.as.admin.get(terminalTrafficApi.get, { params: { id } })).body.last_measurement

test('a mapped name counts as its metric from the next message on, with factor and offset', async () => {
  const device = await kit.given.terminal()
  expect(await kit.send(device, { temp: 184, PH: 7.9 })).toBe(422)
  expect(await diagnosis(device.id)).toMatchObject({
    verdict: 'unknown_names',
    unknown_names: [
      { name: 'temp', sample: 184 },
      { name: 'PH', sample: 7.9 },
    ],
    key_map: {},
  })

  const map = { temp: { metric: 'tank_temperature', scale: 0.1, offset: -0.4 }, PH: { metric: 'ph' } }
  expect(await save(device.id, map)).toMatchObject({
    status: 200,
    body: { map: { ...map, PH: { metric: 'ph', scale: 1, offset: 0 } } },
  })
  expect(await kit.send(device, { temp: 184, PH: 7.9 })).toBe(201)
  expect(await latest(device.id)).toMatchObject({ tank_temperature: { value: 18 }, ph: { value: 7.9 } })
  const after = await diagnosis(device.id)
  expect(after).toMatchObject({ verdict: 'ok', unknown_names: [] })
  expect(Object.keys(after.key_map)).toEqual(['PH', 'temp'])
})

test('a mapped value is checked by the bounds of its metric, and the metric’s own name counts more', async () => {
  const device = await kit.given.terminal()
  await save(device.id, { acid: { metric: 'ph', scale: 0.1, offset: 0 } })
  expect(await kit.send(device, { acid: 150 })).toBe(422)
  expect(await kit.send(device, { acid: 120 })).toBe(201)
  expect(await latest(device.id)).toMatchObject({ ph: { value: 12 } })
  kit.clock.advance(1000)
  expect(await kit.send(device, { ph: 7, acid: 81 })).toBe(201)
  expect(await latest(device.id)).toMatchObject({ ph: { value: 7 } })
})

test('the same names are mapped on other terminals in addition to their own', async () => {
  const [device, other] = [await kit.given.terminal(), await kit.given.terminal()]
  for (const each of [device, other]) expect(await kit.send(each, { sicaklik: 18 })).toBe(422)
  await save(other.id, { ec: { metric: 'conductivity' } })
  expect((await diagnosis(device.id)).same_names).toEqual([{ id: other.id, code: other.code, key_profile_id: null }])
  expect((await save(device.id, { sicaklik: { metric: 'tank_temperature' } }, [other.id])).status).toBe(200)
  expect(await kit.send(other, { sicaklik: 18, ec: 52 })).toBe(201)
  expect(Object.keys((await diagnosis(other.id)).key_map).toSorted()).toEqual(['ec', 'sicaklik'])
})

test('a change is audited, stands in the terminal’s log, and an empty map removes all names', async () => {
  const device = await kit.given.terminal()
  const map = { temp: { metric: 'tank_temperature', scale: 1, offset: 0 } }
  await save(device.id, map)
  await save(device.id, {})
  expect(await kit.send(device, { temp: 18 })).toBe(422)
  const query = { target: ['terminal' as const], target_id: device.id }
  const { data } = (await kit.as.admin.get(logsApi.audit, { query })).body
  expect(data).toMatchObject([
    { event: 'terminal_key_map_changed', before: map, after: {} },
    { event: 'terminal_key_map_changed', before: {}, after: map },
  ])
  const { body } = await kit.as.admin.get(logsApi.terminal, { params: { id: device.id }, query: { event: 'updated' } })
  expect(body.data[0]?.meta).toEqual({ changes: { key_map: { from: map, to: {} } } })
})

test('a factor of zero, an unknown metric, a reserved name and too many names are refused', async () => {
  const { id } = await kit.given.terminal()
  const many = Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`n${n}`, { metric: 'ph' }]))
  const maps = [
    { a: { metric: 'ph', scale: 0 } },
    { a: { metric: 'oxygen' } },
    { measured_at: { metric: 'ph' } },
    { '': { metric: 'ph' } },
    { ['x'.repeat(65)]: { metric: 'ph' } },
    { 'a\u0000': { metric: 'ph' } },
    { a: { metric: 'ph', scale: 1e9 } },
    many,
  ]
  expect(await Promise.all(maps.map(async (map) => (await save(id, map)).status))).toEqual(maps.map(() => 422))
  expect(await save(id, {}, [999_999])).toMatchObject({ status: 422, body: { code: 'unknown_terminal' } })
})

test('a deleted terminal is read-only, and an operator may not map', async () => {
  const device = await kit.given.terminal()
  await kit.given.tank({ firm_id: kit.ownFirm.id, iot_ids: [device.id] })
  const call = { params: { id: device.id }, body: { map: {} } }
  expect((await kit.as.operator.put(diagnosisApi.saveKeyMap, call)).status).toBe(403)
  await kit.as.admin.delete(terminalsApi.remove, { params: { id: device.id } })
  expect((await save(device.id, {})).status).toBe(409)
  expect((await save(999_999, {})).status).toBe(404)
})

test('an ignored name is no unknown name any more, and the others of its messages are stored', async () => {
  const device = await kit.given.terminal()
  expect(await kit.send(device, { ph: 7.9, firmware: '2.4.1' })).toBe(201)
  expect((await diagnosis(device.id)).unknown_names).toEqual([{ name: 'firmware', sample: '2.4.1' }])
  expect(await save(device.id, { firmware: { metric: null } })).toMatchObject({
    status: 200,
    body: { map: { firmware: { metric: null } } },
  })
  kit.clock.advance(1000)
  expect(await kit.send(device, { ph: 7.8, firmware: '2.4.1' })).toBe(201)
  expect(await diagnosis(device.id)).toMatchObject({
    verdict: 'ok',
    unknown_names: [],
    key_map: { firmware: { metric: null } },
  })
})
