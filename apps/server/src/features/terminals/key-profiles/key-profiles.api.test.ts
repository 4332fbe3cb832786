import { diagnosisApi, type KeyMap } from '@dalyan/contracts/diagnosis'
import { keyProfilesApi } from '@dalyan/contracts/key-profiles'
import { measurementsApi } from '@dalyan/contracts/measurements'
import { logsApi } from '@dalyan/contracts/logs'
import { terminalTrafficApi } from '@dalyan/contracts/terminal-traffic'
import { tanksApi } from '@dalyan/contracts/tanks'
import { terminalsApi } from '@dalyan/contracts/terminals'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../tests/test-app.ts'

let kit: TestApp
beforeAll(async () => {
  kit = await startTestApp()
})
afterAll(() => kit.close())

const TENTHS: KeyMap = { temp: { metric: 'tank_temperature', scale: 0.1, offset: 0 } }

let count = 0
async function givenProfile({ map = TENTHS, iot_ids = [] as number[] } = {}) {
  const reply = await kit.as.admin.post(keyProfilesApi.create, {
    body: { name: `Profil ${(count += 1)}`, map, iot_ids },
  })
  expect(reply.status).toBe(201)
  return reply.body
}
const profileOf = async (id: number) => (await kit.as.admin.get(keyProfilesApi.get, { params: { id } })).body
const diagnosis = async (id: number) => (await kit.as.admin.get(diagnosisApi.get, { params: { id } })).body
const terminal = async (id: number) => (await kit.as.admin.get(terminalsApi.get, { params: { id } })).body
const latest = async (id: number) =>
  (await kit.as.admin.get(terminalTrafficApi.get, { params: { id } })).body.last_measurement

test('a profile counts for every terminal that uses it, from the next message on', async () => {
  const [one, two] = [await kit.given.terminal(), await kit.given.terminal()]
  for (const each of [one, two]) expect(await kit.send(each, { temp: 184 })).toBe(422)
  const profile = await givenProfile({ iot_ids: [one.id, two.id] })
  expect(profile).toMatchObject({ map: TENTHS, terminals_count: 2, last_modified_by: { id: kit.as.admin.id } })
  for (const each of [one, two]) {
    expect(await kit.send(each, { temp: 184 })).toBe(201)
    expect(await latest(each.id)).toMatchObject({ tank_temperature: { value: 18.4 } })
    expect(await terminal(each.id)).toMatchObject({ key_profile: { id: profile.id, name: profile.name } })
  }
  expect(await diagnosis(one.id)).toMatchObject({
    verdict: 'ok',
    unknown_names: [],
    key_map: {},
    key_profile: { id: profile.id, name: profile.name, map: TENTHS, terminals_count: 2 },
  })

  const map = { temp: { metric: 'tank_temperature' as const, scale: 0.01, offset: 0 } }
  const params = { id: profile.id }
  expect((await kit.as.admin.put(keyProfilesApi.update, { params, body: { map } })).body).toMatchObject({ map })
  kit.clock.advance(1000)
  expect(await kit.send(two, { temp: 1840 })).toBe(201)
  expect(await latest(two.id)).toMatchObject({ tank_temperature: { value: 18.4 } })
})

test('a name that a terminal maps itself goes before that of its profile', async () => {
  const device = await kit.given.terminal()
  const profile = await givenProfile({ iot_ids: [device.id] })
  const own: KeyMap = { temp: { metric: 'ambient_temperature', scale: 1, offset: 0 } }
  await kit.as.admin.put(diagnosisApi.saveKeyMap, { params: { id: device.id }, body: { map: own } })
  expect(await kit.send(device, { temp: 21 })).toBe(201)
  expect(await latest(device.id)).toMatchObject({ ambient_temperature: { value: 21 } })
  expect(await diagnosis(device.id)).toMatchObject({ key_map: own, key_profile: { map: TENTHS } })
  await kit.as.admin.put(diagnosisApi.saveKeyMap, { params: { id: device.id }, body: { map: {} } })
  kit.clock.advance(1000)
  expect(await kit.send(device, { temp: 184 })).toBe(201)
  expect(await latest(device.id)).toMatchObject({ tank_temperature: { value: 18.4 } })
  expect((await profileOf(profile.id)).map).toEqual(TENTHS)
})

