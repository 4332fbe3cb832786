import { deviceApi, measurementsTopic } from '@dalyan/contracts/device-messages'
import { diagnosisApi, type Verdict } from '@dalyan/contracts/diagnosis'
import { METRIC_KEYS } from '@dalyan/contracts/metrics'
import { terminalsApi, type TerminalChange } from '@dalyan/contracts/terminals'
import mqtt, { type MqttClient } from 'mqtt'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { OPEN_HISTORY_GATES } from '../../../../tests/open-gates.ts'
import { startTestApp, type TestApp } from '../../../../tests/test-app.ts'
import { importHistory } from '../../measurements/import/import-history.ts'

const MINUTE_MS = 60_000

let kit: TestApp
let port: number
const devices: MqttClient[] = []
beforeAll(async () => {
  kit = await startTestApp()
  port = (await kit.app.listen()).mqtt
})
afterAll(async () => {
  await Promise.all(devices.map((device) => device.endAsync(true)))
  await kit.close()
})

interface BrokenDevice {
  id: number
  code: string
  key: string
}

async function post({ code, key }: BrokenDevice, payload: unknown): Promise<number> {
  const reply = await kit.app.server.inject({
    method: 'POST',
    url: deviceApi.measurements.path,
    headers: { authorization: `Bearer ${code}:${key}`, 'content-type': 'application/json' },
    payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
  })
  return reply.statusCode
}

async function connect({ code, key }: BrokenDevice): Promise<MqttClient> {
  const device = await mqtt.connectAsync({ port, username: code, password: key, reconnectPeriod: 0 })
  devices.push(device)
  return device
}

/** The return code of the CONNACK. */
const refusal = (device: BrokenDevice) =>
  connect(device).then(
    () => 0,
    (error: unknown) => (error as { code: number }).code,
  )

const change = (id: number, body: TerminalChange) => kit.as.admin.put(terminalsApi.update, { params: { id }, body })

async function diagnosis(id: number, language = 'en') {
  const headers = { 'accept-language': language }
  return (await kit.as.admin.get(diagnosisApi.get, { params: { id }, headers })).body
}

interface Fault {
  verdict: Verdict
  /** What the terminal does. @returns a text that the evidence must contain. */
  cause: (device: BrokenDevice) => Promise<string>
}

const rotated = async ({ id }: BrokenDevice, revoke_old: boolean) =>
  kit.as.admin.post(terminalsApi.rotateKey, { params: { id }, body: { revoke_old } })

