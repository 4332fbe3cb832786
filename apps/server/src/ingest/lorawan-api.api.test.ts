import { diagnosisApi } from '@dalyan/contracts/diagnosis'
import { deviceApi, type LorawanReply } from '@dalyan/contracts/device-messages'
import { integrationsApi, type LorawanKind } from '@dalyan/contracts/integrations'
import { logsApi } from '@dalyan/contracts/logs'
import { terminalsApi } from '@dalyan/contracts/terminals'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startTestApp, type TestApp } from '../../tests/test-app.ts'
import { startTestIngest, type TestIngest } from '../../tests/test-ingest.ts'
import {
  chirpstackJoin,
  chirpstackStatus,
  chirpstackUp,
  thingsStackJoin,
  thingsStackUplink,
} from './fixtures/lorawan-events.ts'

let t: TestApp
beforeAll(async () => (t = await startTestApp()))
afterAll(() => t.close())

let devices = 0
/** The EUI of another device. */
const newEui = () => `A8404100${(devices += 1).toString(16).toUpperCase().padStart(8, '0')}`
const time = (secondsAgo = 0) => new Date(t.clock.now() - secondsAgo * 1000).toISOString()

async function integration(kind: LorawanKind, firm_id: number | null = null) {
  const { status, body } = await t.as.admin.post(integrationsApi.create, { body: { kind, name: 'Ağ', firm_id } })
  expect(status).toBe(201)
  return body
}

/** Sends an event as a network server does. */
async function send(secret: string, event: object | string, type?: string) {
  const reply = await t.app.server.inject({
    method: 'POST',
    url: `${deviceApi.lorawan.path}${type === undefined ? '' : `?event=${type}`}`,
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    payload: typeof event === 'string' ? event : JSON.stringify(event),
  })
  return { status: reply.statusCode, body: reply.json<LorawanReply & { code?: string }>() }
}

async function found(code: string) {
  const { body } = await t.as.admin.get(terminalsApi.list, { query: { search: code } })
  return body.data
}
const terminalOf = async (id: number) => (await t.as.admin.get(terminalsApi.get, { params: { id } })).body

