import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { METRIC_KEYS } from '@dalyan/contracts/metrics'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { startBenchServer, type BenchServer } from './bench-server.ts'
import { readOptions } from './read-options.ts'

const HELP = `How many readings per second the server stores, compared with COPY of the same rows by one client.

  npm run bench:ingest                      every case, 10 s each
  npm run bench:ingest -- --seconds 3       shorter
  npm run bench:ingest -- --only mqtt-1000-10   cases whose name contains this text
  npm run bench:ingest -- --save            writes benchmarks/results/ingest.md as well
`

const TERMINALS = 10_000
const TANKS = 1_000
const COPIED = 200_000
const SIMULATOR = join(import.meta.dirname, '../tools/terminal-simulator/src/main.ts')

/** The JSON that the simulator's load generator prints. */
interface Report {
  acknowledged: number
  per_second: number
  p50_ms: number | null
  p99_ms: number | null
  lost: number
  broken_connections: number
}
interface Case {
  name: string
  title: string
  args: string[]
}

const mqtt = (clients: number, inFlight: number): Case => ({
  name: `mqtt-${clients}-${inFlight}`,
  title: `MQTT QoS 1, ${clients.toLocaleString('en')} clients, ${inFlight} in flight`,
  args: ['--clients', String(clients), '--in-flight', String(inFlight)],
})
const paced = (rate: number): Case => ({
  name: `mqtt-rate-${rate}`,
  title: `MQTT QoS 1, 1,000 clients, ${rate.toLocaleString('en')} readings a second`,
  args: ['--clients', '1000', '--rate', String(rate)],
})
/** The paced cases come first: after the others the roll-up job has millions of readings to process on the same cores. */
const CASES: Case[] = [
  paced(1000),
  paced(10_000),
  mqtt(200, 1),
  mqtt(200, 10),
  mqtt(1000, 1),
  mqtt(1000, 10),
  mqtt(5000, 1),
  mqtt(5000, 10),
  {
    name: 'mqtt-many',
    title: 'MQTT QoS 1, 10,000 clients, 333 readings a second',
    args: ['--clients', '10000', '--rate', '333'],
  },
  {
    name: 'http-100',
    title: 'HTTP, batches of 100, 20 connections',
    args: ['--clients', '20', '--batch', '100', '--http'],
  },
]

const options = readOptions(HELP, { seconds: 10 })
await run()

async function run(): Promise<void> {
  const server = await startBenchServer({ INGEST_RATE: '0' })
  try {
    const keysFile = await addTerminals(server)
    await server.restart()
    const copied = await copyBaseline(server)
    const lines = [
      `${new Date().toISOString().slice(0, 10)}, ${cpus().length} × ${cpus()[0]?.model ?? 'CPU'}, Node ${process.version}, load included.`,
      `COPY of the same rows by one client: ${integer(copied)} rows/s.`,
      '',
      '| case | acked/s | ratio to COPY | p50 ms | p99 ms | lost | server µs each | server MiB |',
      '| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |',
    ]
    process.stdout.write(`${lines.join('\n')}\n`)
    for (const { title, args } of CASES.filter(({ name }) => name.includes(options.only))) {
      const before = await server.cpuSeconds()
      const report = await load(server, keysFile, args)
      const used = ((await server.cpuSeconds()) ?? Number.NaN) - (before ?? Number.NaN)
      const memory = await server.memory()
      const line = `| ${title} | ${integer(report.per_second)} | ${(report.per_second / copied).toFixed(2)} | ${tenths(report.p50_ms)} | ${tenths(report.p99_ms)} | ${report.lost} | ${tenths((used / report.acknowledged) * 1e6)} | ${memory ? integer(memory.now) : '-'} |`
      lines.push(line)
      process.stdout.write(`${line}\n`)
    }
    if (options.save) await save(lines)
  } finally {
    await server.stop()
  }
}

async function load(server: BenchServer, keysFile: string, args: readonly string[]): Promise<Report> {
  const where = args.includes('--http')
    ? [...args, `http://127.0.0.1:${server.httpPort}`]
    : [...args, '--mqtt', `mqtt://127.0.0.1:${server.mqttPort}`]
  const all = [SIMULATOR, '--load', '--json', '--keys-file', keysFile, '--seconds', String(options.seconds), ...where]
  const { stdout } = await promisify(execFile)(process.execPath, all)
  return JSON.parse(stdout) as Report
}

