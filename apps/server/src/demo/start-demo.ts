import { join } from 'node:path'
import { instantAt, type Clock } from '../core/clock.ts'
import type { Database } from '../core/database/database.ts'
import type { Logger } from '../core/log.ts'
import type { FirstAdmin } from '../features/auth/first-admin.ts'
import type { PasswordHasher } from '../features/auth/password-hasher.ts'
import type { importHistory } from '../features/measurements/import/import-history.ts'
import type { firmsRepository } from '../features/firms/firms.repository.ts'
import type { settingsRepository } from '../features/settings/settings.repository.ts'
import type { usersRepository } from '../features/users/users.repository.ts'
import { ensureDemoUsers, type DemoLogin } from './demo-users.ts'
import { DEMO_TANKS } from './demo-plan.ts'
import { openDemoProgress, type DemoProgress } from './demo-state.ts'
import { startDemoTerminals } from './demo-terminals.ts'
import { importRecordings } from './import-recordings.ts'
import { ensureDemoFirms, ensureDemoOrders, ensureDemoTanks, type DemoVerbs } from './load-demo.ts'

const DATA_FOLDER = join(import.meta.dirname, '../../../../demo-data')
const SAVE_EVERY_MS = 15_000

interface Needs {
  database: Database
  clock: Clock
  log: Logger
  settings: typeof settingsRepository
  firms: typeof firmsRepository
  users: typeof usersRepository
  hasher: Pick<PasswordHasher, 'hash'>
  verbs: DemoVerbs
  importHistory: typeof importHistory
  firstAdmin: FirstAdmin | null
  dataDir: string
  /** The MQTT server is already listening. */
  mqttUrl: string
}

export interface Demo {
  /** Resolves with the log-ins when all records exist and the terminals report. */
  loaded: Promise<DemoLogin[]>
  /** Stops the terminals and saves their positions; a running load is aborted, and the next start continues it. */
  stop(): Promise<void>
}

/** Loads the demo unless that is done, and starts its terminals at their saved positions. The server is already listening. */
export function startDemo(needs: Needs): Demo {
  const stopping = new AbortController()
  let stopReplay = () => Promise.resolve()

  async function load(): Promise<DemoLogin[]> {
    const progress = await openDemoProgress({ ...needs, now: instantAt(needs.clock.now()) })
    await ensureDemoFirms({ ...needs, progress })
    const { logins, admin } = await ensureDemoUsers({ ...needs, firmIds: progress.state.ids.firms })
    const making = { ...needs, progress, admin: { ...admin, address: null, browser: null } }
    const keys = await ensureDemoTanks(making)
    await ensureDemoOrders(making)
    try {
      await importRecordings({ ...needs, progress, dataFolder: DATA_FOLDER, signal: stopping.signal })
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
    loaded,
    async stop() {
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
  const terminals = DEMO_TANKS.map(({ terminal, file }) => ({
    code: terminal,
    key: keys.get(terminal) ?? '',
    file,
    position: state.positions[terminal] ?? 0,
  }))
  const running = startDemoTerminals({ clock, log, mqttUrl, dataFolder: DATA_FOLDER, terminals })
  const savePositions = () => {
    state.positions = running.positions()
    return progress.save()
  }
  const saving = setInterval(() => {
    savePositions().catch((error: unknown) =>
      log.warn({ err: error }, 'the positions of the demo terminals could not be saved'),
    )
  }, SAVE_EVERY_MS)
  return async () => {
    clearInterval(saving)
    await running.stop()
    await savePositions()
  }
}

/** The lines about the demo's users on the console. */
export function loginLines(logins: readonly DemoLogin[], dataDir: string): string {
  const rows = logins.map(({ role, email, password }) => `  ${role.padEnd(10)} ${email.padEnd(28)} ${password}`)
  return ['', '  Demo log-ins (also in ' + join(dataDir, 'demo-logins.txt') + ')', ...rows, ''].join('\n')
}
