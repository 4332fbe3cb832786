import { mkdtemp, chmod, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, Page } from '@playwright/test'
import { alarmsApi } from '@dalyan/contracts/alarms'
import { measurementsTopic, receiptsTopic } from '@dalyan/contracts/device-messages'
import { measurementsApi } from '@dalyan/contracts/measurements'
import { notificationsApi } from '@dalyan/contracts/notifications'
import { connectAsync, type MqttClient } from 'mqtt'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startEmbeddedCluster } from '../apps/server/src/core/database/embedded-cluster.ts'
import { startReplica, type Replica } from '../apps/server/tests/replica.ts'
import { mailText } from '../apps/server/tests/mail-text.ts'
import { launchBrowser } from './browser.ts'
import { MEMBERS, startCluster, type Cluster } from './cluster.ts'
import { startMosquitto, type Mosquitto } from './mosquitto-broker.ts'
import { missingReadings, newDevices, readingName, type Device } from './devices.ts'
import { openReceivers, type Receivers } from './receivers.ts'
import { signInByPage } from './sign-in-by-page.ts'
import { signIn, watchedTank, type ProductUser, type WatchedTank } from './users.ts'

// Two processes of each role behind HAProxy, Mosquitto as a broker beside their own MQTT port, and a replica of PostgreSQL for lists and charts:
// `npm run test:cluster`. Not a part of `npm test`, because not every machine has these programs.

const TERMINALS = Number(process.env['CLUSTER_TERMINALS'] ?? 2_000)
const REPORTS_EVERY_MS = 4_000
/** Live values have to be back within this time after a process is killed. */
const BACK_WITHIN_MS = 10_000
const LIVE_EVERY_MS = 500
/** A terminal that gets no receipt for a reading sends it again after this time. */
const RECEIPT_WITHIN_MS = 5_000
/** What a service manager waits before it starts the broker again. */
const BROKER_AWAY_MS = 3_000
const VICTIMS = [...MEMBERS, 'broker', 'replica'] as const

let folder: string
let database: Awaited<ReturnType<typeof startEmbeddedCluster>>
let replica: Replica
let receivers: Receivers
let broker: Mosquitto
let cluster: Cluster
let browser: Browser
let admin: ProductUser
/** One for each process that is killed; none for the replica, because ten alarms at once would be one message. */
const tanks: WatchedTank[] = []
const terminals: LoadedTerminal[] = []
const acknowledged = new Set<string>()
let isReplicaRunning = true
/** Terminals that ended with a reading that was never acknowledged. */
let stillOpen = 0

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dalyan-cluster-'))
  // Run as root, PostgreSQL belongs to another account, which has to reach its folder.
  await chmod(folder, 0o755)
  // Six processes with up to twenty connections each.
  database = await startEmbeddedCluster({ directory: join(folder, 'postgres'), settings: { max_connections: '150' } })
  replica = await startReplica(database.ownerUrl)
  receivers = await openReceivers()
  broker = await startMosquitto()
  ;[cluster, browser] = await Promise.all([
    startCluster({
      DATABASE_URL: database.ownerUrl,
      DATABASE_READ_URL: onReplica(database.ownerUrl),
      MQTT_URL: broker.url,
      ...receivers.settings,
    }),
    launchBrowser(),
  ])
  const { front } = cluster
  admin = await signIn(front)
  await admin.call(notificationsApi.setPreferences, { all_firms: true })
  for (const victim of [...MEMBERS, 'broker']) tanks.push(await watchedTank(admin, `TNK-${victim.toUpperCase()}`))
  const devices = await newDevices(front, TERMINALS, 'CLUSTER')
  for (let from = 0; from < devices.length; from += 100) {
    const some = devices.slice(from, from + 100)
    terminals.push(
      ...(await Promise.all(
        some.map((one, n) =>
          n % 2 === 0 ? connectTerminal(one, REPORTS_EVERY_MS) : connectByBroker(one, REPORTS_EVERY_MS),
        ),
      )),
    )
  }
}, 600_000)

afterAll(async () => {
  await Promise.all(terminals.map((terminal) => terminal.end()))
  await browser?.close()
  await cluster?.stop()
  await broker?.discard()
  await receivers?.close()
  if (isReplicaRunning) await replica?.stop()
  await database?.stop()
  if (folder) await rm(folder, { recursive: true, force: true })
}, 120_000)

interface LoadedTerminal {
  /** Reports these values from now on. */
  set(values: Record<string, number>): void
  /** Ends when everything that was sent is acknowledged. */
  end(): Promise<void>
}