/** Terminals on tanks with limits, so that every reading is evaluated as in production. @returns the file of their keys. */
async function addTerminals({ databaseUrl }: BenchServer): Promise<string> {
  const terminals = Array.from({ length: TERMINALS }, (_, n) => ({ code: `BENCH-${n}`, key: `bench-key-${n}` }))
  await withClient(databaseUrl, async (client) => {
    const none = `'{${METRIC_KEYS.map(() => 'null').join(',')}}'`
    await client.query(`insert into range_templates (name, lo, hi, critical_lo, critical_hi, severity)
      values ('Bench', '{${METRIC_KEYS.map(() => -1e9).join(',')}}', '{${METRIC_KEYS.map(() => 1e9).join(',')}}', ${none}, ${none}, '{${METRIC_KEYS.map(() => 'warning').join(',')}}')`)
    await client.query(
      `insert into tanks (code, name, status, range_template_id)
       select 'BENCH-' || n, 'Bench', 'active', (select id from range_templates limit 1) from generate_series(1, $1) n`,
      [TANKS],
    )
    await client.query(
      `with given as (select * from unnest($1::text[], $2::bytea[]) with ordinality as g(code, hash, n)),
         made as (insert into terminals (code, status) select code, 'active' from given order by n returning id, code),
         keyed as (insert into terminal_keys (terminal_id, hash) select id, hash from made join given using (code))
       insert into terminal_assignments (terminal_id, tank_id, from_at)
       select made.id, (select min(id) from tanks) + n % $3, now() from made join given using (code)`,
      [terminals.map(({ code }) => code), terminals.map(({ key }) => createHash('sha256').update(key).digest()), TANKS],
    )
  })
  const file = join(await folder(), 'bench-keys.txt')
  await writeFile(file, terminals.map(({ code, key }) => `${code}:${key}`).join('\n'))
  return file
}

/** Rows per second of one COPY into the product's table with its keys and indexes; the median of three. */
async function copyBaseline({ databaseUrl }: BenchServer): Promise<number> {
  return withClient(databaseUrl, async (client) => {
    const speeds: number[] = []
    for (let n = 0; n < 3; n += 1) {
      await client.query('truncate measurements')
      await client.query('checkpoint')
      const started = performance.now()
      const columns = `measured_at, received_at, terminal_id, tank_id, flags, ${METRIC_KEYS.join(', ')}`
      await pipeline(Readable.from(copyChunks()), client.query(copyFrom(`copy measurements (${columns}) from stdin`)))
      speeds.push(COPIED / ((performance.now() - started) / 1000))
    }
    await client.query('truncate measurements')
    return speeds.sort((a, b) => a - b)[1] ?? 0
  })
}

function* copyChunks(): Generator<string> {
  const start = Date.now() - 60_000
  for (let first = 0; first < COPIED; first += 1_000) {
    let chunk = ''
    for (let n = first; n < first + 1_000; n += 1) {
      const at = new Date(start + Math.floor(n / TERMINALS)).toISOString()
      chunk += `${at}\t${at}\t${(n % TERMINALS) + 1}\t${(n % TANKS) + 1}\t0\t18.4\t21.5\t23.1\t61\t55\t7.93\t35.2\t312\t53.1\n`
    }
    yield chunk
  }
}

async function withClient<T>(connectionString: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

async function folder(): Promise<string> {
  const path = join(import.meta.dirname, 'dist')
  await mkdir(path, { recursive: true })
  return path
}

async function save(lines: readonly string[]): Promise<void> {
  const path = join(import.meta.dirname, 'results')
  await mkdir(path, { recursive: true })
  await writeFile(join(path, 'ingest.md'), `# Ingest\n\n${lines.join('\n')}\n`)
}

function integer(value: number): string {
  return Math.round(value).toLocaleString('en')
}
function tenths(value: number | null): string {
  return value === null ? '-' : value.toFixed(1)
}
