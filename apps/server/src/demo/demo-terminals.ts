import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { mqttLink } from '@dalyan/terminal-simulator/links'
import type { ReportedHealth } from '@dalyan/contracts/health-words'
import { plausibleHealth } from '@dalyan/terminal-simulator/plausible-readings'
import { createTerminal, type SimulatedTerminal } from '@dalyan/terminal-simulator/terminal'
import type { Basics } from '../basics.ts'
import { endlessRows } from './recorded-series.ts'

/** Each terminal sends one recorded row per interval. */
const EVERY_MS = 2_000
/** Readings that a terminal holds while the server does not acknowledge; then it waits. */
const MOST_WAITING = 60

interface Needs extends Pick<Basics, 'clock' | 'log'> {
  /** Such as `mqtt://127.0.0.1:1883`. */
  mqttUrl: string
  dataFolder: string
  terminals: readonly { code: string; key: string; file: string; position: number; sendsHealth?: boolean }[]
  everyMs?: number
}

export type DemoTerminals = ReturnType<typeof startDemoTerminals>

/** Makes recorded terminals report over MQTT, one row every two seconds each, measured now. */
export function startDemoTerminals({ clock, log, mqttUrl, dataFolder, terminals, everyMs = EVERY_MS }: Needs) {
  const positions = new Map(terminals.map(({ code, position }) => [code, position]))
  const stopping = new AbortController()

  /** Ends early, without an error, when the terminals are stopped. */
  const pause = (ms: number) => sleep(ms, undefined, { signal: stopping.signal }).catch(() => undefined)

  async function replay(
    terminal: SimulatedTerminal,
    code: string,
    file: string,
    from: number,
    healthOf: (at: number) => ReportedHealth,
  ): Promise<void> {
    for await (const { position, values } of endlessRows(join(dataFolder, file), from)) {
      if (stopping.signal.aborted) return
      const reported = terminal.report({ measured_at: clock.now(), ...values, ...healthOf(clock.now()) })
      reported.then(() => positions.set(code, position + 1)).catch(() => undefined)
      await Promise.all([pause(everyMs), terminal.whenBelow(MOST_WAITING)])
      if (stopping.signal.aborted) return
    }
  }

  const running = terminals.map(async ({ code, key, file, position, sendsHealth }, index) => {
    const terminal = createTerminal({
      open: mqttLink({ url: mqttUrl, code, key, qos: 1 }),
      onTrouble: (error) => log.debug({ err: error, terminal: code }, 'a demo terminal has no connection'),
    })
    stopping.signal.addEventListener('abort', () => void terminal.close(), { once: true })
    try {
      // Spread over the interval, so that the tanks' values do not all change at once.
      await pause((index * everyMs) / terminals.length)
      await replay(terminal, code, file, position, (at) => (sendsHealth ? plausibleHealth(index, at) : {}))
    } catch (error) {
      log.error({ err: error, terminal: code }, 'a demo terminal ended')
    } finally {
      await terminal.close()
    }
  })

  return {
    /** The next row of each terminal, by terminal code. */
    positions: (): Record<string, number> => Object.fromEntries(positions),
    async stop(): Promise<void> {
      stopping.abort()
      await Promise.all(running)
    },
  }
}
