import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { METRIC_KEYS } from '@dalyan/contracts/metrics'
import type { LoadReport } from '../tools/terminal-simulator/src/load-report.ts'
import { startBenchServer, type BenchServer } from './bench-server.ts'
import { readOptions } from './read-options.ts'
import { saveReport } from './reports.ts'
import { addTerminals, copyBaseline, integer, runLoad, withClient } from './terminal-load.ts'

const HELP = `Dalyan beside the pipeline that people build themselves: Mosquitto, a subscriber in Node, and the same PostgreSQL.

  npm run bench:peers                 every case, 10 s each
  npm run bench:peers -- --seconds 3  shorter
  npm run bench:peers -- --save       writes benchmarks/results/peers.md as well

Needs Mosquitto (Debian: apt-get install mosquitto); without it the benchmark is skipped.
`
const CLIENTS = 1_000
const IN_FLIGHT = [1, 10]
/** Storing has ended when the number of stored readings did not change for this long. */
const SETTLED_MS = 3_000

/** A system that acknowledges readings over MQTT and stores them. */
interface System {
  name: string
  /** The table of its readings. */
  table: string
  /** Identifies a reading of the table as `code,instant`. */
  reading: string
  start(): Promise<void>
  port(): number
  /** Kills the process that stores with SIGKILL. */
  kill(): void
  stop(): Promise<void>
}

const ABOUT = `"Acknowledged" is a PUBACK to the terminal. "Stored" counts the rows in the table at the end of the load; what is acknowledged
and not stored is only in the memory of the broker or of the subscriber. For the last column the process that stores (the subscriber, or Dalyan) is
killed in the middle of a load and started again; lost is what was acknowledged and never reaches the table. Mosquitto has no limit to its queue here:
with its own limit of 1,000 messages it drops the rest. Dalyan also compares each reading with limits, keeps the latest values, and raises alarms.`

const options = readOptions(HELP, { seconds: 10 })
const mosquitto = findMosquitto()
if (mosquitto === null)
  process.stdout.write('bench:peers is skipped: Mosquitto is not installed (apt-get install mosquitto).\n')
else await run(mosquitto)

function findMosquitto(): string | null {
  // It prints its help and ends with a status of its own, whatever that is.
  const isThere = (path: string) => spawnSync(path, ['-h']).error === undefined
  return ['mosquitto', '/usr/sbin/mosquitto', '/usr/local/sbin/mosquitto'].find(isThere) ?? null
}

