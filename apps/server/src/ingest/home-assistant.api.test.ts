import { homeAssistantUser, integrationsApi } from '@dalyan/contracts/integrations'
import { tanksApi } from '@dalyan/contracts/tanks'
import { terminalsApi } from '@dalyan/contracts/terminals'
import mqtt, { type IClientOptions, type MqttClient } from 'mqtt'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startTestApp, type TestApp } from '../../tests/test-app.ts'

let t: TestApp
let port: number
beforeAll(async () => {
  t = await startTestApp({ BASE_URL: 'https://dalyan.example' })
  port = (await t.app.listen()).mqtt
})
afterAll(() => t.close())

async function integration(firm_id: number | null = null, kind: 'home_assistant' | 'chirpstack' = 'home_assistant') {
  const { status, body } = await t.as.admin.post(integrationsApi.create, { body: { kind, name: 'Ev', firm_id } })
  expect(status).toBe(201)
  return body
}

type Account = Awaited<ReturnType<typeof integration>>

function connect({ id, secret }: Account, options: IClientOptions = {}): Promise<MqttClient> {
  const username = homeAssistantUser(id)
  return mqtt.connectAsync({ port, username, password: secret, reconnectPeriod: 0, ...options })
}

/** The return code of the CONNACK; 0: accepted. */
async function connack(account: Account, options: IClientOptions = {}): Promise<number> {
  try {
    await (await connect(account, options)).endAsync(true)
    return 0
  } catch (error) {
    return (error as { code: number }).code
  }
}

/** Acts as Home Assistant: subscribes to discovery, then to the states of the devices that it finds. */
async function homeAssistant(account: Account, options: IClientOptions = {}) {
  const client = await connect(account, options)
  /** The last payload of each topic, and the number of its messages. */
  const seen = new Map<string, string>()
  const counts = new Map<string, number>()
  /** The topics whose messages came as retained ones. */
  const kept = new Set<string>()
  client.on('message', (topic, payload, { retain }) => {
    if (retain) kept.add(topic)
    seen.set(topic, payload.toString())
    counts.set(topic, (counts.get(topic) ?? 0) + 1)
    if (!topic.endsWith('/config') || payload.length === 0) return
    const { state_topic } = JSON.parse(payload.toString()) as { state_topic: string }
    if (!counts.has(state_topic)) client.subscribe(state_topic)
  })
  await client.subscribeAsync('homeassistant/+/+/config')
  const json = (topic: string) => JSON.parse(seen.get(topic) ?? 'null') as Record<string, unknown> | null
  return {
    client,
    seen,
    counts,
    kept,
    config: (tankId: number) => json(configTopic(tankId)),
    state: (tankId: number) => json(stateTopic(tankId)),
    end: () => client.endAsync(),
  }
}

const configTopic = (tankId: number) => `homeassistant/device/dalyan-tank-${tankId}/config`
const stateTopic = (tankId: number) => `dalyan/v1/tanks/${tankId}/state`

async function tankOf(firm_id: number, limits: 'limits' | 'none' = 'none') {
  const template = limits === 'limits' ? await t.given.rangeTemplate({ delay_seconds: 0 } as never) : null
  const terminal = await t.given.terminal()
  const tank = await t.given.tank({
    firm_id,
    status: 'active',
    iot_ids: [terminal.id],
    range_template_id: template?.id ?? null,
  })
  return { ...tank, terminal }
}

