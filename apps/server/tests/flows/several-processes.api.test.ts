import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { alarmsApi } from '@dalyan/contracts/alarms'
import { authApi } from '@dalyan/contracts/auth'
import { dashboardApi } from '@dalyan/contracts/dashboard'
import { diagnosisApi } from '@dalyan/contracts/diagnosis'
import { deviceApi, measurementsTopic } from '@dalyan/contracts/device-messages'
import type { LiveEnvelope } from '@dalyan/contracts/live-messages'
import { tanksApi } from '@dalyan/contracts/tanks'
import { terminalTrafficApi } from '@dalyan/contracts/terminal-traffic'
import { terminalsApi } from '@dalyan/contracts/terminals'
import { connectAsync } from 'mqtt'
import { io, type Socket } from 'socket.io-client'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { createApp, type App } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'
import { createLogger } from '../../src/core/log.ts'
import type { Ports } from '../../src/parts.ts'
import { SECRETS_KEY, startTestApp, type TestApp } from '../test-app.ts'

/** In milliseconds; long, because a busy machine may be slow. */
const PATIENCE = 20_000
// Its value is not used: the apps get the database of the test.
const DATABASE_URL = 'postgres://localhost/unused'

/** The first web process; a second one, an ingest process and two that do the jobs beside it. */
let web: TestApp
const others = new Map<string, { app: App; ports: Ports }>()
let ports: Ports
const open: Socket[] = []
/** Waits for calls of HEARTBEAT_URL. */
let heartbeats = 0
const heartbeatService = createServer((_request, answer) => {
  heartbeats += 1
  answer.end()
})

async function startProcess(name: string, ROLES: string, more: NodeJS.ProcessEnv = {}): Promise<App> {
  const settings = {
    ROLES,
    DATABASE_URL,
    PORT: '0',
    SOCKET_PORT: '0',
    MQTT_PORT: '0',
    SECRETS_KEY,
    API_RATE: '0',
    ...more,
  }
  const { clock, database } = web
  const app = await createApp({
    config: readConfig(settings, []),
    database,
    log: createLogger('silent'),
    clock,
    anonymousPerMinute: 1_000_000,
  })
  others.set(name, { app, ports: await app.listen() })
  return app
}

function processOf(name: string) {
  const found = others.get(name)
  if (!found) throw new Error(`no process ${name}`)
  return found
}

beforeAll(async () => {
  web = await startTestApp({ ROLES: 'web', DATABASE_URL })
  ports = await web.app.listen()
  await startProcess('second web', 'web')
  await startProcess('ingest', 'ingest')
  await new Promise<void>((resolve) => heartbeatService.listen(0, '127.0.0.1', resolve))
  const HEARTBEAT_URL = `http://127.0.0.1:${(heartbeatService.address() as AddressInfo).port}`
  await startProcess('first jobs', 'jobs', { HEARTBEAT_URL })
  await startProcess('second jobs', 'jobs', { HEARTBEAT_URL })
}, 60_000)
afterAll(async () => {
  for (const { app } of others.values()) await app.close()
  await web.close()
  heartbeatService.close()
})
afterEach(() => {
  for (const socket of open.splice(0)) socket.disconnect()
})

async function browserAt(port: number, token: string): Promise<Socket> {
  const socket = io(`http://127.0.0.1:${port}`, { auth: { token }, transports: ['websocket'], reconnection: false })
  open.push(socket)
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve)
    socket.once('connect_error', reject)
  })
  return socket
}

/** Tries again, as devices do, until the ingest process has learnt of a new terminal. */
const deviceAt = (port: number, { code, key }: { code: string; key: string }) =>
  vi.waitFor(
    () => connectAsync(`mqtt://127.0.0.1:${port}`, { username: code, password: key, reconnectPeriod: 0 }, false),
    { timeout: PATIENCE, interval: 200 },
  )

async function activeTank() {
  const template = await web.given.rangeTemplate({
    delay_seconds: 0,
    ranges: { tank_temperature: { min: 16, max: 22 } },
  })
  const terminal = await web.given.terminal()
  const tank = await web.given.tank({
    status: 'active',
    iot_ids: [terminal.id],
    range_template_id: template.id,
    firm_id: web.ownFirm.id,
  })
  return { terminal, tank }
}