const IN_RANGE = { ph: 7.9, tank_temperature: 18 }

/** A terminal that reports again and again to Dalyan's own port, and connects anew when its connection breaks, as the clients of devices do. */
async function connectTerminal({ code, key }: Device, everyMs: number): Promise<LoadedTerminal> {
  const client = await openClient(`mqtt://127.0.0.1:${cluster.front.mqttPort}`, code, key)
  const open = new Set<Promise<unknown>>()
  return reportAgainAndAgain(client, everyMs, {
    report(measured_at, values) {
      const sent = client
        .publishAsync(measurementsTopic(code), JSON.stringify({ measured_at, ...values }), { qos: 1 })
        .then(() => acknowledged.add(readingName(code, measured_at)))
        .catch(() => undefined)
        .finally(() => open.delete(sent))
      open.add(sent)
    },
    isOpen: () => open.size > 0,
  })
}

/** The same through the broker: a reading counts as acknowledged when its receipt comes, and is sent again until then. */
async function connectByBroker({ code, key }: Device, everyMs: number): Promise<LoadedTerminal> {
  const client = await openClient(broker.url, code, key)
  const open = new Map<number, NodeJS.Timeout>()
  client.on('message', (_topic, payload) => {
    const { measured_at } = JSON.parse(payload.toString()) as { measured_at: string[] }
    for (const at of measured_at.map((text) => Date.parse(text))) {
      acknowledged.add(readingName(code, at))
      clearInterval(open.get(at))
      open.delete(at)
    }
  })
  await client.subscribeAsync(receiptsTopic(code))
  return reportAgainAndAgain(client, everyMs, {
    report(measured_at, values) {
      const send = () =>
        void client.publish(measurementsTopic(code), JSON.stringify({ measured_at, ...values }), { qos: 1 })
      send()
      open.set(measured_at, setInterval(send, RECEIPT_WITHIN_MS))
    },
    isOpen: () => open.size > 0,
  })
}

async function openClient(url: string, username: string, password: string): Promise<MqttClient> {
  const client = await connectAsync(url, { username, password, reconnectPeriod: 1_000 })
  client.on('error', () => undefined)
  return client
}

interface Reporter {
  report(measuredAt: number, values: Record<string, number>): void
  /** Whether something that was sent is not acknowledged. */
  isOpen(): boolean
}

function reportAgainAndAgain(client: MqttClient, everyMs: number, { report, isOpen }: Reporter): LoadedTerminal {
  let values: Record<string, number> = IN_RANGE
  const next = () => report(Date.now(), values)
  // Not all in the same instant.
  const first = setTimeout(next, Math.random() * everyMs)
  const timer = setInterval(next, everyMs)
  return {
    set: (given) => void (values = given),
    async end() {
      clearTimeout(first)
      clearInterval(timer)
      for (let waited = 0; isOpen() && waited < 30_000; waited += 100) await sleep(100)
      stillOpen += Number(isOpen())
      await client.endAsync(true)
    },
  }
}

/** Notes each change of a tank's pH on its page. @returns the longest time without one, since the call before */
async function watchLiveValues(page: Page, tank: WatchedTank): Promise<() => Promise<number>> {
  await page.goto(`${cluster.front.page}/tanks/${tank.id}`)
  await page.waitForSelector('[data-metric="ph"]')
  await page.evaluate(() => {
    const state = { longest: 0, last: performance.now(), text: '' }
    Object.assign(globalThis, { liveState: state })
    setInterval(() => {
      // The value alone: its age changes every second in any case.
      const text = /\d,\d+/.exec(document.querySelector('[data-metric="ph"]')?.textContent ?? '')?.[0] ?? ''
      const now = performance.now()
      state.longest = Math.max(state.longest, now - state.last)
      if (text !== state.text) Object.assign(state, { text, last: now })
    }, 50)
  })
  return () =>
    page.evaluate(() => {
      const { liveState } = globalThis as unknown as { liveState: { longest: number } }
      const { longest } = liveState
      liveState.longest = 0
      return longest
    })
}

const say = (line: string) => void process.stdout.write(`${line}\n`)
const codesOf = (source: string) => tanks.filter(({ code }) => mailText(source).includes(code)).map(({ code }) => code)
const messageId = (source: string) => /^Message-ID: (.+)$/im.exec(source)?.[1]?.trim() ?? ''

