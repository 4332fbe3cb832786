import type { Basics } from '../../../basics.ts'
import type { Connection } from '../../../core/database/database.ts'
import { every } from '../../../core/every.ts'
import type { LinkEvent, LinkEventKind } from './diagnosis.rules.ts'
import type { LinkEventsRepository, SavedLinkEvent } from './link-events.sql.ts'

const SAVE_EVERY_MS = 5_000
/** An event that occurs again within this time continues its run. */
const RUN_ENDS_AFTER_MS = 6 * 3_600_000
const LONGEST_DETAIL = 120

interface Needs extends Pick<Basics, 'clock' | 'log'> {
  database: Connection
  repository: LinkEventsRepository
}

interface RememberedEvent extends LinkEvent {
  isChanged: boolean
}

export type LinkEvents = ReturnType<typeof createLinkEvents>

/**
 * The last run of each kind of event between a terminal and the server: connections, refused keys, refused messages. In memory, a few short
 * texts for each terminal; one statement saves the changed ones every few seconds. A reading without a fault adds nothing.
 */
export function createLinkEvents({ database, repository, clock, log }: Needs) {
  const byTerminal = new Map<number, Map<LinkEventKind, RememberedEvent>>()
  const changed = new Set<number>()
  let saving: { stop(): Promise<void> } | undefined

  function of(terminalId: number): Map<LinkEventKind, RememberedEvent> {
    let events = byTerminal.get(terminalId)
    if (!events) byTerminal.set(terminalId, (events = new Map<LinkEventKind, RememberedEvent>()))
    return events
  }

  async function save(): Promise<void> {
    if (changed.size === 0) return
    const unsaved = [...changed].flatMap((terminal_id) =>
      [...of(terminal_id)].flatMap(([kind, event]) => (event.isChanged ? [{ terminal_id, kind, event }] : [])),
    )
    changed.clear()
    const rows = unsaved.map(({ terminal_id, kind, event }): SavedLinkEvent => {
      event.isChanged = false
      const { first_at, last_at, count, detail } = event
      return { terminal_id, kind, first_at, last_at, count, detail: { ...detail } }
    })
    try {
      await repository(database).save(rows)
    } catch (error) {
      for (const { terminal_id, event } of unsaved) {
        event.isChanged = true
        changed.add(terminal_id)
      }
      log.warn({ err: error }, 'events of terminals could not be saved; it will be tried again')
    }
  }

  async function load(): Promise<void> {
    for (const { terminal_id, kind, ...event } of await repository(database).load()) {
      const known = of(terminal_id).get(kind)
      if (!known || known.last_at < event.last_at) of(terminal_id).set(kind, { ...event, isChanged: false })
    }
  }

  return {
    /** Reads what was saved, also by other processes. */
    load,
    async start(): Promise<void> {
      await load()
      saving = every(SAVE_EVERY_MS, 'events of terminals', log, save)
    },
    async stop(): Promise<void> {
      await saving?.stop()
      await save()
    },
    /** The event occurred now. `detail`: texts to show, possibly of the device; cut to 120 characters. */
    saw(terminalId: number, kind: LinkEventKind, detail: Readonly<Record<string, string>>): void {
      const events = of(terminalId)
      const now = clock.now()
      const last = events.get(kind)
      const continues = last !== undefined && now - last.last_at <= RUN_ENDS_AFTER_MS
      events.set(kind, {
        first_at: continues ? last.first_at : now,
        last_at: now,
        count: continues ? last.count + 1 : 1,
        detail: Object.fromEntries(Object.entries(detail).map(([name, text]) => [name, bounded(text)])),
        isChanged: true,
      })
      changed.add(terminalId)
    },
    of: (terminalId: number): ReadonlyMap<LinkEventKind, LinkEvent> => byTerminal.get(terminalId) ?? new Map(),
  }
}

/** A text that jsonb accepts: no NUL, no lone surrogates. */
function bounded(text: string): string {
  return text.slice(0, LONGEST_DETAIL).toWellFormed().replaceAll('\0', '\ufffd')
}
