import { cpus } from 'node:os'
import { startBenchServer, type BenchServer } from './bench-server.ts'
import { readOptions } from './read-options.ts'
import { saveReport } from './reports.ts'
import { addTerminals, copyBaseline, integer, runLoad } from './terminal-load.ts'

const HELP = `How many readings per second the server stores, compared with COPY of the same rows by one client.

  npm run bench:ingest                      every case, 10 s each
  npm run bench:ingest -- --seconds 3       shorter
  npm run bench:ingest -- --only mqtt-1000-10   cases whose name contains this text
  npm run bench:ingest -- --save            writes benchmarks/results/ingest.md as well
`

interface IngestCase {
  name: string
  title: string
  args: string[]
}

const mqtt = (clients: number, inFlight: number): IngestCase => ({
  name: `mqtt-${clients}-${inFlight}`,
  title: `MQTT QoS 1, ${clients.toLocaleString('en')} clients, ${inFlight} in flight`,
  args: ['--clients', String(clients), '--in-flight', String(inFlight)],
})
const paced = (rate: number): IngestCase => ({
  name: `mqtt-rate-${rate}`,
  title: `MQTT QoS 1, 1,000 clients, ${rate.toLocaleString('en')} readings a second`,
  args: ['--clients', '1000', '--rate', String(rate)],
})
/**
 * The paced cases and HTTP come first, because after the others millions of readings are rolled up, vacuumed and analyzed on the same cores; COPY,
 * with which HTTP is compared, fills an empty table.
 */
const CASES: IngestCase[] = [
  paced(1000),
  paced(10_000),
  {
    name: 'http-100',
    title: 'HTTP, batches of 100, 20 connections',
    args: ['--clients', '20', '--batch', '100'],
  },
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
]

/** Not reported: V8 compiles the code of a flood during its first second, in which some readings wait for 100 ms and more. */
const WARM_UP = paced(10_000)

const options = readOptions(HELP, { seconds: 10 })
await run()

async function run(): Promise<void> {
  const server = await startBenchServer({ INGEST_RATE: '0' })
  try {
    const keysFile = await addTerminals(server.databaseUrl)
    await server.restart()
    const copied = await copyBaseline(server.databaseUrl)
    const lines = [
      `${new Date().toISOString().slice(0, 10)}, ${cpus().length} × ${cpus()[0]?.model ?? 'CPU'}, Node ${process.version}, load included, after 5 s at 10,000 a second to warm up.`,
      `COPY of the same rows by one client: ${integer(copied)} rows/s.`,
      '',
      '| case | acked/s | ratio to COPY | p50 ms | p99 ms | lost | server µs each | PostgreSQL µs each | server MiB |',
      '| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |',
    ]
    process.stdout.write(`${lines.join('\n')}\n`)
    await runLoad([...WARM_UP.args, ...addressOf(WARM_UP.args, server), '--keys-file', keysFile, '--seconds', '5'])
    for (const { title, args } of CASES.filter(({ name }) => name.includes(options.only))) {
      const before = await processorSeconds(server)
      const timed = ['--keys-file', keysFile, '--seconds', String(options.seconds)]
      const report = await runLoad([...args, ...addressOf(args, server), ...timed])
      const after = await processorSeconds(server)
      const each = before.map((seconds, i) =>
        tenths((((after[i] ?? Number.NaN) - seconds) / report.acknowledged) * 1e6),
      )
      const memory = await server.memory()
      const line = `| ${title} | ${integer(report.per_second)} | ${(report.per_second / copied).toFixed(2)} | ${tenths(report.p50_ms)} | ${tenths(report.p99_ms)} | ${report.lost} | ${each.join(' | ')} | ${memory ? integer(memory.now) : '-'} |`
      lines.push(line)
      process.stdout.write(`${line}\n`)
    }
    if (options.save) await saveReport('ingest', `# Ingest\n\n${lines.join('\n')}\n`)
  } finally {
    await server.stop()
  }
}

/** Of the server and of PostgreSQL, without the load generator. */
async function processorSeconds(server: BenchServer): Promise<number[]> {
  return [(await server.cpuSeconds()) ?? Number.NaN, (await server.databaseCpuSeconds()) ?? Number.NaN]
}

function addressOf(args: readonly string[], { httpPort, mqttPort }: BenchServer): string[] {
  return args.includes('--batch')
    ? ['--http', `http://127.0.0.1:${httpPort}`]
    : ['--mqtt', `mqtt://127.0.0.1:${mqttPort}`]
}

function tenths(value: number | null): string {
  return value === null ? '-' : value.toFixed(1)
}