const FAULTS: Record<string, Fault> = {
  'a terminal that was never switched on': {
    verdict: 'never_connected',
    cause: () => Promise.resolve('has never connected'),
  },
  'a terminal with a mistyped key': {
    verdict: 'wrong_key',
    async cause(device) {
      expect(await refusal({ ...device, key: 'mistyped' })).toBe(4)
      return 'wrong key, 1 in total'
    },
  },
  'a terminal that still uses a key after its seven days': {
    verdict: 'old_key',
    async cause(device) {
      expect(await post(device, { ph: 7 })).toBe(201)
      await rotated(device, false)
      const past = new Date(kit.clock.now() - MINUTE_MS).toISOString()
      await kit.database.query(
        'update terminal_keys set expires_at = $2 where terminal_id = $1 and expires_at is not null',
        [device.id, past],
      )
      kit.app.events.emit('terminal.changed', { id: device.id, tank_ids: [] })
      kit.clock.advance(20 * MINUTE_MS)
      await expect.poll(() => refusal(device)).toBe(4)
      return 'an old key that has expired'
    },
  },
  'a terminal with a revoked key': {
    verdict: 'revoked_key',
    async cause(device) {
      expect(await post(device, { ph: 7 })).toBe(201)
      await rotated(device, true)
      kit.clock.advance(20 * MINUTE_MS)
      expect(await post(device, { ph: 7 })).toBe(401)
      return 'a revoked key'
    },
  },
  'a banned terminal': {
    verdict: 'banned',
    async cause(device) {
      await change(device.id, { status: 'banned' })
      expect(await post(device, { ph: 7 })).toBe(401)
      return 'its status: banned'
    },
  },
  'an inactive terminal': {
    verdict: 'inactive',
    async cause(device) {
      await change(device.id, { status: 'inactive' })
      expect(await refusal(device)).toBe(5)
      return 'its status: inactive'
    },
  },
  'a terminal that lost its network': {
    verdict: 'disconnected',
    async cause(device) {
      const client = await connect(device)
      await client.publishAsync(measurementsTopic(device.code), '{"ph": 7}', { qos: 1 })
      client.stream.destroy()
      kit.clock.advance(20 * MINUTE_MS)
      return 'the connection broke (127.0.0.1)'
    },
  },
  'a terminal that publishes to another topic': {
    verdict: 'wrong_topic',
    async cause(device) {
      const client = await connect(device)
      await client.publishAsync('sensors/pond', '{"ph": 7}', { qos: 1 })
      return 'sensors/pond'
    },
  },
  'a terminal whose messages are no JSON': {
    verdict: 'unreadable',
    async cause(device) {
      expect(await post(device, '{"ph": 7,}')).toBe(400)
      return '{"ph": 7,}'
    },
  },
  'a terminal that posts a form instead of JSON': {
    verdict: 'unreadable',
    async cause({ code, key }) {
      const reply = await kit.app.server.inject({
        method: 'POST',
        url: deviceApi.measurements.path,
        headers: { authorization: `Bearer ${code}:${key}`, 'content-type': 'application/x-www-form-urlencoded' },
        payload: 'ph=7',
      })
      expect(reply.statusCode).toBe(415)
      return 'content-type: application/x-www-form-urlencoded'
    },
  },
  'a terminal that sends its code without a key': {
    verdict: 'wrong_key',
    async cause(device) {
      expect(await refusal({ ...device, key: '' })).toBe(4)
      return 'wrong key, 1 in total'
    },
  },
  'a terminal that knows other names only': {
    verdict: 'unknown_names',
    async cause(device) {
      expect(await post(device, { temp: 18.4, PH: 7.9 })).toBe(422)
      return 'temp, PH'
    },
  },
  'a terminal that sends text instead of numbers': {
    verdict: 'text_values',
    async cause(device) {
      expect(await post(device, { ph: '7.9' })).toBe(422)
      return 'ph = "7.9"'
    },
  },
  'a terminal whose values are out of bounds': {
    verdict: 'out_of_bounds',
    async cause(device) {
      expect(await post(device, { ph: 790 })).toBe(422)
      return 'ph = 790'
    },
  },
  'a terminal whose clock was never set': {
    verdict: 'wrong_clock',
    async cause(device) {
      expect(await post(device, { measured_at: '1970-01-01T00:00:10Z', ph: 7 })).toBe(201)
      return '1970-01-01T00:00:10.000Z'
    },
  },
  'a terminal whose pH probe is gone': {
    verdict: 'metrics_missing',
    async cause(device) {
      expect(await post(device, { ph: 7, tank_temperature: 18 })).toBe(201)
      kit.clock.advance(20 * MINUTE_MS)
      expect(await post(device, { tank_temperature: 18 })).toBe(201)
      return 'last value of pH'
    },
  },
  'a terminal that sends less often than expected': {
    verdict: 'too_seldom',
    async cause(device) {
      await change(device.id, { expected_interval_seconds: 10 })
      for (let n = 0; n < 5; n += 1) {
        expect(await post(device, { ph: 7 })).toBe(201)
        kit.clock.advance(MINUTE_MS)
      }
      return 'messages every 60 s, expected every 10 s'
    },
  },
  'a terminal of a hall without power': {
    verdict: 'place_silent',
    async cause(device) {
      const neighbours = [await kit.given.terminal(), await kit.given.terminal()]
      for (const { id } of [device, ...neighbours]) await kit.given.tank({ location: 'B salonu', iot_ids: [id] })
      for (const each of [device, ...neighbours]) expect(await post(each, { ph: 7 })).toBe(201)
      kit.clock.advance(20 * MINUTE_MS)
      return 'B salonu: 3 of 3 terminals fell silent'
    },
  },
}

describe('the diagnosis names the fault of', () => {
  test.each(Object.entries(FAULTS))('%s', async (_, { verdict, cause }) => {
    const device = await kit.given.terminal()
    const text = await cause(device)
    await expect.poll(async () => (await diagnosis(device.id)).verdict).toBe(verdict)
    const found = await diagnosis(device.id)
    expect(found.certainty).toBe('high')
    expect(found.evidence.map((each) => each.text).join('\n')).toContain(text)
    expect(found.evidence.length).toBeLessThanOrEqual(3)
    expect(found.next.length).toBeGreaterThan(0)
    expect(found.next.length).toBeLessThanOrEqual(3)
  })
})

test('a healthy terminal has no fault, and its usual interval is named', async () => {
  const device = await kit.given.terminal()
  for (let n = 0; n < 5; n += 1) {
    kit.clock.advance(15_000)
    expect(await post(device, { ph: 7, rssi: -71 })).toBe(201)
  }
  expect(await diagnosis(device.id)).toMatchObject({ verdict: 'ok', certainty: 'high', since: null, next: [] })
  // The interval is learned when the terminal's presence is saved.
  await expect.poll(async () => (await diagnosis(device.id)).interval_seconds).toBe(15)
})

