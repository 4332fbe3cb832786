import { createWriteStream, type WriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'
import { runHttpLoad } from './http-load.ts'
import type { LoadReport } from './load-report.ts'
import { runMqttLoad } from './mqtt-load.ts'
import { HELP, readOptions, UsageError, type SimulatorOptions } from './options.ts'
import { simulate, type SimulationReport } from './simulate.ts'

try {
  const options = readOptions(process.argv.slice(2))
  if (options) await run(options)
  else process.stdout.write(HELP)
} catch (error) {
  const usage = error instanceof UsageError ? ' (npm run simulate -- --help)' : ''
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}${usage}\n`)
  process.exitCode = 1
}

async function run(options: SimulatorOptions): Promise<void> {
  const ending = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ending.abort())
  const acked = options.ackedFile ? createWriteStream(options.ackedFile) : null
  const onAcknowledged = (code: string, at: number) => acked?.write(`${code},${new Date(at).toISOString()}\n`)
  const report = options.load
    ? await load(options, ending.signal, onAcknowledged)
    : await simulate({ options, signal: ending.signal, onAcknowledged, onTrouble })
  if (acked) await ended(acked)
  process.stdout.write(options.json ? `${JSON.stringify(report)}\n` : inWords(report))
}

function load(
  options: SimulatorOptions,
  signal: AbortSignal,
  onAcknowledged: (code: string, at: number) => void,
): Promise<LoadReport> {
  const { terminals, inFlight } = options
  const clients = options.clients ?? terminals.length
  const seconds = options.seconds === null ? {} : { seconds: options.seconds }
  const address = new URL(options.http ?? options.mqtt)
  const where = {
    host: address.hostname,
    port: Number(address.port || (options.http ? 80 : 1883)),
  }
  if (options.http) {
    const readings = options.messages === null ? {} : { readings: options.messages }
    return runHttpLoad({
      ...where,
      clients,
      terminals,
      batch: options.batch,
      ...readings,
      ...seconds,
    })
  }
  const messages = options.messages === null ? {} : { messages: options.messages }
  const rate = options.rate ? { rate: options.rate } : {}
  return runMqttLoad({
    ...where,
    clients,
    terminals,
    inFlight,
    qos: options.qos,
    ...messages,
    ...seconds,
    ...rate,
    onAcknowledged,
    signal,
  })
}

function onTrouble(code: string, error: Error): void {
  process.stderr.write(`${code}: ${error.message}\n`)
}

async function ended(stream: WriteStream): Promise<void> {
  stream.end()
  await finished(stream)
}

function inWords(report: LoadReport | SimulationReport): string {
  const line = (name: string, value: number | null) =>
    `${name.replaceAll('_', ' ').padEnd(20)} ${value === null ? 'none' : Number(value.toFixed(2)).toLocaleString('en')}\n`
  return Object.entries<number | null>({ ...report })
    .map(([name, value]) => line(name, value))
    .join('')
}