describe('changes and live messages', () => {
  test('a reading that the ingest process takes appears with its alarm at a browser of the web process, once', async () => {
    const { terminal, tank } = await activeTank()
    const browser = await browserAt(ports.socket, web.as.customer.token)
    const measurements: LiveEnvelope<'measurement'>[] = []
    const alarms: LiveEnvelope<'alarm'>[] = []
    browser.on('measurement', (message) => measurements.push(message))
    browser.on('alarm', (message) => alarms.push(message))
    await browser.timeout(PATIENCE).emitWithAck('subscribe', { channel: `tank.${tank.id}` })

    const device = await deviceAt(processOf('ingest').ports.mqtt, terminal)
    let sent = 0
    const publish = () => {
      web.clock.advance(1_000)
      sent += 1
      return device.publishAsync(measurementsTopic(terminal.code), '{"tank_temperature": 25.5}', { qos: 1 })
    }
    // Readings from before the ingest process learnt of the browser are not sent to it.
    await vi.waitFor(
      async () => {
        await publish()
        expect(measurements.length).toBeGreaterThan(0)
      },
      { timeout: PATIENCE, interval: 300 },
    )
    // On a busy machine one message carries several readings.
    expect(measurements[0]?.channel).toBe(`tank.${tank.id}`)
    expect(measurements[0]?.data[0]).toMatchObject({ tank_temperature: 25.5 })
    await publish()
    await vi.waitFor(() => {
      const times = measurements.flatMap(({ data }) => data.map(({ measured_at }) => measured_at))
      expect(times).toHaveLength(new Set(times).size)
      expect(alarms.at(-1)).toMatchObject({ data: { kind: 'high', state: 'active_unack' } })
    }, PATIENCE)
    const { body } = await web.as.customer.get(tanksApi.get, { params: { id: tank.id } })
    expect(body).toMatchObject({ last_measurement: { tank_temperature: { value: 25.5 } } })
    expect(sent).toBeGreaterThan(1)
    await device.endAsync()
  })

  test('a terminal that is banned at the web process is cut off by the ingest process', async () => {
    const { terminal } = await activeTank()
    const device = await deviceAt(processOf('ingest').ports.mqtt, terminal)
    const closed = new Promise<void>((resolve) => device.once('close', () => resolve()))
    const { id } = terminal
    await web.as.admin.put(terminalsApi.update, { params: { id }, body: { status: 'banned' } })
    await closed
  })

  test('the web process shows what the ingest process remembers of a terminal', async () => {
    const { terminal } = await activeTank()
    const params = { id: terminal.id }
    const received = () => web.as.admin.get(diagnosisApi.listen, { params })
    await received()
    const device = await deviceAt(processOf('ingest').ports.mqtt, terminal)
    await device.publishAsync(measurementsTopic(terminal.code), '{"ph": 7.5, "odd_name": 3}', { qos: 1 })
    expect((await received()).body.messages.map(({ kind, text }) => [kind, text])).toEqual([
      ['stored', '{"ph": 7.5, "odd_name": 3}'],
      ['connected', '127.0.0.1'],
    ])
    const traffic = await web.as.admin.get(terminalTrafficApi.get, { params, query: { days: 1 } })
    expect(traffic.body.last_message).toMatchObject({ transport: 'mqtt', text: '{"ph": 7.5, "odd_name": 3}' })
    // Saved by the ingest process within five seconds, and read by the web process after two more.
    await vi.waitFor(
      async () => {
        web.clock.advance(2_000)
        const { body } = await web.as.admin.get(diagnosisApi.get, { params })
        expect(body.unknown_names).toEqual([{ name: 'odd_name', sample: 3 }])
      },
      { timeout: PATIENCE, interval: 500 },
    )
    // Each process says its figures every four seconds.
    await vi.waitFor(
      async () => {
        const { body } = await web.as.admin.get(dashboardApi.systemMetrics)
        expect(body.mqtt_clients).toBeGreaterThan(0)
        expect(body.ingest.stored).toBeGreaterThan(0)
      },
      { timeout: PATIENCE, interval: 500 },
    )
    await device.endAsync()
  })

  test('a session that ends at one web process closes the sockets of the other', async () => {
    const user = await web.someone({ role: 'customer', firm_id: web.ownFirm.id })
    const browser = await browserAt(processOf('second web').ports.socket, user.token)
    const closed = new Promise<void>((resolve) => browser.once('disconnect', () => resolve()))
    await user.post(authApi.logout)
    await closed
  })

  test('what happens before a process is reached again is read anew when it is', async () => {
    const user = await web.someone({ role: 'customer', firm_id: web.ownFirm.id })
    const browser = await browserAt(processOf('second web').ports.socket, user.token)
    const closed = new Promise<void>((resolve) => browser.once('disconnect', () => resolve()))
    await web.database.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name like '%processes' and datname = current_database()`,
    )
    await user.post(authApi.logout)
    await closed
  })
})

describe('one process of several', () => {
  test('one of two does the jobs, and the other takes them over when it stops', async () => {
    const [first, second] = [processOf('first jobs').app, processOf('second jobs').app]
    await vi.waitFor(() => expect([first.isLeading(), second.isLeading()].toSorted()).toEqual([false, true]), PATIENCE)
    const [name, other] = first.isLeading() ? ['first jobs', second] : ['second jobs', first]
    await processOf(name).app.close()
    others.delete(name)
    await vi.waitFor(() => expect(other.isLeading()).toBe(true), PATIENCE)
  })

  test('every process says that it is ready, and shows its figures on its own machine', async () => {
    for (const { ports: at } of [{ ports }, ...others.values()]) {
      const answers = ['/healthz', '/readyz', '/metrics'].map((path) => fetch(`http://127.0.0.1:${at.http}${path}`))
      expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200, 200])
    }
  })

  test('no terminal is silent, and no heartbeat is sent, while the ingest process cannot store readings', async () => {
    const { terminal, tank } = await activeTank()
    const offline_after_seconds = 30
    await web.as.admin.put(terminalsApi.update, { params: { id: terminal.id }, body: { offline_after_seconds } })
    const send = async () => {
      const { status } = await fetch(
        `http://127.0.0.1:${processOf('ingest').ports.http}${deviceApi.measurements.path}`,
        {
          method: 'POST',
          headers: { 'content-type': 'application/json', authorization: `Bearer ${terminal.code}:${terminal.key}` },
          body: '{"tank_temperature": 20}',
        },
      )
      return status
    }
    await vi.waitFor(async () => expect(await send()).toBe(201), { timeout: PATIENCE, interval: 200 })
    await vi.waitFor(() => expect(heartbeats).toBeGreaterThan(0), PATIENCE)

    // Like a full disk: new readings are refused, and existing rows can be changed.
    await web.database.query(
      `create function refuse_readings() returns trigger language plpgsql
       as $$ begin raise 'no space left' using errcode = 'disk_full'; end $$`,
    )
    await web.database.query(
      'create trigger full_disk before insert on measurements for each row execute function refuse_readings()',
    )
    expect(await send()).toBe(503)
    // Until the process that does the jobs knows it.
    await sleep(1_000)
    const before = heartbeats
    // In steps, because a long time between two beats of the clock of alarms would be a pause for another reason.
    for (let passed = 0; passed < 70; passed += 2) {
      web.clock.advance(2_000)
      await sleep(500)
    }
    expect(await send()).toBe(503)
    expect(heartbeats).toBe(before)
    await web.database.query('drop trigger full_disk on measurements')
    await web.database.query('drop function refuse_readings')
    await vi.waitFor(async () => expect(await send()).toBe(201), { timeout: PATIENCE, interval: 200 })

    await vi.waitFor(() => expect(heartbeats).toBeGreaterThan(before), PATIENCE)
    const { body } = await web.as.admin.get(alarmsApi.list, { query: { tank_id: tank.id } })
    expect(body.data).toEqual([])
  })

  test('an address that another process serves is refused with a text that says so', async () => {
    const ask = async (name: string, path: string, method = 'GET') => {
      const { http } = name === 'web' ? ports : processOf(name).ports
      const answer = await fetch(`http://127.0.0.1:${http}${path}`, { method, headers: { 'accept-language': 'en' } })
      return { status: answer.status, ...((await answer.json()) as { code: string }) }
    }
    expect(await ask('ingest', '/login')).toMatchObject({ status: 404, code: 'served_elsewhere' })
    expect(await ask('ingest', '/api/me')).toMatchObject({ status: 404, code: 'served_elsewhere' })
    // A terminal sends again what was answered with 503.
    const devices = deviceApi.measurements.path
    expect(await ask('web', devices, 'POST')).toMatchObject({ status: 503, code: 'served_elsewhere' })
    expect(await ask('second web', '/api/nothing')).toMatchObject({ status: 404, code: 'not_found' })
    expect(await ask('ingest', devices, 'POST')).toMatchObject({ status: 401, code: 'unknown_device' })
  })
})