test('names are added to a profile, which more terminals get', async () => {
  const [one, two] = [await kit.given.terminal(), await kit.given.terminal()]
  const profile = await givenProfile({ iot_ids: [one.id] })
  const call = { params: { id: profile.id }, body: { map: { acid: { metric: 'ph' as const } }, iot_ids: [two.id] } }
  expect(await kit.as.admin.post(keyProfilesApi.addNames, call)).toMatchObject({
    status: 200,
    body: { map: { ...TENTHS, acid: { metric: 'ph', scale: 1, offset: 0 } }, terminals_count: 2 },
  })
  expect(await kit.send(two, { temp: 184, acid: 7.9 })).toBe(201)
  const { body } = await kit.as.admin.get(logsApi.terminal, { params: { id: two.id }, query: { event: 'updated' } })
  expect(body.data[0]?.meta).toEqual({ changes: { key_profile_id: { from: null, to: profile.id } } })

  const many = Object.fromEntries(Array.from({ length: 49 }, (_, n) => [`n${n}`, { metric: 'ph' as const }]))
  const tooMany = await kit.as.admin.post(keyProfilesApi.addNames, { ...call, body: { map: many } })
  expect(tooMany).toMatchObject({ status: 422, body: { code: 'key_map_too_long' } })
  for (const iot_ids of [[999_999], [(await givenDeleted()).id]]) {
    const refused = await kit.as.admin.post(keyProfilesApi.addNames, { ...call, body: { map: {}, iot_ids } })
    expect(refused).toMatchObject({ status: 422, body: { code: 'unknown_terminal' } })
  }
})

test('a terminal is created with a profile, changes it, and leaves it', async () => {
  const [one, two] = [await givenProfile(), await givenProfile()]
  const device = await kit.given.terminal({ key_profile_id: one.id })
  const change = (key_profile_id: number | null) =>
    kit.as.admin.put(terminalsApi.update, { params: { id: device.id }, body: { key_profile_id } })
  expect(await kit.send(device, { temp: 184 })).toBe(201)
  const listed = async (id: number) =>
    (await kit.as.admin.get(terminalsApi.list, { query: { filter_key_profile_id: id } })).body.data.map(
      ({ code }) => code,
    )
  expect(await listed(one.id)).toEqual([device.code])
  expect((await change(two.id)).body.key_profile).toEqual({ id: two.id, name: two.name })
  expect([await listed(one.id), await listed(two.id)]).toEqual([[], [device.code]])
  expect((await change(null)).body.key_profile).toBeNull()
  kit.clock.advance(1000)
  expect(await kit.send(device, { temp: 184 })).toBe(422)
  expect(await change(999_999)).toMatchObject({ status: 422, body: { code: 'unknown_key_profile' } })
  const created = await kit.as.admin.post(terminalsApi.create, {
    body: { code: 'NO-PROFILE', key_profile_id: 999_999 },
  })
  expect(created).toMatchObject({ status: 422, body: { errors: { key_profile_id: [expect.any(String)] } } })
})

test('a profile in use cannot be deleted, and its terminals are named', async () => {
  const device = await kit.given.terminal()
  const profile = await givenProfile({ iot_ids: [device.id] })
  const remove = () => kit.as.admin.delete(keyProfilesApi.remove, { params: { id: profile.id } })
  expect(await remove()).toMatchObject({
    status: 409,
    body: {
      code: 'key_profile_in_use',
      dependents: [{ kind: 'terminal', id: device.id, name: device.code }],
      message: `Profili kullanan terminaller var: ${device.code}`,
    },
  })
  await kit.as.admin.delete(terminalsApi.remove, { params: { id: device.id } })
  expect((await remove()).status).toBe(204)
  expect((await remove()).status).toBe(404)
  expect((await terminal(device.id)).key_profile).toBeNull()
})

test('each change of a profile is audited', async () => {
  const { id, name } = await givenProfile()
  await kit.as.admin.put(keyProfilesApi.update, { params: { id }, body: { name: `${name} yeni` } })
  await kit.as.admin.post(keyProfilesApi.addNames, { params: { id }, body: { map: { x: { metric: null } } } })
  await kit.as.admin.delete(keyProfilesApi.remove, { params: { id } })
  const query = { target: ['key_profile' as const], target_id: id }
  const { data } = (await kit.as.admin.get(logsApi.audit, { query })).body
  expect(data).toMatchObject([
    { event: 'key_profile_deleted', after: null },
    { event: 'key_profile_updated', before: { map: TENTHS }, after: { map: { ...TENTHS, x: { metric: null } } } },
    { event: 'key_profile_updated', before: { name }, after: { name: `${name} yeni` } },
    {
      event: 'key_profile_created',
      before: null,
      after: { name, map: TENTHS, quality: { sensors: 'sonde', conductivity: null, limits: {} } },
    },
  ])
})