describe('an uplink of a known device', () => {
  test('of ChirpStack is stored under the terminal with its EUI, with the signal at the best gateway', async () => {
    const { secret } = await integration('chirpstack')
    const device_eui = newEui()
    const terminal = await t.given.terminal({ device_eui })
    const event = chirpstackUp(device_eui.toLowerCase(), time(), { tank_temperature: 18.4, ph: 7.9 })
    expect(await send(secret, event, 'up')).toEqual({
      status: 200,
      body: { outcome: 'stored', stored: 1, duplicates: 0, rejected: [] },
    })
    expect(await send(secret, event, 'up')).toMatchObject({ body: { outcome: 'stored', stored: 0, duplicates: 1 } })
    const { values } = await terminalOf(terminal.id)
    expect(values).toMatchObject({ tank_temperature: { value: 18.4 }, ph: { value: 7.9, measured_at: event.time } })
    await t.app.saveDeviceHealths()
    expect((await terminalOf(terminal.id)).health).toMatchObject({
      rssi: { value: -71 },
      snr: { value: 9.25 },
      gateway: { value: '0016c001f1500812' },
    })
  })

  test('of The Things Stack is stored under the terminal whose code is its EUI, with the battery', async () => {
    const { secret } = await integration('things_stack')
    const code = newEui()
    const terminal = await t.given.terminal({ code })
    const event = thingsStackUplink(code, time(), { ph: 8.1 })
    expect(await send(secret, event)).toMatchObject({ status: 200, body: { outcome: 'stored', stored: 1 } })
    await t.app.saveDeviceHealths()
    expect(await terminalOf(terminal.id)).toMatchObject({
      values: { ph: { value: 8.1 } },
      health: { battery: { value: 64.5 }, gateway: { value: 'iskele-ag-gecidi' } },
    })
  })

  test('goes by the key map of the terminal, and its other names are listed as unknown', async () => {
    const { secret } = await integration('chirpstack')
    const device_eui = newEui()
    const { id } = await t.given.terminal({ device_eui })
    await t.as.admin.put(diagnosisApi.saveKeyMap, {
      params: { id },
      body: { map: { 'temperatureSensor.1': { metric: 'tank_temperature', scale: 0.1, offset: 0 } } },
    })
    const event = chirpstackUp(device_eui, time(), { temperatureSensor: { 1: 184 }, firmware: '1.2' })
    expect(await send(secret, event, 'up')).toMatchObject({ body: { outcome: 'stored' } })
    expect((await terminalOf(id)).values).toMatchObject({ tank_temperature: { value: 18.4 } })
    const { body } = await t.as.admin.get(diagnosisApi.get, { params: { id } })
    expect(body.unknown_names).toEqual([{ name: 'firmware', sample: '1.2' }])
  })

  test('without decoded values is refused for good, and the diagnosis says that the network server has no decoder', async () => {
    const { secret } = await integration('things_stack')
    const device_eui = newEui()
    const { id } = await t.given.terminal({ device_eui })
    expect(await send(secret, thingsStackUplink(device_eui, time(), undefined))).toMatchObject({
      status: 200,
      body: { outcome: 'refused', stored: 0, rejected: [{ index: 0 }] },
    })
    const { body } = await t.as.admin.get(diagnosisApi.get, { params: { id } })
    expect(body).toMatchObject({ verdict: 'unreadable', evidence: [{ text: expect.stringContaining('çözülmeden') }] })
    expect(body.next[0]).toContain('çözücü')
    const { body: logs } = await t.as.admin.get(logsApi.terminal, { params: { id } })
    expect(logs.data[0]).toMatchObject({
      event: 'measurement_rejected',
      meta: { reasons: { reading: ['not_decoded'] } },
    })
  })

  test('that never arrived makes the diagnosis name the network server, because the device has no connection of its own', async () => {
    const { id } = await t.given.terminal({ device_eui: newEui() })
    const { body } = await t.as.admin.get(diagnosisApi.get, { params: { id } })
    expect(body).toMatchObject({
      verdict: 'never_connected',
      next: [expect.stringContaining('Ağ sunucusunda'), {}, {}],
    })
  })

  test('without a content updates the signal and is no fault', async () => {
    const { secret } = await integration('chirpstack')
    const device_eui = newEui()
    const { id } = await t.given.terminal({ device_eui })
    const { data: _, ...event } = chirpstackUp(device_eui, time(), undefined)
    expect(await send(secret, event, 'up')).toMatchObject({ body: { outcome: 'stored', stored: 0, rejected: [] } })
    await t.app.saveDeviceHealths()
    expect((await terminalOf(id)).health).toMatchObject({ rssi: { value: -71 } })
  })

  test.each(['inactive', 'banned'] as const)(
    'of a terminal that is %s is answered with 200, not stored, and counted',
    async (status) => {
      const { secret } = await integration('chirpstack')
      const device_eui = newEui()
      const { id } = await t.given.terminal({ device_eui, status })
      expect(await send(secret, chirpstackUp(device_eui, time(), { ph: 7 }), 'up')).toMatchObject({
        status: 200,
        body: { outcome: 'refused', stored: 0 },
      })
      expect((await terminalOf(id)).values).toEqual({})
    },
  )
})

describe('other events', () => {
  test('a status of ChirpStack updates the battery, stores no reading, and does not count as contact', async () => {
    const { secret } = await integration('chirpstack')
    const device_eui = newEui()
    const { id } = await t.given.terminal({ device_eui })
    const event = chirpstackStatus(device_eui, { batteryLevel: 88.3 })
    expect(await send(secret, event, 'status')).toMatchObject({ body: { outcome: 'stored', stored: 0, rejected: [] } })
    await t.app.saveDeviceHealths()
    expect(await terminalOf(id)).toMatchObject({ health: { battery: { value: 88.3 } }, last_seen_at: null })
  })

  test.each([
    ['a join of ChirpStack', 'chirpstack', 'join', chirpstackJoin],
    ['a join of The Things Stack', 'things_stack', undefined, thingsStackJoin],
  ] as const)('%s is ignored with 200, also of an unknown device', async (_, kind, type, join) => {
    const { secret } = await integration(kind)
    const eui = newEui()
    expect(await send(secret, join(eui), type)).toMatchObject({ status: 200, body: { outcome: 'ignored' } })
    expect(await found(eui)).toEqual([])
  })
})