describe('a Home Assistant that connects', () => {
  test('finds each tank of its firm and of the firms below it as a device with its newest values, and no other', async () => {
    const [above, foreign] = [await t.given.firm(), await t.given.firm()]
    const below = await t.given.firm({ parent_id: above.id })
    const [own, lower, other] = [await tankOf(above.id), await tankOf(below.id), await tankOf(foreign.id)]
    expect(await t.send(own.terminal, { tank_temperature: 18.4, ph: 7.9 })).toBe(201)
    const home = await homeAssistant(await integration(above.id))
    await vi.waitFor(() =>
      expect(home.state(own.id)).toMatchObject({ tank_temperature: 18.4, ph: 7.9, problem: 'OFF' }),
    )
    expect(home.config(own.id)).toMatchObject({
      device: { name: `${own.code} · ${own.name}`, configuration_url: `https://dalyan.example/tanks/${own.id}` },
      components: { ph: { platform: 'sensor', name: 'pH', device_class: 'ph' }, salinity: { platform: 'sensor' } },
    })
    expect([home.kept.has(configTopic(own.id)), home.kept.has(stateTopic(own.id))]).toEqual([true, false])
    await vi.waitFor(() => expect(home.state(lower.id)).toMatchObject({ connectivity: 'OFF' }))
    await home.client.subscribeAsync(['#', stateTopic(other.id)])
    await t.app.showTanks()
    await vi.waitFor(() => expect(home.counts.get(configTopic(own.id))).toBeGreaterThan(1))
    expect([home.seen.has(configTopic(other.id)), home.seen.has(stateTopic(other.id))]).toEqual([false, false])
    await home.end()
  })

  test('finds the tanks of every firm where the integration names none, in the language in which it was made', async () => {
    const tank = await tankOf(t.ownFirm.id)
    await t.send(tank.terminal, { tank_temperature: 18.4 })
    const reply = await t.app.server.inject({
      method: 'POST',
      url: integrationsApi.create.path,
      headers: { authorization: `Bearer ${t.as.admin.token}`, 'accept-language': 'en' },
      payload: { kind: 'home_assistant', name: 'Home', firm_id: null },
    })
    const home = await homeAssistant(reply.json<Account>())
    await vi.waitFor(() =>
      expect(home.config(tank.id)).toMatchObject({ components: { tank_temperature: { name: 'Tank temperature' } } }),
    )
    await home.end()
  })

  test('by MQTT 5 finds the same', async () => {
    const firm = await t.given.firm()
    const tank = await tankOf(firm.id)
    const home = await homeAssistant(await integration(firm.id), { protocolVersion: 5 })
    await vi.waitFor(() => expect(home.state(tank.id)).toMatchObject({ connectivity: 'OFF' }))
    await home.end()
  })
})

describe('a connected Home Assistant sees', () => {
  test('a new reading, an alarm and a metric that the tank did not have', async () => {
    const firm = await t.given.firm()
    const tank = await tankOf(firm.id, 'limits')
    await t.send(tank.terminal, { ph: 7.5 })
    const home = await homeAssistant(await integration(firm.id))
    await vi.waitFor(() => expect(home.state(tank.id)).toMatchObject({ ph: 7.5, problem: 'OFF' }))
    t.clock.advance(2_000)
    await t.send(tank.terminal, { ph: 9.5, orp: 300 })
    await t.app.showTanks()
    await vi.waitFor(() => expect(home.state(tank.id)).toMatchObject({ ph: 9.5, orp: 300, problem: 'ON' }))
    expect(home.config(tank.id)).toMatchObject({ components: { orp: { unit_of_measurement: 'mV' } } })
    await home.end()
  })

  test('a state only when it changed, and once a minute', async () => {
    const firm = await t.given.firm()
    const tank = await tankOf(firm.id)
    const home = await homeAssistant(await integration(firm.id))
    await vi.waitFor(() => expect(home.counts.get(stateTopic(tank.id))).toBe(1))
    await t.app.showTanks()
    await t.app.showTanks()
    t.clock.advance(60_000)
    await t.app.showTanks()
    await vi.waitFor(() => expect(home.counts.get(stateTopic(tank.id))).toBe(2))
    expect(home.counts.get(configTopic(tank.id))).toBe(1)
    await home.end()
  })

  test('no more stale value, and the tank unconnected once it is silent', async () => {
    const firm = await t.given.firm()
    const tank = await tankOf(firm.id)
    await t.send(tank.terminal, { ph: 7.5 })
    const home = await homeAssistant(await integration(firm.id))
    await vi.waitFor(() => expect(home.state(tank.id)).toMatchObject({ ph: 7.5, connectivity: 'ON' }))
    t.clock.advance(16 * 60_000)
    await t.app.showTanks()
    await vi.waitFor(() => expect(home.state(tank.id)).toMatchObject({ connectivity: 'OFF', state: 'silent' }))
    expect(home.state(tank.id)).not.toHaveProperty('ph')
    await home.end()
  })

  test('no more tank that is deleted or moves to another firm; a deleted one also when it connects later', async () => {
    const [firm, foreign] = [await t.given.firm(), await t.given.firm()]
    const [leaving, deleted] = [await tankOf(firm.id), await tankOf(firm.id)]
    const account = await integration(firm.id)
    const home = await homeAssistant(account)
    await vi.waitFor(() => expect([home.config(leaving.id), home.config(deleted.id)]).not.toContain(null))
    await t.as.admin.put(tanksApi.update, { params: { id: leaving.id }, body: { firm_id: foreign.id } })
    expect((await t.as.admin.delete(tanksApi.remove, { params: { id: deleted.id } })).status).toBe(204)
    await t.app.showTanks()
    await vi.waitFor(() => expect(home.seen.get(configTopic(leaving.id))).toBe(''))
    await vi.waitFor(() => expect(home.seen.get(configTopic(deleted.id))).toBe(''))
    await home.end()
    const later = await homeAssistant(account)
    await vi.waitFor(() => expect(later.seen.get(configTopic(deleted.id))).toBe(''))
    expect(later.seen.has(configTopic(leaving.id))).toBe(false)
    await later.end()
  })

  test('its connection end when its integration is removed', async () => {
    const account = await integration()
    const home = await homeAssistant(account)
    const closed = new Promise<void>((resolve) => home.client.once('close', () => resolve()))
    await t.as.admin.delete(integrationsApi.remove, { params: { id: account.id } })
    await t.app.showTanks()
    await closed
    expect(await connack(account)).toBe(4)
  })
})