test('the texts are in the caller’s language', async () => {
  const device = await kit.given.terminal()
  await post({ ...device, key: 'wrong' }, { ph: 7 })
  const { evidence, next } = await diagnosis(device.id, 'tr')
  expect(evidence[0]?.text).toBe('bağlantı reddedildi: anahtar yanlış, toplam 1 (127.0.0.1)')
  expect(next[0]).toBe('Cihazdaki kodu ve anahtarı denetleyin.')
})

test('a terminal that was repaired has no fault any more', async () => {
  const device = await kit.given.terminal()
  expect(await post(device, { temp: 18 })).toBe(422)
  kit.clock.advance(MINUTE_MS)
  expect(await post(device, { tank_temperature: 18 })).toBe(201)
  expect(await diagnosis(device.id)).toMatchObject({ verdict: 'ok' })
})

test('an operator learns nothing from the time before the terminal came to the firm’s tank', async () => {
  const device = await kit.given.terminal()
  await kit.given.tank({ iot_ids: [device.id] })
  expect(await post(device, '{"secret": "of another firm"')).toBe(400)
  kit.clock.advance(MINUTE_MS)
  await kit.given.tank({ firm_id: kit.ownFirm.id, iot_ids: [device.id] })
  const { body } = await kit.as.operator.get(diagnosisApi.get, { params: { id: device.id } })
  expect(body.verdict).toBe('never_connected')
  expect(JSON.stringify(body)).not.toContain('another firm')
  expect((await diagnosis(device.id)).verdict).toBe('unreadable')
})

test('events survive a restart of the server', async () => {
  const device = await kit.given.terminal()
  await post({ ...device, key: 'wrong' }, { ph: 7 })
  const saved = async () =>
    (
      await kit.database.db
        .selectFrom('terminal_link_events')
        .select(['kind', 'count', 'detail'])
        .where('terminal_id', '=', device.id)
        .execute()
    )[0]
  await expect.poll(saved).toEqual({ kind: 'wrong_key', count: 1, detail: { address: '127.0.0.1' } })
})

test('while an administrator listens, stored and refused messages and refused keys are shown', async () => {
  const device = await kit.given.terminal()
  const received = async () =>
    (await kit.as.admin.get(diagnosisApi.listen, { params: { id: device.id } })).body.messages.map(
      ({ kind, text }) => `${kind} ${text}`,
    )
  await post(device, { ph: 7 })
  expect(await received()).toEqual([])
  await post(device, { ph: 7.1 })
  await post(device, '{"ph"')
  await post(device, { temp: 18 })
  await post({ ...device, key: 'wrong' }, { ph: 7 })
  expect(await received()).toEqual(['wrong_key 127.0.0.1', 'refused {"temp":18}', 'refused {"ph"', 'stored {"ph":7.1}'])
})

test('where a broker brings readings, a silent terminal is not said to be disconnected', async () => {
  // The broker is not asked: the app opens no port here.
  const behind = await startTestApp({ MQTT_URL: 'mqtt://127.0.0.1:1883' })
  const { id } = await behind.given.terminal()
  const { body } = await behind.as.admin.get(diagnosisApi.get, { params: { id } })
  await behind.close()
  expect(body).toMatchObject({ verdict: 'unknown', certainty: 'low', is_connected: null })
  expect(body.evidence[0]?.text).toContain('bağlantısı bilinmiyor')
  expect(body.next).toContain('MQTT aracısının kaydında bu terminalin bağlantısına bakın.')
})

test('a value that has not changed for unusually long is named beside the verdict', async () => {
  // An app of its own: roll-ups end at its start, and the tests above moved their clock by hours.
  const fresh = await startTestApp()
  const { id } = await fresh.given.terminal()
  const now = fresh.clock.now()
  const PH = METRIC_KEYS.indexOf('ph')
  const readings = Array.from({ length: 3 * 24 * 12 }, (_, i) => {
    const measured_at = now - (3 * 24 * 12 - i) * 5 * MINUTE_MS
    const isStuck = measured_at > now - 14 * 60 * MINUTE_MS
    const value = Math.fround(isStuck ? 7.25 : 7.5 + Math.sin(i / 40) / 2)
    const values = METRIC_KEYS.map((_metric, n) =>
      n === PH ? value : n === 0 ? Math.fround(18 + Math.sin(i / 9)) : null,
    )
    return { terminal_id: id, tank_id: null, measured_at, received_at: measured_at, values, clock_skew: false }
  })
  await importHistory({ database: fresh.database, readings, gates: OPEN_HISTORY_GATES })
  const { stuck } = (await fresh.as.admin.get(diagnosisApi.get, { params: { id } })).body
  await fresh.close()
  expect(stuck).toEqual([{ metric: 'ph', value: 7.25, since: expect.any(String) }])
  expect((now - Date.parse(stuck[0]?.since ?? '')) / MINUTE_MS / 60).toBeCloseTo(13.9, 0)
})