describe('an unknown device', () => {
  test('waits with its EUI until an administrator lets it in under any code', async () => {
    const { secret } = await integration('chirpstack')
    const eui = newEui()
    const event = () => chirpstackUp(eui, time(), { ph: 7.4 })
    expect(await send(secret, event(), 'up')).toMatchObject({ status: 200, body: { outcome: 'waiting', stored: 0 } })
    const [waiting] = await found(eui)
    expect(waiting).toMatchObject({ code: eui, device_eui: eui, status: 'unauthorized', key_fingerprint: null })
    const tank = await t.given.tank()
    const changed = await t.as.admin.put(terminalsApi.update, {
      params: { id: waiting?.id ?? 0 },
      body: { code: `SONDA-${devices}`, status: 'active', tank_id: tank.id },
    })
    expect(changed.body).toMatchObject({ code: `SONDA-${devices}`, device_eui: eui })
    expect(await send(secret, event(), 'up')).toMatchObject({ body: { outcome: 'stored', stored: 1 } })
    expect((await terminalOf(waiting?.id ?? 0)).values).toMatchObject({ ph: { value: 7.4 } })
  })

  test('replaces an unknown terminal that waits under its EUI with a key', async () => {
    const { secret } = await integration('chirpstack')
    const eui = newEui()
    expect(await t.send({ code: eui, key: 'the-key-of-a-stranger' }, { ph: 7 })).toBe(401)
    expect(await found(eui)).toMatchObject([{ device_eui: null, status: 'unauthorized' }])
    await send(secret, chirpstackUp(eui, time(), { ph: 7 }), 'up')
    const [waiting] = await found(eui)
    expect(waiting).toMatchObject({ device_eui: eui, key_fingerprint: null })
    await t.as.admin.put(terminalsApi.update, { params: { id: waiting?.id ?? 0 }, body: { status: 'active' } })
    expect(await t.send({ code: eui, key: 'the-key-of-a-stranger' }, { ph: 7 })).toBe(401)
  })

  test('that waits blocks neither its EUI nor its code for a new terminal', async () => {
    const { secret } = await integration('chirpstack')
    const [first, second] = [newEui(), newEui()]
    for (const eui of [first, second]) await send(secret, chirpstackUp(eui, time(), { ph: 7 }), 'up')
    const named = await t.given.terminal({ device_eui: first })
    const coded = await t.given.terminal({ code: second })
    expect((await found(first)).map(({ id }) => id)).toEqual([named.id])
    expect(await found(second)).toMatchObject([{ id: coded.id, device_eui: second, status: 'active' }])
  })

  test('is counted by its integration, 200 an hour, and not by the address of the network server', async () => {
    const { secret } = await integration('chirpstack')
    const outcomes = []
    for (let n = 0; n < 15; n += 1) {
      const { body } = await send(secret, chirpstackUp(newEui(), time(), { ph: 7 }), 'up')
      outcomes.push(body.outcome)
    }
    expect(outcomes).toEqual(Array<string>(15).fill('waiting'))
    const { body } = await t.as.admin.get(terminalsApi.list, { query: { filter_status: ['unauthorized'] } })
    expect(body.total).toBeGreaterThanOrEqual(15)
  })
})

describe('an integration of a firm', () => {
  test('delivers to tanks of the firm, of firms below it and to terminals without a tank, and to no other firm', async () => {
    const [above, foreign] = [await t.given.firm(), await t.given.firm()]
    const below = await t.given.firm({ parent_id: above.id })
    const made = await integration('chirpstack', above.id)
    const on = async (firm_id: number | null | undefined) => {
      const device_eui = newEui()
      const tank = firm_id === undefined ? null : await t.given.tank({ firm_id })
      const { id } = await t.given.terminal({ device_eui, tank_id: tank?.id ?? null })
      const { body } = await send(made.secret, chirpstackUp(device_eui, time(), { ph: 7 }), 'up')
      return { id, device_eui, outcome: body.outcome }
    }
    for (const firm of [above.id, below.id, undefined]) expect(await on(firm)).toMatchObject({ outcome: 'stored' })
    for (const firm of [foreign.id, null]) expect(await on(firm)).toMatchObject({ outcome: 'refused' })

    const refused = await on(foreign.id)
    const { body: logs } = await t.as.admin.get(logsApi.terminal, { params: { id: refused.id } })
    expect(logs.data).toContainEqual(
      expect.objectContaining({ event: 'connection_refused', meta: expect.objectContaining({ reason: 'other_firm' }) }),
    )
    expect((await terminalOf(refused.id)).values).toEqual({})
    await vi.waitFor(async () => {
      const { body } = await t.as.admin.get(integrationsApi.list, { query: { filter_firm_id: above.id } })
      expect(body.data[0]?.last_failure).toMatchObject({ fault: 'other_firm' })
    })
  })
})

