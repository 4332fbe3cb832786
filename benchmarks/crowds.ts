import { connect, type Socket } from 'node:net'
import { cpus } from 'node:os'
import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { measurementsTopic } from '@dalyan/contracts/device-messages'
import { tokenText } from '../apps/server/src/features/auth/session-token.ts'
import { hashOf } from '../apps/server/src/core/secrets/random-secret.ts'
import {
  CONNACK,
  connectFrame,
  DISCONNECT_FRAME,
  frameReader,
  publishFrame,
  topicBytes,
} from '../tools/terminal-simulator/src/mqtt-frames.ts'
import { plausibleReading } from '../tools/terminal-simulator/src/plausible-readings.ts'
import { startBenchServer } from './bench-server.ts'
import { readOptions } from './read-options.ts'
import { callOnce, LOGIN, percentile, saveReport, signIn } from './reports.ts'
import { addTerminals, integer, runLoad, withClient } from './terminal-load.ts'

const HELP = `How many browsers may look at once, and how soon all terminals are back when they connect at the same moment.

  npm run bench:crowds                    5,000 sockets on 200 tanks at 1,000 readings/s; then 10,000 terminals at once
  npm run bench:crowds -- --sockets 500   fewer sockets
  npm run bench:crowds -- --terminals 0   the sockets only
  npm run bench:crowds -- --save          writes benchmarks/results/crowds.md as well
`

const options = readOptions(HELP, { sockets: 5_000, tanks: 200, rate: 1_000, terminals: 10_000, seconds: 20 })
const { sockets: SOCKETS, tanks: TANKS, rate: RATE, terminals: TERMINALS, seconds: SECONDS } = options
/** A user may have ten sockets. */
const SOCKETS_A_USER = 10
const OPENING_AT_ONCE = 50
/** Until then the terminals connect, which the storm measures. */
const CONNECTED_S = 5
/** The terminals that `addTerminals` spreads over the tanks. */
const ALL_TANKS = 1_000
const LIVE_GOAL_MS = 250
const STORM_GOAL_S = 30
const API_GOAL_MS = 1_000
/** A device whose connection fails tries again after a moment, which differs from device to device. */
const RETRY_MS = [500, 3_000] as const
const GIVE_UP_MS = 120_000
const KB_GOAL = 20
/** Memory is looked at again so long after a crowd has gone: before its silence raises thousands of alarms, and after that. */
const REST_MS = 110_000
const ALARMED_MS = 240_000

const say = (text: string) => process.stdout.write(`${text}\n`)
const met = (value: number, goal: number) => `${goal}${value <= goal ? '' : ' (missed)'}`

const server = await startBenchServer({ ADMIN_EMAIL: LOGIN.email, ADMIN_PASSWORD: LOGIN.password, INGEST_RATE: '0' })
try {
  const keysFile = await addTerminals(server.databaseUrl)
  const tokens = await addSessions(Math.ceil(SOCKETS / SOCKETS_A_USER))
  await server.restart()
  const lines = [
    `${new Date().toISOString().slice(0, 10)}, ${cpus().length} × ${cpus()[0]?.model ?? 'CPU'}, Node ${process.version}, load included.`,
    '',
    '| what | p50 | p95 | goal |',
    '| --- | ---: | ---: | ---: |',
    ...(await live(keysFile, tokens)),
    // Without the memory that the sockets needed.
    ...(TERMINALS > 0 ? await server.restart().then(() => storm(keysFile)) : []),
  ]
  say(`\n${lines.join('\n')}`)
  if (options.save) await saveReport('crowds', `# Crowds\n\n${lines.join('\n')}\n`)
} finally {
  await server.stop()
}

/** Of the server, MiB. */
async function memory(): Promise<number> {
  return (await server.memory())?.now ?? Number.NaN
}

/** Users with a session each, written at once: to sign in by password takes a tenth of a second of a core. */
async function addSessions(count: number): Promise<string[]> {
  return withClient(server.databaseUrl, async (client) => {
    const { rows } = await client.query<{ id: number; secret: string }>(
      `with made as (insert into users (name, email, password_hash)
         select 'Bench ' || n, 'bench-' || n || '@dalyan.test', 'x' from generate_series(1, $1) n returning id),
       roled as (insert into user_roles (user_id, role) select id, 'admin' from made)
       select id, lpad(id::text, 43, 'a') as secret from made`,
      [count],
    )
    const { rows: tokens } = await client.query<{ id: number }>(
      'insert into tokens (user_id, hash) select * from unnest($1::int[], $2::bytea[]) returning id',
      [rows.map(({ id }) => id), rows.map(({ secret }) => hashOf(secret))],
    )
    return tokens.map(({ id }, i) => tokenText(id, rows[i]?.secret ?? ''))
  })
}