test('a name that another profile has, and a version that is no longer current, are refused', async () => {
  const [one, two] = [await givenProfile(), await givenProfile()]
  const taken = { params: { id: two.id }, body: { name: one.name.toLocaleUpperCase('tr') } }
  expect(await kit.as.admin.put(keyProfilesApi.update, taken)).toMatchObject({
    status: 409,
    body: { code: 'key_profile_name_taken', errors: { name: [expect.any(String)] } },
  })
  const stale = await kit.as.admin.put(keyProfilesApi.update, {
    ...taken,
    body: { map: {} },
    headers: { 'if-match': '"99"' },
  })
  expect(stale.status).toBe(412)
  expect((await profileOf(two.id)).map).toEqual(TENTHS)
})

test('an operator sees the profiles of the own firm’s terminals, counted among these', async () => {
  const [own, foreign] = [await kit.given.terminal(), await kit.given.terminal()]
  await kit.given.tank({ firm_id: kit.ownFirm.id, iot_ids: [own.id] })
  await kit.given.tank({ firm_id: (await kit.given.firm()).id, iot_ids: [foreign.id] })
  const shared = await givenProfile({ iot_ids: [own.id, foreign.id] })
  const hidden = await givenProfile()
  const { data } = (await kit.as.operator.get(keyProfilesApi.list)).body
  expect(data.map(({ id, terminals_count }) => ({ id, terminals_count }))).toEqual([
    { id: shared.id, terminals_count: 1 },
  ])
  expect((await kit.as.operator.get(keyProfilesApi.get, { params: { id: hidden.id } })).status).toBe(404)
  const seen = await kit.as.operator.get(diagnosisApi.get, { params: { id: own.id } })
  expect(seen.body.key_profile).toMatchObject({ id: shared.id, terminals_count: 1 })
})

test('the quality rules of a profile count from the next message of each of its terminals on', async () => {
  const device = await kit.given.terminal()
  const profile = await givenProfile({ iot_ids: [device.id] })
  const params = { id: profile.id }
  const newest = async () =>
    (await kit.as.admin.get(measurementsApi.list, { query: { iot_id: device.id, per_page: 1 } })).body.data[0]
  const send = async (values: Record<string, number>) => {
    kit.clock.advance(30_000)
    expect(await kit.send(device, values)).toBe(201)
    return (await newest())?.refused
  }
  expect(await send({ temp: 500, ph: 8 })).toEqual({ tank_temperature: 'bounds', ph: 'temperature' })
  const quality = { sensors: 'separate' as const, conductivity: 'raw' as const, limits: { ph: { high: 7.5 } } }
  expect((await kit.as.admin.put(keyProfilesApi.update, { params, body: { quality } })).body).toMatchObject({ quality })
  expect(await send({ temp: 500, ph: 7 })).toEqual({ tank_temperature: 'bounds' })
  expect(await send({ temp: 180, ph: 8 })).toEqual({ ph: 'bounds' })
  const wrong = { quality: { ...quality, limits: { ph: { low: 9, high: 3 } } } }
  expect(await kit.as.admin.put(keyProfilesApi.update, { params, body: wrong })).toMatchObject({ status: 422 })
})

test('a tank knows by their profile what kind of conductivity its terminals send', async () => {
  const device = await kit.given.terminal()
  const { id } = await kit.given.tank({ iot_ids: [device.id] })
  const kinds = async () =>
    (await kit.as.admin.get(tanksApi.get, { params: { id } })).body.iots.map(({ conductivity }) => conductivity)
  expect(await kinds()).toEqual([null])
  const profile = await givenProfile({ iot_ids: [device.id] })
  expect(await kinds()).toEqual([null])
  const quality = { conductivity: 'at_25' as const }
  await kit.as.admin.put(keyProfilesApi.update, { params: { id: profile.id }, body: { quality } })
  expect(await kinds()).toEqual(['at_25'])
})

async function givenDeleted() {
  const device = await kit.given.terminal()
  await kit.as.admin.delete(terminalsApi.remove, { params: { id: device.id } })
  return device
}
