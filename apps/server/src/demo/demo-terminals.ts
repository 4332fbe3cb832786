import { join } from 'node:path'
import { mqttLink } from '@dalyan/terminal-simulator/links'
import { createTerminal, type Terminal } from '@dalyan/terminal-simulator/terminal'
import type { Clock } from '../core/clock.ts'
import type { Logger } from '../core/log.ts'
import { endlessRows } from './recorded-series.ts'

/** Each terminal sends one recorded row per interval. */
const EVERY_MS = 2_000
/** Readings that a terminal holds while the server does not acknowledge; then it waits. */
const MOST_WAITING = 60

interface Needs {
  clock: Clock
  log: Logger
  /** Such as `mqtt://127.0.0.1:1883`. */
  mqttUrl: string
  dataFolder: string
  terminals: readonly { code: string; key: string; file: string; position: number }[]
  everyMs?: number
}

export interface DemoTerminals {
  /** The next row of each terminal, by terminal code. */
  positions(): Record<string, number>
  stop(): Promise<void>
}

/** Makes recorded terminals report over MQTT, one row every two seconds each, measured now. */
export function startDemoTerminals({
  clock,
  log,
  mqttUrl,
  dataFolder,
  terminals,
  everyMs = EVERY_MS,
}: Needs): DemoTerminals {
  const positions = new Map(terminals.map(({ code, position }) => [code, position]))
  const stopping = new AbortController()

  async function replay(terminal: Terminal, code: string, file: string, from: number): Promise<void> {
    for await (const { position, values } of endlessRows(join(dataFolder, file), from)) {
      if (stopping.signal.aborted) return
      const reported = terminal.report({ measured_at: clock.now(), ...values })
      reported.then(() => positions.set(code, position + 1)).catch(() => undefined)
      await Promise.all([sleep(everyMs, stopping.signal), terminal.whenBelow(MOST_WAITING)])
      if (stopping.signal.aborted) return
    }
  }

  const running = terminals.map(async ({ code, key, file, position }, index) => {
    const terminal = createTerminal({
      open: mqttLink({ url: mqttUrl, code, key, qos: 1 }),
      onTrouble: (error) => log.debug({ err: error, terminal: code }, 'a demo terminal has no connection'),
    })
    stopping.signal.addEventListener('abort', () => void terminal.close(), { once: true })
    try {
      // Spread over the interval, so that the tanks' values do not all change at once.
      await sleep((index * everyMs) / terminals.length, stopping.signal)
      await replay(terminal, code, file, position)
    } catch (error) {
      log.error({ err: error, terminal: code }, 'a demo terminal ended')
    } finally {
      await terminal.close()
    }
  })

  return {
    positions: () => Object.fromEntries(positions),
    async stop() {
      stopping.abort()
      await Promise.all(running)
    },
  }
}

/** Ends early, without an error, at the signal. */
function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    signal.addEventListener('abort', end, { once: true })
    if (signal.aborted) end()
  })
}