/** Measures the time from the terminal to a browser's socket, while many users look at the tanks. */
async function live(keysFile: string, tokens: readonly string[]): Promise<string[]> {
  const document = await (
    await fetch(`http://localhost:${server.httpPort}/home`, { headers: { accept: 'text/html' } })
  ).text()
  const port = /dalyan-socket-port" content="(\d+)"/.exec(document)?.[1]
  const tankIds = await withClient(server.databaseUrl, async (client) =>
    (await client.query<{ id: number }>('select id from tanks order by id limit $1', [TANKS])).rows.map(({ id }) => id),
  )
  const times: number[] = []
  let messages = 0
  const onReading = (text: string) => {
    messages += 1
    const at = text.indexOf('"measured_at":"')
    if (at > 0) times.push(Date.now() - Date.parse(text.slice(at + 15, at + 39)))
  }
  say(`${integer(SOCKETS)} sockets sign in …`)
  const sockets: WebSocket[] = []
  const started = performance.now()
  for (let first = 0; first < SOCKETS; first += OPENING_AT_ONCE) {
    const some = Array.from({ length: Math.min(OPENING_AT_ONCE, SOCKETS - first) }, (_, i) => first + i)
    sockets.push(
      ...(await Promise.all(
        some.map((n) =>
          watch(
            `ws://127.0.0.1:${port}`,
            tokens[Math.floor(n / SOCKETS_A_USER)] ?? '',
            tankIds[n % TANKS] ?? 0,
            onReading,
          ),
        ),
      )),
    )
  }
  const opened = (performance.now() - started) / 1000
  say(`  signed in after ${opened.toFixed(0)} s`)
  const rates = ['--rate', String(RATE), '--clients', String(ALL_TANKS), '--seconds', String(SECONDS + CONNECTED_S)]
  await sleep(3_000)
  const load = runLoad(['--keys-file', keysFile, '--mqtt', `mqtt://127.0.0.1:${server.mqttPort}`, ...rates])
  await sleep(CONNECTED_S * 1000)
  times.length = 0
  messages = 0
  const before = [await server.cpuSeconds(), await server.databaseCpuSeconds()] as const
  const report = await load
  await sleep(1_000)
  const [cpu, databaseCpu] = [
    ((await server.cpuSeconds()) ?? 0) - (before[0] ?? 0),
    ((await server.databaseCpuSeconds()) ?? 0) - (before[1] ?? 0),
  ]
  for (const socket of sockets) socket.close()
  const [p50, p95] = [percentile(times, 0.5), percentile(times, 0.95)]
  return [
    `| ${integer(SOCKETS)} sockets on ${TANKS} tanks, ${integer(report.per_second)} readings/s of all tanks, ${integer(messages / SECONDS)} messages/s: terminal → socket, ms | ${p50} | ${p95} | ${met(p95, LIVE_GOAL_MS)} |`,
    `| … processor time of the server and of PostgreSQL, cores | ${(cpu / SECONDS).toFixed(2)} | ${(databaseCpu / SECONDS).toFixed(2)} | ${met(cpu / SECONDS, 1)} |`,
  ]
}

/** A socket of a browser by the protocol of Socket.IO, without its client: five thousand of those would need a core. */
async function watch(
  address: string,
  token: string,
  tankId: number,
  onReading: (text: string) => void,
): Promise<WebSocket> {
  const socket = new WebSocket(`${address}/socket.io/?EIO=4&transport=websocket`)
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  socket.addEventListener('error', () => reject(new Error('a socket was refused')))
  socket.addEventListener('message', ({ data }: MessageEvent<string>) => {
    if (data === '2') socket.send('3')
    else if (data.startsWith('0')) socket.send(`40${JSON.stringify({ token, idle_lock: false })}`)
    else if (data.startsWith('40')) socket.send(`420${JSON.stringify(['subscribe', { channel: `tank.${tankId}` }])}`)
    else if (data.startsWith('430')) resolve()
    else if (data.startsWith('44')) reject(new Error(data))
    else if (data.startsWith('42["measurement"')) onReading(data)
  })
  await promise
  return socket
}