describe('a call that fails', () => {
  test('with a wrong or a removed secret is refused, and with none', async () => {
    const { id, secret } = await integration('chirpstack')
    const event = chirpstackUp(newEui(), time(), { ph: 7 })
    expect(await send('x'.repeat(43), event)).toMatchObject({ status: 401, body: { code: 'unknown_integration' } })
    expect(await send('', event)).toMatchObject({ status: 401 })
    expect((await send(secret, event, 'up')).status).toBe(200)
    await t.as.admin.delete(integrationsApi.remove, { params: { id } })
    expect((await send(secret, event, 'up')).status).toBe(401)
  })

  test('because it is no JSON, or names no device of this network, is shown at the integration', async () => {
    const lastFailure = async (id: number) => {
      const { body } = await t.as.admin.get(integrationsApi.list, { query: { per_page: 200 } })
      return body.data.find((each) => each.id === id)
    }
    const unreadable = await integration('chirpstack')
    expect(await send(unreadable.secret, '{"deviceInfo"')).toMatchObject({ status: 400 })
    const mixedUp = await integration('chirpstack')
    const event = thingsStackUplink(newEui(), time(), { ph: 7 })
    expect(await send(mixedUp.secret, event)).toMatchObject({ status: 422, body: { code: 'no_device_eui' } })
    await vi.waitFor(async () => {
      expect(await lastFailure(unreadable.id)).toMatchObject({ last_failure: { fault: 'unreadable_json' } })
      expect(await lastFailure(mixedUp.id)).toMatchObject({
        last_success_at: null,
        last_failure: { at: time(), fault: 'no_device_eui', device_eui: null },
      })
    })
  })

  test('because of its size is refused as on the other device interfaces', async () => {
    const { secret } = await integration('chirpstack')
    const object = { text: 'x'.repeat(300 * 1024) }
    expect((await send(secret, chirpstackUp(newEui(), time(), object), 'up')).status).toBe(413)
  })

  test('the last success is shown at the integration', async () => {
    const { id, secret } = await integration('chirpstack')
    await send(secret, chirpstackJoin(newEui()), 'join')
    await vi.waitFor(async () => {
      const { body } = await t.as.admin.get(integrationsApi.list, { query: { per_page: 200 } })
      expect(body.data.find((each) => each.id === id)).toMatchObject({ last_success_at: time(), last_failure: null })
    })
  })
})

describe('while the database is away', () => {
  const away = () => Promise.reject(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }))
  let ingest: TestIngest
  let isAway = true
  let signIns = 0
  beforeAll(async () => {
    ingest = await startTestIngest({
      authenticateIntegration() {
        signIns += 1
        return signIns === 1
          ? away()
          : Promise.resolve({ id: 1, kind: 'chirpstack' as const, firms: 'all' as const, language: 'tr' as const })
      },
    })
    ingest.storage.before = () => (isAway ? away() : Promise.resolve())
  })
  afterAll(() => ingest.close())

  async function sendUplink(code: string) {
    const reply = await ingest.server.inject({
      method: 'POST',
      url: `${deviceApi.lorawan.path}?event=up`,
      headers: { authorization: 'Bearer of-the-network', 'content-type': 'application/json' },
      payload: JSON.stringify(chirpstackUp(code, new Date().toISOString(), { ph: 7.9 })),
    })
    return { status: reply.statusCode, body: reply.json<LorawanReply & { code?: string }>() }
  }
  async function terminalWithEui() {
    const terminal = await ingest.terminal()
    const device_eui = newEui()
    await ingest.database.db.updateTable('terminals').set({ device_eui }).where('id', '=', terminal.id).execute()
    await ingest.setStatus(terminal, 'active')
    return { terminal, device_eui }
  }

  test('an uplink waits at the sign-in and until it is stored, because network servers send it once', async () => {
    const { terminal, device_eui } = await terminalWithEui()
    const answer = sendUplink(device_eui)
    setTimeout(() => (isAway = false), 1_500)
    expect(await answer).toMatchObject({ status: 200, body: { outcome: 'stored', stored: 1 } })
    expect(signIns).toBe(2)
    expect(await ingest.stored(terminal)).toHaveLength(1)
  })

  test('an uplink that waited nine seconds is answered with 503, and is stored when the database is back', async () => {
    const { terminal, device_eui } = await terminalWithEui()
    isAway = true
    const since = performance.now()
    expect(await sendUplink(device_eui)).toMatchObject({ status: 503, body: { code: 'not_ready' } })
    expect(performance.now() - since).toBeGreaterThan(8_000)
    isAway = false
    await vi.waitFor(async () => expect(await ingest.stored(terminal)).toHaveLength(1), { timeout: 5_000 })
  })
})
