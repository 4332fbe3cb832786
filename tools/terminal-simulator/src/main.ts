import { createWriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'
import { runHttpLoad } from './http-load.ts'
import type { LoadReport, SimulationReport } from './load-report.ts'
import { runMqttLoad } from './mqtt-load.ts'
import { HELP, readOptions, UsageError, type SimulatorOptions } from './options.ts'
import { simulate } from './simulate.ts'

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
  if (acked) await finished(acked.end())
  process.stdout.write(options.json ? `${JSON.stringify(report)}\n` : inWords(report))
}

function load(
  options: SimulatorOptions,
  signal: AbortSignal,
  onAcknowledged: (code: string, at: number) => void,
): Promise<LoadReport> {
  const { hostname: host, port } = new URL(options.http ?? options.mqtt)
  const common = { ...options, host, clients: options.clients ?? options.terminals.length }
  if (options.http) return runHttpLoad({ ...common, port: Number(port || 80), readings: options.messages })
  return runMqttLoad({ ...common, port: Number(port || 1883), onAcknowledged, signal })
}

function onTrouble(code: string, error: Error): void {
  process.stderr.write(`${code}: ${error.message}\n`)
}

function inWords(report: LoadReport | SimulationReport): string {
  const line = (name: string, value: number | null) =>
    `${name.replaceAll('_', ' ').padEnd(20)} ${value === null ? 'none' : Number(value.toFixed(2)).toLocaleString('en')}\n`
  return Object.entries<number | null>({ ...report })
    .map(([name, value]) => line(name, value))
    .join('')
}
