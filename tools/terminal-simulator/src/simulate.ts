import { performance } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { httpLink, mqttLink } from './links.ts'
import { createLatencyHistogram, secondsSince, speedOf, type SimulationReport } from './load-report.ts'
import type { SimulatorOptions } from './options.ts'
import { plausibleSource, recordedSource, type ReadingSource } from './replay.ts'
import { createTerminal, type SimulatedTerminal } from './terminal.ts'
import { readTidyCsv } from './tidy-csv.ts'

interface Needs {
  options: SimulatorOptions
  signal: AbortSignal
  onAcknowledged: (code: string, measuredAt: number) => void
  onTrouble: (code: string, error: Error) => void
}

/** Runs the terminals until the limit of messages or seconds, the end of their file, or the signal. */
export async function simulate({ options, signal, onAcknowledged, onTrouble }: Needs): Promise<SimulationReport> {
  const latency = createLatencyHistogram()
  const named = options.csv ? await codesOf(options.csv) : new Set<string>()
  const limit = options.seconds ? [AbortSignal.timeout(options.seconds * 1000)] : []
  const ending = AbortSignal.any([signal, ...limit])
  const from = performance.now()
  let reported = 0
  let left = options.messages ?? Infinity

  const terminals = options.terminals.map(({ code, key }, index) => {
    const open = options.http
      ? httpLink({ url: options.http, code, key })
      : mqttLink({ url: options.mqtt, code, key, qos: options.qos })
    const terminal = createTerminal({
      open,
      inFlight: options.inFlight,
      onAcknowledged(reading, ms) {
        latency.add(ms)
        onAcknowledged(code, new Date(reading.measured_at ?? 0).getTime())
      },
      onTrouble: (error) => onTrouble(code, error),
    })
    return { terminal, next: sourceOf(options, named, code, index) }
  })

  async function run(terminal: SimulatedTerminal, next: ReadingSource): Promise<void> {
    const rate = options.rate ?? 1
    for (let n = 1; left > 0 && !ending.aborted; n += 1) {
      left -= 1
      const reading = await next()
      if (!reading) break
      reported += 1
      terminal.report(reading).catch(() => undefined)
      // A real device goes on measuring while the server is away; a simulated one stops at ten thousand readings.
      await terminal.whenBelow(rate > 0 ? 10_000 : options.inFlight)
      if (rate > 0) await pause(from + (n * 1000) / rate - performance.now(), ending)
    }
    await terminal.whenBelow(1)
  }

  // Closing a terminal also ends its waiting.
  const closeAll = () => Promise.all(terminals.map(({ terminal }) => terminal.close()))
  ending.addEventListener('abort', () => void closeAll(), { once: true })
  if (ending.aborted) await closeAll()
  await Promise.all(terminals.map(({ terminal, next }) => run(terminal, next)))
  const seconds = secondsSince(from)
  await closeAll()
  const total = (name: keyof SimulatedTerminal['counts']) =>
    terminals.reduce((sum, { terminal }) => sum + terminal.counts[name], 0)
  const [acknowledged, refused] = [total('acknowledged'), total('refused')]
  return {
    terminals: terminals.length,
    acknowledged,
    refused,
    resent: total('resent'),
    reconnects: total('reconnects'),
    unacknowledged: reported - acknowledged - refused,
    ...speedOf(acknowledged, seconds, latency),
  }
}

function sourceOf(options: SimulatorOptions, named: ReadonlySet<string>, code: string, index: number): ReadingSource {
  if (!options.csv) return plausibleSource(index)
  const { csv: path, recordedTime } = options
  return recordedSource({ path, code: named.has(code) ? code : null, recordedTime })
}

async function codesOf(path: string): Promise<Set<string>> {
  const codes = new Set<string>()
  for await (const { terminal_code } of readTidyCsv(path)) codes.add(terminal_code)
  return codes
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (ms > 0) await wait(ms, undefined, { signal }).catch(() => undefined)
}