/** All terminals connect at the same moment, and each stores a reading, while a user reads lists. */
async function storm(keysFile: string): Promise<string[]> {
  const session = await signIn(server.httpPort)
  const keys = (await readFile(keysFile, 'utf8')).split('\n').slice(0, TERMINALS)
  const calls: number[] = []
  const end = new AbortController()
  const calling = (async () => {
    while (!end.signal.aborted) {
      const start = performance.now()
      await (await callOnce('/api/tanks?per_page=20', session)).text()
      calls.push(performance.now() - start)
      await sleep(100)
    }
  })()
  say(`${integer(keys.length)} terminals connect …`)
  const idle = await memory()
  const from = new Date()
  const start = performance.now()
  const done = await Promise.all(keys.map((line, n) => reportOnce(line, n, start)))
  end.abort()
  await calling
  const connected = await memory()
  for (const { socket } of done) socket.end(DISCONNECT_FRAME)
  const seconds = Math.max(...done.map(({ after }) => after)) / 1000
  const stored = await withClient(server.databaseUrl, async (client) => {
    const { rows } = await client.query<{ n: number }>(
      'select count(distinct terminal_id)::int as n from measurements where received_at >= $1',
      [from],
    )
    return rows[0]?.n ?? 0
  })
  say('Four minutes of rest …')
  await sleep(REST_MS)
  const rested = await memory()
  await sleep(ALARMED_MS - REST_MS)
  const alarmed = await memory()
  const each = ((connected - idle) * 1024) / keys.length
  const after = done.map((one) => one.after / 1000)
  const tries = done.reduce((sum, one) => sum + one.tries, 0)
  return [
    `| ${integer(keys.length)} terminals connect at once (${integer(tries)} tries), each until its reading is acknowledged, s | ${percentile(after, 0.5).toFixed(1)} | ${percentile(after, 0.95).toFixed(1)} | |`,
    `| … the last one, s; readings not stored | ${seconds.toFixed(1)} | ${keys.length - stored} | ${met(seconds, STORM_GOAL_S)} |`,
    `| … memory of the server before, and with all connected, MiB (${each.toFixed(0)} kB a connection, goal ${met(each, KB_GOAL)}) | ${idle.toFixed(0)} | ${connected.toFixed(0)} | |`,
    `| … less than two minutes after they have gone, MiB | ${rested.toFixed(0)} | | ${met(Math.round(rested), Math.round(1.2 * idle))} |`,
    `| … after the alarms of their silence, MiB | ${alarmed.toFixed(0)} | | |`,
    `| … a list of tanks meanwhile (${calls.length} calls), ms | ${percentile(calls, 0.5).toFixed(0)} | ${percentile(calls, 0.95).toFixed(0)} | ${met(percentile(calls, 0.95), API_GOAL_MS)} |`,
  ]
}

/** Connects and sends one reading, again and again until it is acknowledged. @returns milliseconds since the start of all. */
async function reportOnce(
  line: string,
  index: number,
  start: number,
): Promise<{ after: number; tries: number; socket: Socket }> {
  const [code = '', key = ''] = line.split(':')
  const measuredAt = Date.now()
  for (let tries = 1; ; tries += 1) {
    const socket = await tryOnce(code, key, index, measuredAt)
    if (socket) return { after: performance.now() - start, tries, socket }
    if (performance.now() - start > GIVE_UP_MS) throw new Error(`${code} was not acknowledged`)
    await sleep(RETRY_MS[0] + Math.random() * (RETRY_MS[1] - RETRY_MS[0]))
  }
}

/** @returns the open connection; null: it failed. */
function tryOnce(code: string, key: string, index: number, measuredAt: number): Promise<Socket | null> {
  const { promise, resolve } = Promise.withResolvers<Socket | null>()
  const socket = connect({ port: server.mqttPort, host: '127.0.0.1', noDelay: true })
  socket.on('error', () => resolve(null))
  socket.on('close', () => resolve(null))
  socket.once('connect', () => socket.write(connectFrame(`storm-${index}`, code, key, 120)))
  socket.on(
    'data',
    frameReader((type, value) => {
      if (type !== CONNACK) resolve(socket)
      else if (value === 0)
        socket.write(
          publishFrame(topicBytes(measurementsTopic(code)), JSON.stringify(plausibleReading(index, measuredAt)), 1),
        )
      else socket.destroy()
    }),
  )
  return promise
}
