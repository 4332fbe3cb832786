import type { Clock } from '../core/clock.ts'
import type { Connection } from '../core/database/database.ts'
import type { Logger } from '../core/log.ts'
import type { AppEvents } from '../events.ts'
import type { TerminalDirectoryRepository } from '../features/terminals/terminal-directory.repository.ts'
import type { TerminalDirectory } from '../features/terminals/terminal-directory.ts'
import { createRecentCounts } from '../core/recent-counts.ts'

const HOUR_MS = 3_600_000
const TOUCH_EVERY_MS = 5_000
const NEW_AN_HOUR = 10
const NEW_AN_HOUR_WHILE_OPEN = 200

interface Needs {
  database: Connection
  repository: TerminalDirectoryRepository
  directory: Pick<TerminalDirectory, 'settings'>
  events: Pick<AppEvents, 'emit'>
  clock: Clock
  log: Logger
}

/** Unknown terminals that showed a key: they wait in the list until an admin lets them in (decisions §4). */
export interface WaitingTerminals {
  start(): void
  stop(): Promise<void>
  /** Puts it on the list, if the address may add one more. */
  add(entry: { code: string; hash: Buffer; address: string }): Promise<void>
  /** One of them tried again. */
  triedAgain(terminalId: number): void
}

export function createWaitingTerminals({
  database,
  repository,
  directory,
  events,
  clock,
  log,
}: Needs): WaitingTerminals {
  const added = createRecentCounts(HOUR_MS, clock)
  const tried = new Set<number>()
  const timers: NodeJS.Timeout[] = []
  let adding: Promise<void> = Promise.resolve()

  async function touch(): Promise<void> {
    if (tried.size === 0) return
    const ids = [...tried]
    tried.clear()
    await repository.touchWaiting(database, ids)
  }

  async function addOne(entry: { code: string; hash: Buffer; address: string }): Promise<void> {
    const isOpen = directory.settings().enrolmentUntil > clock.now()
    if (added.of(entry.address) >= (isOpen ? NEW_AN_HOUR_WHILE_OPEN : NEW_AN_HOUR)) return
    const id = await repository.insertWaiting(database, entry)
    if (id === null) return
    added.add(entry.address)
    events.emit('terminal.changed', { id, tank_ids: [] })
  }

  const guarded = (work: () => Promise<void>) => () =>
    void work().catch((error: unknown) => log.warn({ err: error }, 'the list of waiting terminals could not be kept'))

  return {
    start() {
      const forget = guarded(() => repository.removeForgottenWaiting(database))
      forget()
      timers.push(setInterval(guarded(touch), TOUCH_EVERY_MS), setInterval(forget, HOUR_MS))
    },
    async stop() {
      for (const timer of timers) clearInterval(timer)
      await touch().catch(() => undefined)
    },
    add(entry) {
      // One after the other, so that an address that knocks with many codes at once is counted too.
      const turn = adding.then(() => addOne(entry))
      adding = turn.catch(() => undefined)
      return turn
    },
    triedAgain: (terminalId) => void tried.add(terminalId),
  }
}