async function run(broker: string): Promise<void> {
  const server = await startBenchServer({ INGEST_RATE: '0' })
  const folder = await mkdtemp(join(tmpdir(), 'dalyan-peers-'))
  try {
    const keysFile = await addTerminals(server.databaseUrl)
    await server.restart()
    await makePeerTable(server.databaseUrl)
    const copied = await copyBaseline(server.databaseUrl)
    const lines = [
      `${new Date().toISOString().slice(0, 10)}, ${cpus().length} × ${cpus()[0]?.model ?? 'CPU'}, Node ${process.version}; ${integer(CLIENTS)} MQTT clients, QoS 1, nine metrics a reading, load included.`,
      `COPY of the same rows by one client: ${integer(copied)} rows/s.`,
      '',
      '| system | in flight | acknowledged/s | stored/s | p99 ms | acknowledged, not stored at the end | lost after kill -9 |',
      '| --- | ---: | ---: | ---: | ---: | ---: | ---: |',
    ]
    process.stdout.write(`${lines.join('\n')}\n`)
    for (const inFlight of IN_FLIGHT)
      for (const system of [
        pipeline('one', 'Mosquitto, one INSERT a message', broker, folder, server),
        pipeline('batches', 'Mosquitto, batches', broker, folder, server),
        product(server),
      ]) {
        const timed = await timeOf(system, server.databaseUrl, keysFile, inFlight)
        const lost = await lostByKill(system, server.databaseUrl, keysFile, inFlight, folder)
        const line = `| ${system.name} | ${inFlight} | ${timed} | ${lost} |`
        lines.push(line)
        process.stdout.write(`${line}\n`)
      }
    lines.push('', ABOUT)
    if (options.save) await saveReport('peers', `# Beside others\n\n${lines.join('\n')}\n`)
  } finally {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Dalyan itself, whose process the benchmark's server starts. */
function product(server: BenchServer): System {
  return {
    name: 'Dalyan',
    table: 'measurements m join terminals t on t.id = m.terminal_id',
    reading: `t.code, m.measured_at`,
    start: () => server.restart(),
    port: () => server.mqttPort,
    kill: () => server.kill(),
    stop: async () => undefined,
  }
}

/** Mosquitto, and the subscriber of `peer-subscriber.ts`. */
function pipeline(
  mode: 'one' | 'batches',
  name: string,
  broker: string,
  folder: string,
  { databaseUrl }: BenchServer,
): System {
  let port = 0
  let running: ChildProcess | null = null
  let subscriber: ChildProcess | null = null
  return {
    name,
    table: 'peer_readings',
    reading: 'terminal, measured_at',
    async start() {
      if (!running) {
        port = await freePort()
        const file = join(folder, 'mosquitto.conf')
        await chmod(folder, 0o755)
        await writeFile(
          file,
          `listener ${port} 127.0.0.1\nallow_anonymous true\nmax_queued_messages 0\nmax_inflight_messages 0\nset_tcp_nodelay true\nlog_type error\n`,
        )
        running = spawn(broker, ['-c', file], { stdio: ['ignore', 'ignore', 'inherit'] })
        await sleep(500)
      }
      const script = join(import.meta.dirname, 'peer-subscriber.ts')
      subscriber = spawn(process.execPath, [script, `mqtt://127.0.0.1:${port}`, databaseUrl, mode], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      if (subscriber.stdout) await once(subscriber.stdout, 'data')
    },
    port: () => port,
    kill: () => void subscriber?.kill('SIGKILL'),
    async stop() {
      for (const child of [subscriber, running]) if (child?.kill('SIGKILL')) await once(child, 'exit')
      running = null
    },
  }
}

async function makePeerTable(databaseUrl: string): Promise<void> {
  const metrics = METRIC_KEYS.map((metric) => `${metric} real`).join(', ')
  await withClient(databaseUrl, (client) =>
    client.query(`create table peer_readings (terminal text, measured_at timestamptz, received_at timestamptz default now(),
      ${metrics}, primary key (terminal, measured_at))`),
  )
}

/** @returns acknowledged and stored readings a second, p99, and how many were acknowledged and not stored when the load ended */
async function timeOf(system: System, databaseUrl: string, keysFile: string, inFlight: number): Promise<string> {
  await system.start()
  const before = await stored(system, databaseUrl)
  const report = await runLoad([...loadOf(system, keysFile, inFlight), '--seconds', String(options.seconds)])
  const during = (await stored(system, databaseUrl)) - before
  await settled(system, databaseUrl)
  await system.stop()
  const waiting = Math.max(0, report.acknowledged - during)
  return [report.per_second, during / report.seconds, report.p99_ms ?? Number.NaN, waiting].map(integer).join(' | ')
}

/** @returns how many acknowledged readings were lost when the process that stores was killed in the middle of a load */
async function lostByKill(
  system: System,
  databaseUrl: string,
  keysFile: string,
  inFlight: number,
  folder: string,
): Promise<string> {
  await system.start()
  const ackedFile = join(folder, 'acked.csv')
  await rm(ackedFile, { force: true })
  const seconds = Math.max(2, options.seconds / 2)
  const load: Promise<LoadReport> = runLoad([
    ...loadOf(system, keysFile, inFlight),
    '--seconds',
    String(seconds),
    '--acked-file',
    ackedFile,
  ])
  await begun(ackedFile)
  await sleep(seconds * 500)
  system.kill()
  await load
  await system.start()
  await settled(system, databaseUrl)
  const acknowledged = (await readFile(ackedFile, 'utf8')).trimEnd().split('\n')
  const kept = await withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ code: string; at: Date }>(
      `with acked as (select * from unnest($1::text[], $2::timestamptz[]) as a(code, at))
       select code, at from acked join (select ${system.reading.replace(',', ' as code,')} as at from ${system.table}) s using (code, at)`,
      [acknowledged.map((line) => line.split(',')[0]), acknowledged.map((line) => line.split(',')[1])],
    )
    return rows.length
  })
  await system.stop()
  return integer(acknowledged.length - kept)
}

/** Waits until the first acknowledgements are written. */
async function begun(ackedFile: string): Promise<void> {
  const size = async () => (await stat(ackedFile).catch(() => null))?.size ?? 0
  while ((await size()) === 0) await sleep(50)
}

function loadOf(system: System, keysFile: string, inFlight: number): string[] {
  const address = `mqtt://127.0.0.1:${system.port()}`
  return ['--mqtt', address, '--keys-file', keysFile, '--clients', String(CLIENTS), '--in-flight', String(inFlight)]
}

async function stored({ table }: System, databaseUrl: string): Promise<number> {
  return withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ count: string }>(`select count(*) from ${table}`)
    return Number(rows[0]?.count)
  })
}

async function settled(system: System, databaseUrl: string): Promise<void> {
  for (let last = -1, now = await stored(system, databaseUrl); now !== last;) {
    last = now
    await sleep(SETTLED_MS)
    now = await stored(system, databaseUrl)
  }
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}
