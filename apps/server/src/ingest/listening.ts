import type { ReceivedKind, ReceivedMessage } from '@dalyan/contracts/diagnosis'
import { instantAt, type Clock } from '../core/clock.ts'
import type { LinkEventKind } from '../features/terminals/diagnosis/diagnosis.rules.ts'
import type { LinkEvents } from '../features/terminals/diagnosis/link-events.ts'
import { rawText } from './ingest-log.ts'

const LASTS_MS = 30_000
const MOST_TERMINALS = 20
const MOST_MESSAGES = 50
const LONGEST_TEXT = 2_048

/** The events of the link that a listener sees; faults of messages are seen with the message itself. */
const SHOWN: Partial<Record<LinkEventKind, ReceivedKind>> = {
  connected: 'connected',
  disconnected: 'disconnected',
  turned_away: 'turned_away',
  wrong_key: 'wrong_key',
  old_key: 'old_key',
  revoked_key: 'revoked_key',
  wrong_topic: 'wrong_topic',
}

interface Listened {
  until: number
  count: number
  /** Newest first. */
  messages: ReceivedMessage[]
}

export type Listening = ReturnType<typeof createListening>

/**
 * Keeps what arrives from a terminal while a user installs it and listens: in memory, a few messages of a few terminals, until 30 s after the
 * last call. A message of any other terminal costs one comparison.
 */
export function createListening(clock: Clock) {
  const terminals = new Map<number, Listened>()

  function endOld(): void {
    for (const [id, { until }] of terminals) if (until <= clock.now()) terminals.delete(id)
  }

  function report(terminalId: number, kind: ReceivedKind, raw: Buffer | string): void {
    const listened = terminals.get(terminalId)
    if (!listened) return
    if (listened.until <= clock.now()) return endOld()
    listened.count += 1
    const text = rawText(typeof raw === 'string' ? Buffer.from(raw) : raw)
      .slice(0, LONGEST_TEXT)
      .toWellFormed()
    listened.messages.unshift({ number: listened.count, at: instantAt(clock.now()), kind, text })
    listened.messages.length = Math.min(listened.messages.length, MOST_MESSAGES)
  }

  return {
    /** The messages so far, newest first; keeps listening. Of too many listened terminals the one asked for longest ago ends. */
    listen(terminalId: number): ReceivedMessage[] {
      endOld()
      const listened = terminals.get(terminalId) ?? { until: 0, count: 0, messages: [] }
      listened.until = clock.now() + LASTS_MS
      terminals.delete(terminalId)
      terminals.set(terminalId, listened)
      const [oldest] = terminals.keys()
      if (terminals.size > MOST_TERMINALS && oldest !== undefined) terminals.delete(oldest)
      return listened.messages
    },
    report,
    /** The events of terminals' links, with a listener on them. */
    withListener: (linkEvents: Pick<LinkEvents, 'saw'>): Pick<LinkEvents, 'saw'> => ({
      saw(terminalId, kind, detail) {
        linkEvents.saw(terminalId, kind, detail)
        const shown = SHOWN[kind]
        if (shown && terminals.size > 0) report(terminalId, shown, detail['topic'] ?? detail['address'] ?? '')
      },
    }),
  }
}
