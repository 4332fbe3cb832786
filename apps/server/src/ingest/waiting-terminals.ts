import type { Clock } from '../core/clock.ts'
import type { Connection } from '../core/database/database.ts'
import { callerNetwork } from '../core/http/caller-network.ts'
import type { Logger } from '../core/log.ts'
import type { AppEvents } from '../events.ts'
import type { TerminalDirectoryRepository } from '../features/terminals/terminal-directory.sql.ts'
import type { TerminalDirectory } from '../features/terminals/terminal-directory.ts'
import { createRecentCounts } from '../core/recent-counts.ts'

const HOUR_MS = 3_600_000
const TOUCH_EVERY_MS = 5_000
const NEW_AN_HOUR = 10
const NEW_AN_HOUR_WHILE_OPEN = 200
const MOST_WAITING = 1_000
/** The rest is reserved for an enrolment, so that unknown devices cannot fill it before. */
const MOST_WAITING_WHILE_CLOSED = 500
const MOST_OF_NETWORK_WHILE_CLOSED = 50

interface NewEntry {
  code: string
  hash: Buffer
  address: string
}

interface Needs {
  database: Connection
  repository: TerminalDirectoryRepository
  directory: Pick<TerminalDirectory, 'settings'>
  events: Pick<AppEvents, 'emit'>
  clock: Clock
  log: Logger
}

/** Unknown terminals that sent a key wait on a list until an admin lets them in (docs/behaviour/terminals.md). */
export function createWaitingTerminals({ database, repository, directory, events, clock, log }: Needs) {
  const added = createRecentCounts(HOUR_MS, clock)
  const tried = new Set<number>()
  const timers: NodeJS.Timeout[] = []
  let adding: Promise<void> = Promise.resolve()

  async function touch(): Promise<void> {
    if (tried.size === 0) return
    const ids = [...tried]
    tried.clear()
    await repository(database).touchWaiting(ids)
  }

  const isOpen = () => directory.settings().enrolmentUntil > clock.now()

  function hasAddedEnough(network: string): boolean {
    return added.of(network) >= (isOpen() ? NEW_AN_HOUR_WHILE_OPEN : NEW_AN_HOUR)
  }

  async function addOne(entry: NewEntry): Promise<void> {
    const network = callerNetwork(entry.address)
    if (hasAddedEnough(network)) return
    // Counted even if the list is full, because it costs a query.
    added.add(network)
    const place = placeFor(network, await repository(database).findWaiting(), isOpen())
    const id = place && (await repository(database).insertWaiting({ ...entry, ...place }))
    if (id === null) return
    events.emit('terminal.changed', { id, tank_ids: [] })
  }

  const guarded = (work: () => Promise<void>) => () =>
    void work().catch((error: unknown) =>
      log.warn({ err: error }, 'the list of waiting terminals could not be updated'),
    )

  return {
    start(): void {
      const forget = guarded(() => repository(database).removeForgottenWaiting())
      forget()
      timers.push(setInterval(guarded(touch), TOUCH_EVERY_MS), setInterval(forget, HOUR_MS))
    },
    async stop(): Promise<void> {
      for (const timer of timers) clearInterval(timer)
      await touch().catch(() => undefined)
    },
    /** Puts a terminal on the list, if its network may add one more. */
    async add(entry: NewEntry): Promise<void> {
      if (hasAddedEnough(callerNetwork(entry.address))) return
      // Runs one at a time, so that an address with many codes at once is counted correctly.
      const added = adding.then(() => addOne(entry))
      adding = added.catch(() => undefined)
      await added
    },
    triedAgain: (terminalId: number) => void tried.add(terminalId),
  }
}

export type WaitingTerminals = ReturnType<typeof createWaitingTerminals>

/**
 * Whether a terminal of this network may be added, and which one it replaces.
 * @param waiting the terminal with the oldest last try first
 * @returns null: it may not; `instead`: the id of the terminal to replace, null: none
 */
export function placeFor(
  network: string,
  waiting: readonly { id: number; ip_address: string | null }[],
  isOpen: boolean,
): { instead: number | null } | null {
  if (isOpen) return { instead: waiting.length < MOST_WAITING ? null : (waiting[0]?.id ?? null) }
  const own = waiting.filter(({ ip_address }) => callerNetwork(ip_address ?? '') === network).length
  const hasPlace = waiting.length < MOST_WAITING_WHILE_CLOSED && own < MOST_OF_NETWORK_WHILE_CLOSED
  return hasPlace ? { instead: null } : null
}