describe('the account of a Home Assistant', () => {
  test('needs its own secret and name, and is none of a LoRaWAN network server', async () => {
    const [own, other] = [await integration(), await integration()]
    const lorawan = await integration(null, 'chirpstack')
    expect(await connack(own)).toBe(0)
    expect(await connack({ ...own, secret: 'x'.repeat(43) })).toBe(4)
    expect(await connack({ ...own, secret: '' })).toBe(4)
    expect(await connack({ ...own, secret: other.secret })).toBe(4)
    expect(await connack(lorawan)).toBe(4)
    const uplink = await t.app.server.inject({
      method: 'POST',
      url: '/api/iot/lorawan',
      headers: { authorization: `Bearer ${own.secret}` },
      payload: { deviceInfo: { devEui: '0101010101010101' } },
    })
    expect(uplink.statusCode).toBe(401)
  })

  test('stores nothing: what it publishes is acknowledged and dropped, also to the topic of a terminal', async () => {
    const terminal = await t.given.terminal()
    const will = { topic: 'homeassistant/status', payload: Buffer.from('offline'), qos: 0 as const, retain: false }
    const home = await connect(await integration(), { will })
    await home.publishAsync('homeassistant/status', 'online', { qos: 1 })
    await home.publishAsync(`dalyan/v1/${terminal.code}/measurements`, '{"ph": 7}', { qos: 1 })
    await home.endAsync()
    const { body } = await t.as.admin.get(terminalsApi.get, { params: { id: terminal.id } })
    expect(body).toMatchObject({ values: {}, last_seen_at: null })
    const { rows } = await t.database.query(`select from terminals where code like 'ha%'`)
    expect(rows).toHaveLength(0)
  })

  test('may subscribe to the topics of three hundred tanks', async () => {
    const home = await connect(await integration())
    const granted = await home.subscribeAsync(Array.from({ length: 300 }, (_, n) => stateTopic(n)))
    expect(new Set(granted.map(({ qos }) => qos))).toEqual(new Set([0]))
    await home.endAsync()
  })

  test('may have a hundred subscriptions with wildcards, because each is compared with every message', async () => {
    const home = await connect(await integration(), { protocolVersion: 5 })
    await home.subscribeAsync(Array.from({ length: 100 }, (_, n) => `tasmota/${n}/+`))
    await expect(home.subscribeAsync('esphome/+')).rejects.toThrow('Quota exceeded')
    await home.subscribeAsync([stateTopic(1), 'tasmota/7/+'])
    await home.endAsync()
  })

  test('has three connections at most, and one of each client id', async () => {
    const account = await integration()
    const ends: number[] = []
    const open = async (n: number, clientId: string) => {
      const client = await connect(account, { clientId })
      client.once('close', () => ends.push(n))
      return client
    }
    const clients = [await open(1, 'a'), await open(2, 'b'), await open(3, 'b'), await open(4, 'c')]
    await vi.waitFor(() => expect(ends).toEqual([2]))
    clients.push(await open(5, 'd'))
    await vi.waitFor(() => expect(ends).toEqual([2, 1]))
    await Promise.all(clients.map((client) => client.endAsync(true)))
  })

  test('appears with its last connection in the list of integrations', async () => {
    const account = await integration()
    await (await connect(account)).endAsync()
    await vi.waitFor(async () => {
      const { body } = await t.as.admin.get(integrationsApi.list, { query: { per_page: 200 } })
      expect(body.data.find(({ id }) => id === account.id)?.last_success_at).not.toBeNull()
    })
  })
})
