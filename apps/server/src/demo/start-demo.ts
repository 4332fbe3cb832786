import { join } from 'node:path'
import { instantAt } from '../core/clock.ts'
import { every } from '../core/every.ts'
import type { Basics } from '../basics.ts'
import { DEMO_TANKS } from './demo-plan.ts'
import { LOGINS_FILE } from './demo-secrets.ts'
import { startDemoTerminals } from './demo-terminals.ts'
import { importRecordings } from './import-recordings.ts'
import { loadDemo, openDemoProgress, type DemoLogin, type DemoProgress, type LoadNeeds } from './load-demo.ts'

const DATA_FOLDER = join(import.meta.dirname, '../../../../demo-data')
const SAVE_EVERY_MS = 15_000

interface Needs extends LoadNeeds, Pick<Basics, 'clock' | 'log'> {
  /** The MQTT server is already listening. */
  mqttUrl: string
}

/** Loads the demo unless that is done, and starts its terminals at their saved positions. The server is already listening. */
export function startDemo(needs: Needs) {
  const { database, clock } = needs
  const stopping = new AbortController()
  let stopReplay = () => Promise.resolve()

  async function load(): Promise<DemoLogin[]> {
    const progress = await openDemoProgress(database, instantAt(clock.now()))
    const { logins, keys } = await loadDemo(needs, progress)
    try {
      await importRecordings({ database, clock, progress, dataFolder: DATA_FOLDER, signal: stopping.signal })
    } catch (error) {
      // An aborted load is not a failure; the next start continues it.
      if (stopping.signal.aborted) return logins
      throw error
    }
    if (!stopping.signal.aborted) stopReplay = replay(needs, progress, keys)
    return logins
  }

  const loaded = load()
  return {
    /** Resolves with the log-ins when all records exist and the terminals report. */
    loaded,
    /** Stops the terminals and saves their positions; a running load is aborted, and the next start continues it. */
    async stop(): Promise<void> {
      stopping.abort()
      await loaded.catch(() => undefined)
      await stopReplay()
    },
  }
}

/** @returns a function that ends it. */
function replay(
  { clock, log, mqttUrl }: Needs,
  progress: DemoProgress,
  keys: ReadonlyMap<string, string>,
): () => Promise<void> {
  const { state } = progress
  const terminals = DEMO_TANKS.map(({ terminal, file, sends_health = false }) => ({
    code: terminal,
    key: keys.get(terminal) ?? '',
    file,
    sendsHealth: sends_health,
    position: state.positions[terminal] ?? 0,
  }))
  const running = startDemoTerminals({ clock, log, mqttUrl, dataFolder: DATA_FOLDER, terminals })
  const savePositions = () => {
    state.positions = running.positions()
    return progress.save()
  }
  const saving = every(SAVE_EVERY_MS, 'positions of the demo terminals', log, savePositions)
  return async () => {
    await saving.stop()
    await running.stop()
    await savePositions()
  }
}

/** The lines about the demo's users on the console. */
export function loginLines(logins: readonly DemoLogin[], dataDir: string): string {
  const rows = logins.map(({ role, email, password }) => `  ${role.padEnd(10)} ${email.padEnd(28)} ${password}`)
  return ['', '  Demo log-ins (also in ' + join(dataDir, LOGINS_FILE) + ')', ...rows, ''].join('\n')
}