/** A tank whose pH rises with each reading, and its page. */
async function openLiveTank(code: string, connect: typeof connectTerminal) {
  const tank = await watchedTank(admin, code)
  const terminal = await connect(tank.terminal, LIVE_EVERY_MS)
  let ph = 7.6
  const rising = setInterval(() => {
    ph = ph > 8.2 ? 7.6 : ph + 0.01
    terminal.set({ ph: Number(ph.toFixed(2)) })
  }, LIVE_EVERY_MS)
  const page = await (await browser.newContext({ locale: 'tr-TR' })).newPage()
  await signInByPage(page, cluster.front)
  const longestPause = await watchLiveValues(page, tank)
  terminals.push(terminal)
  return { longestPause, stop: () => clearInterval(rising) }
}

/** The same database and user on the replica. */
function onReplica(url: string): string {
  const { port } = new URL(replica.urlOf(url))
  return Object.assign(new URL(url), { port }).href
}

/** The connections on which lists and charts are read from the replica. */
async function readsOfReplica(): Promise<number> {
  const { rows } = (await replica.query(
    `select count(*)::int as sessions from pg_stat_activity where datname = 'dalyan' and query not like '%pg_stat_activity%'`,
  )) as { rows: { sessions: number }[] }
  return rows[0]?.sessions ?? 0
}

test('after kill -9 of each process and of the broker nothing acknowledged is lost, and every alarm and message came once', async () => {
  const lives = [await openLiveTank('TNK-OWN-PORT', connectTerminal), await openLiveTank('TNK-BEHIND', connectByBroker)]
  const reporting = await Promise.all(tanks.map(({ terminal }) => connectTerminal(terminal, 1_000)))
  terminals.push(...reporting)
  await sleep(BACK_WITHIN_MS)
  for (const { longestPause } of lives) await longestPause()
  for (const [index, victim] of VICTIMS.entries()) {
    const before = acknowledged.size
    // Out of range just before the kill, so that the alarm and its messages are in progress.
    reporting[index]?.set({ ...IN_RANGE, ph: 9.4 })
    await sleep(1_000)
    if (victim === 'broker') {
      await broker.kill()
      await sleep(BROKER_AWAY_MS)
      await broker.start()
    } else if (victim === 'replica') {
      // A connection to the replica that is not used is closed after ten seconds.
      await admin.call(measurementsApi.list)
      expect(await readsOfReplica()).toBeGreaterThan(0)
      // Last, and for good: from now on the primary answers.
      isReplicaRunning = false
      await replica.stop()
    } else await cluster.killAndRestart(victim)
    await sleep(BACK_WITHIN_MS)
    const pauses: number[] = []
    for (const { longestPause } of lives) pauses.push(await longestPause())
    const more = acknowledged.size - before
    const shown = pauses.map((ms) => (ms / 1000).toFixed(1)).join(' and ')
    say(`${victim}: live values paused for ${shown} s (own port, broker), ${more} readings acknowledged meanwhile`)
    expect.soft(Math.max(...pauses), `${victim}: pause of live values in ms`).toBeLessThan(BACK_WITHIN_MS)
    // Something was killed, or the pause was not measured.
    if (victim === 'broker') expect.soft(pauses[1]).toBeGreaterThan(BROKER_AWAY_MS)
    expect.soft(more, `${victim}: readings acknowledged`).toBeGreaterThan(TERMINALS)
  }
  for (const { stop } of lives) stop()

  await Promise.all(terminals.map((terminal) => terminal.end()))
  expect(stillOpen).toBe(0)
  expect(await missingReadings(database.ownerUrl, acknowledged)).toEqual([])
  say(`${acknowledged.size} readings acknowledged, none of them missing`)

  const { data } = await admin.call(alarmsApi.list, undefined)
  const raised = data.filter(({ kind }) => kind === 'high').map(({ tank }) => tank?.code)
  expect(raised.toSorted()).toEqual(tanks.map(({ code }) => code).toSorted())
  await expect
    .poll(() => new Set(receivers.smtp.mails.flatMap(({ source }) => codesOf(source))).size, { timeout: 60_000 })
    .toBe(tanks.length)
  const messages = new Map(receivers.smtp.mails.map(({ source }) => [messageId(source), codesOf(source)]))
  expect([...messages.values()].flat().toSorted()).toEqual(tanks.map(({ code }) => code).toSorted())
  // The same message may come twice only where a process was killed between sending it and writing that down.
  expect(receivers.smtp.mails.length - messages.size).toBeLessThanOrEqual(2)
}, 900_000)
