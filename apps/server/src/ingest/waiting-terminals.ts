import type { Basics } from '../basics.ts'
import { callerNetwork } from '../core/http/caller-network.ts'
import { terminalDirectoryRepository } from '../features/terminals/terminal-directory.sql.ts'
import type { TerminalDirectory } from '../features/terminals/terminal-directory.ts'
import { createRecentCounts } from '../core/recent-counts.ts'

const HOUR_MS = 3_600_000
const TOUCH_EVERY_MS = 5_000
/** The limits during an enrolment. */
const OPEN = { newAnHour: 200, waiting: 1_000 }
/** The limits otherwise; the rest is reserved for an enrolment, so that unknown devices cannot fill it before. */
const CLOSED = { newAnHour: 10, waiting: 500, waitingOfNetwork: 50 }

interface NewEntry {
  code: string
  /** Of its key; null: it has none. */
  hash: Buffer | null
  /** Its LoRaWAN address; null: it has none. */
  device_eui: string | null
  address: string
  /** The integration that delivered it; null: it came by itself. Its secret counts as an open enrolment. */
  integration_id: number | null
}

interface Needs extends Pick<Basics, 'database' | 'events' | 'clock' | 'log'> {
  directory: Pick<TerminalDirectory, 'settings'>
}

/** Unknown terminals that sent a key wait on a list until an admin lets them in (docs/behaviour/terminals.md). */
export function createWaitingTerminals({ database, directory, events, clock, log }: Needs) {
  const repository = terminalDirectoryRepository(database)
  const added = createRecentCounts(HOUR_MS, clock)
  const tried = new Set<number>()
  const timers: NodeJS.Timeout[] = []
  let adding: Promise<void> = Promise.resolve()

  async function touch(): Promise<void> {
    if (tried.size === 0) return
    const ids = [...tried]
    tried.clear()
    await repository.touchWaiting(ids)
  }

  const isOpen = () => directory.settings().enrolmentUntil > clock.now()

  const isOpenFor = ({ integration_id }: NewEntry) => integration_id !== null || isOpen()
  const sourceOf = ({ integration_id, address }: NewEntry) =>
    integration_id === null ? callerNetwork(address) : `integration ${integration_id}`

  function hasAddedEnough(entry: NewEntry): boolean {
    return added.of(sourceOf(entry)) >= (isOpenFor(entry) ? OPEN : CLOSED).newAnHour
  }

  async function addOne(entry: NewEntry): Promise<void> {
    if (hasAddedEnough(entry)) return
    // Counted even if the list is full, because it costs a query.
    added.add(sourceOf(entry))
    const slot = slotFor(callerNetwork(entry.address), await repository.findWaiting(), isOpenFor(entry))
    const id = slot && (await repository.insertWaiting({ ...entry, ...slot }))
    if (id === null) return
    events.emit('terminal.changed', { id, tank_ids: [] })
  }

  const guarded = (work: () => Promise<void>) => () =>
    void work().catch((error: unknown) =>
      log.warn({ err: error }, 'the list of waiting terminals could not be updated'),
    )

  return {
    start(): void {
      const forget = guarded(() => repository.removeForgottenWaiting())
      forget()
      timers.push(setInterval(guarded(touch), TOUCH_EVERY_MS), setInterval(forget, HOUR_MS))
    },
    async stop(): Promise<void> {
      for (const timer of timers) clearInterval(timer)
      await touch().catch(() => undefined)
    },
    /** Puts a terminal on the list, if its network may add one more. */
    async add(entry: NewEntry): Promise<void> {
      if (hasAddedEnough(entry)) return
      // Runs one at a time, so that a source with many codes at once is counted correctly.
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
export function slotFor(
  network: string,
  waiting: readonly { id: number; ip_address: string | null }[],
  isOpen: boolean,
): { instead: number | null } | null {
  if (isOpen) return { instead: waiting.length < OPEN.waiting ? null : (waiting[0]?.id ?? null) }
  const own = waiting.filter(({ ip_address }) => callerNetwork(ip_address ?? '') === network).length
  const hasPlace = waiting.length < CLOSED.waiting && own < CLOSED.waitingOfNetwork
  return hasPlace ? { instead: null } : null
}
