import { cpus } from 'node:os'
import type { Page } from '@playwright/test'
import { authApi } from '@dalyan/contracts/auth'
import { METRICS } from '@dalyan/contracts/metrics'
import { usersApi } from '@dalyan/contracts/users'
import { connectAsync } from 'mqtt'
import { io, type Socket } from 'socket.io-client'
import { launchBrowser } from '../e2e/browser.ts'
import { signIn, watchedTank, type ProductUser } from '../e2e/users.ts'
import { startBenchServer } from './bench-server.ts'
import { readOptions } from './read-options.ts'
import { LOGIN, percentile, saveReport } from './reports.ts'

const HELP = `How long a reading takes from the device to the visible page, and how soon nine charts are painted.

  npm run bench:live                   200 sockets of browsers, 100 readings
  npm run bench:live -- --sockets 20   fewer sockets
  npm run bench:live -- --save         writes benchmarks/results/live.md as well
`

const options = readOptions(HELP, { sockets: 200, readings: 100 })
const { sockets: SOCKETS, readings: READINGS } = options
const SOCKETS_A_USER = 10
const BETWEEN_MS = 400
const CHARTS_PAINTED = 5

const say = (text: string) => process.stdout.write(`${text}\n`)
const shares = (times: number[]) => [0.5, 0.95].map((share) => percentile(times, share).toFixed(0)).join(' | ')

const server = await startBenchServer({ ADMIN_EMAIL: LOGIN.email, ADMIN_PASSWORD: LOGIN.password })
const browser = await launchBrowser()
const sockets: Socket[] = []
try {
  const base = `http://localhost:${server.httpPort}`
  const product = { page: base }
  const admin = await signIn(product, LOGIN)
  const tank = await watchedTank(admin, 'BENCH-1')

  say(`${SOCKETS} sockets sign in and listen to the tank …`)
  const document = await (await fetch(`${base}/home`, { headers: { accept: 'text/html' } })).text()
  const socketPort = /dalyan-socket-port" content="(\d+)"/.exec(document)?.[1]
  for (let first = 0; first < SOCKETS; first += SOCKETS_A_USER) {
    const token = await operatorToken(admin, first)
    const count = Math.min(SOCKETS_A_USER, SOCKETS - first)
    sockets.push(
      ...(await Promise.all(
        Array.from({ length: count }, () => listen(`http://localhost:${socketPort}`, token, `tank.${tank.id}`)),
      )),
    )
  }

  const device = await connectAsync(`mqtt://127.0.0.1:${server.mqttPort}`, {
    username: tank.terminal.code,
    password: tank.terminal.key,
  })
  const send = (reading: object) =>
    device.publishAsync(`dalyan/v1/${tank.terminal.code}/measurements`, JSON.stringify(reading), { qos: 1 })
  await seedDay(send)

  const page = await browser.newPage({ locale: 'tr-TR', viewport: { width: 1440, height: 900 } })
  await page.addInitScript((token) => {
    sessionStorage.setItem('token', token)
    localStorage.setItem('session', '1')
  }, admin.token)
  const seen = await fromDeviceToEye(page, `${base}/tanks/${tank.id}`, send)
  const painted = await chartsPainted(page, `${base}/tanks/${tank.id}?tab=charts`)
  await device.endAsync()

  const report = `# Live

${cpus().length} cores, browser and load on the same machine, ${SOCKETS} sockets of other browsers listening to the same tank.

| what | p50 ms | p95 ms | goal ms |
| --- | ---: | ---: | ---: |
| MQTT publish → text in the tile (${READINGS} readings, one at a time) | ${shares(seen)} | 1,000 |
| nine charts painted after their data came (${CHARTS_PAINTED} loads) | ${shares(painted)} | 1,500 |
`
  say(`\n${report}`)
  if (options.save) await saveReport('live', report)
} finally {
  for (const socket of sockets) socket.close()
  await browser.close()
  await server.stop()
}

/** Creates a user with read permission; several are needed because a user may have ten sockets. */
async function operatorToken(by: ProductUser, index: number): Promise<string> {
  const email = `bench-${index}@dalyan.test`
  const password = `geçici parola ${index} x`
  await by.call(usersApi.create, {
    name: `Bench ${index}`,
    email,
    password,
    password_confirmation: password,
    roles: ['admin'],
  })
  const session = await signIn({ page: `http://localhost:${server.httpPort}` }, { email, password })
  const lasting = `kalıcı parola ${index} y`
  const body = { current_password: password, password: lasting, password_confirmation: lasting }
  return (await session.call(authApi.changePassword, body)).token
}

function listen(address: string, token: string, channel: string): Promise<Socket> {
  const socket = io(address, { auth: { token }, transports: ['websocket'], forceNew: true })
  return new Promise((resolve, reject) => {
    socket.on('connect_error', reject)
    socket.on('connect', () => socket.emit('subscribe', { channel }, () => resolve(socket)))
  })
}

/** A reading of all metrics each minute of the last day. */
async function seedDay(send: (readings: object) => Promise<unknown>): Promise<void> {
  const minutes = Array.from({ length: 24 * 60 }, (_, n) => ({
    measured_at: Date.now() - (24 * 60 - n) * 60_000,
    ...Object.fromEntries(
      METRICS.map(({ key, min, max }) => [key, (min + max) / 2 + Math.sin(n / 40) * (max - min) * 0.05]),
    ),
  }))
  // A message has at most 256 KiB.
  for (let from = 0; from < minutes.length; from += 360) await send(minutes.slice(from, from + 360))
}

/** Milliseconds from the publish to the changed text, reading by reading. */
async function fromDeviceToEye(
  page: Page,
  address: string,
  send: (reading: object) => Promise<unknown>,
): Promise<number[]> {
  await page.goto(address)
  await page.locator('[data-live="live"]').first().waitFor()
  const times: number[] = []
  for (let n = 0; n < READINGS; n += 1) {
    const value = (7.5 + (n % 80) / 100).toFixed(2)
    const text = value.replace('.', ',')
    const start = performance.now()
    const shown = page.locator('[data-metric="ph"]', { hasText: text }).waitFor({ timeout: 10_000 })
    await Promise.all([send({ ph: Number(value) }), shown])
    times.push(performance.now() - start)
    await new Promise((resolve) => setTimeout(resolve, BETWEEN_MS))
  }
  return times
}

/** Milliseconds from the end of the series' answer until nine charts stand and the browser has painted. */
async function chartsPainted(page: Page, address: string): Promise<number[]> {
  const times: number[] = []
  for (let n = 0; n < CHARTS_PAINTED; n += 1) {
    await page.goto(address)
    times.push(
      await page.evaluate(
        () =>
          new Promise<number>((resolve) => {
            const look = () => {
              const answer = performance.getEntriesByType('resource').find(({ name }) => name.includes('/series'))
              if (answer && document.querySelectorAll('[data-chart] canvas').length >= 9) {
                requestAnimationFrame(() =>
                  resolve(performance.now() - (answer as PerformanceResourceTiming).responseEnd),
                )
              } else requestAnimationFrame(look)
            }
            look()
          }),
      ),
    )
  }
  return times
}
