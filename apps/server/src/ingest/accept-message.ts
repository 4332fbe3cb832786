import type { ErrorCode } from '@dalyan/contracts/errors'
import { MAX_MESSAGE_BYTES } from '@dalyan/contracts/device-messages'
import { METRIC_KEYS } from '@dalyan/contracts/metrics'
import type { TerminalStatus } from '@dalyan/contracts/terminals'
import type { Clock } from '../core/clock.ts'
import { shortestDecimal } from '../features/measurements/storing/as-measurement.ts'
import { isConflict, isNew } from '../features/measurements/storing/merge-readings.rules.ts'
import type { Outcome, Reading } from '../features/measurements/storing/reading.ts'
import type { TerminalDirectory } from '../features/terminals/terminal-directory.ts'
import { mayDeliver, tankOfReading, type KnownTerminal } from '../features/terminals/terminal-directory.rules.ts'
import type { TerminalPresence } from '../features/terminals/terminal-presence.ts'
import { rawText, type IngestLog } from './ingest-log.ts'
import type { LastMessages } from './last-messages.ts'
import {
  parseMessage,
  type FieldProblem,
  type MessageShape,
  type ParsedMessage,
  type RefusedReading,
} from './parse-reading.ts'
import { NotStored, Unstorable, type Patience, type ReadingBatcher } from './reading-batcher.ts'

/** A message as received. */
export interface RawMessage {
  terminalId: number
  payload: Buffer
  shape: MessageShape
  transport: 'mqtt' | 'http'
  address: string
  patience: Patience
}

/** The result of a message. Its accepted readings are on disk. */
export interface Receipt {
  /** Why the full message was refused. */
  problem: ErrorCode | null
  stored: number
  duplicates: number
  rejected: { index: number; errors: Record<string, FieldProblem[]> }[]
}

/** The terminal's status changed after the message arrived; null: the terminal was removed. */
export class NoLongerAdmitted extends Error {
  readonly status: TerminalStatus | null
  constructor(status: TerminalStatus | null) {
    super('no longer admitted')
    this.status = status
  }
}

interface Needs {
  directory: Pick<TerminalDirectory, 'byId' | 'settings' | 'settled'>
  presence: Pick<TerminalPresence, 'delivered' | 'refused' | 'learnUnknownKeys'>
  batcher: Pick<ReadingBatcher, 'store'>
  ingestLog: IngestLog
  lastMessages: Pick<LastMessages, 'save'>
  clock: Clock
  lateDays: number
}

/**
 * Accepts a message, by MQTT or HTTP.
 * @throws NotStored when the database did not come back in time; NoLongerAdmitted.
 */
export type AcceptMessage = (message: RawMessage) => Promise<Receipt>

export interface IntakeCounts {
  /** Since the start of the process. */
  messages: number
  stored: number
  duplicates: number
  rejected: number
}

export function createAcceptMessage(needs: Needs): {
  acceptMessage: AcceptMessage
  counts: IntakeCounts
} {
  const { directory, presence, batcher, ingestLog, lastMessages, clock, lateDays } = needs
  const serverTimes = new Map<number, number>()
  const counts: IntakeCounts = { messages: 0, stored: 0, duplicates: 0, rejected: 0 }

  async function acceptMessage(message: RawMessage): Promise<Receipt> {
    // Waits until a new assignment or suspension of the terminal is known, so that it applies to this reading.
    await directory.settled()
    const terminal = directory.byId(message.terminalId)
    if (!terminal || !mayDeliver(terminal.status)) {
      presence.refused(message.terminalId)
      throw new NoLongerAdmitted(terminal?.status ?? null)
    }
    counts.messages += 1
    const now = clock.now()
    if (directory.settings().logsEveryMessage) {
      ingestLog.addMessage(terminal, {
        transport: message.transport,
        address: message.address,
        payload: rawText(message.payload),
      })
    }
    const parsed = parse(message, terminal, now)
    if (typeof parsed === 'string') {
      counts.rejected += 1
      await written([
        ingestLog.add(terminal, 'measurement_rejected', 'warning', {
          reason: parsed,
          raw: rawText(message.payload),
        }),
      ])
      return { problem: parsed, stored: 0, duplicates: 0, rejected: [] }
    }
    if (parsed.unknown_keys) presence.learnUnknownKeys(terminal.id, parsed.unknown_keys)
    const outcomes = parsed.readings.length > 0 ? await store(message, terminal, parsed, now) : []
    const hasConflict = outcomes.some(isConflict)
    if (parsed.refusals.length > 0 || parsed.implausible.length > 0 || hasConflict)
      await logRefusals(terminal, parsed, outcomes)
    return receiptOf(parsed, outcomes)
  }

  function parse(message: RawMessage, terminal: KnownTerminal, now: number): ParsedMessage | ErrorCode {
    if (message.payload.length > MAX_MESSAGE_BYTES) return 'too_large'
    let body: unknown
    try {
      const text = message.payload.toString('utf8')
      body = JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text)
    } catch {
      return 'unreadable_json'
    }
    const lastServerTime = serverTimes.get(terminal.id) ?? 0
    const parsed = parseMessage(body, { shape: message.shape, now, lateDays, lastServerTime })
    if (parsed.problem) return parsed.problem
    if (parsed.last_server_time !== lastServerTime) serverTimes.set(terminal.id, parsed.last_server_time)
    return parsed
  }

  async function store(
    message: RawMessage,
    terminal: KnownTerminal,
    parsed: ParsedMessage,
    now: number,
  ): Promise<Outcome[]> {
    const readings: Reading[] = parsed.readings.map(({ measured_at, values, clock_skew }) => ({
      terminal_id: terminal.id,
      tank_id: tankOfReading(terminal, measured_at),
      measured_at,
      received_at: now,
      values,
      clock_skew,
    }))
    try {
      const outcomes = await batcher.store(readings, message.patience)
      // A message with duplicates only does not count as a sign of life, because it has no new reading.
      if (outcomes.some(isNew)) {
        presence.delivered(terminal.id, message.address)
        lastMessages.save(terminal.id, message.payload, message.transport, now)
      }
      if (parsed.readings.some(({ clock_skew }) => clock_skew)) {
        ingestLog.addHourly(terminal, 'clock_skew', { raw: rawText(message.payload) })
      }
      return outcomes
    } catch (error) {
      if (!(error instanceof Unstorable)) throw error
      for (const { index, values } of parsed.readings) {
        parsed.refusals.push({
          index,
          errors: { reading: [{ code: 'invalid', parts: {} }] },
          raw: named(values),
        })
      }
      parsed.readings = []
      return []
    }
  }

  /** Logs refused readings and omitted values before the message is acknowledged. */
  async function logRefusals(
    terminal: KnownTerminal,
    parsed: ParsedMessage,
    outcomes: readonly Outcome[],
  ): Promise<void> {
    const refused = new Set(parsed.refusals.map(({ index }) => index))
    const entries = [
      ...parsed.refusals.map((refusal) =>
        ingestLog.add(terminal, 'measurement_rejected', 'warning', refusalMeta(refusal)),
      ),
      ...parsed.implausible
        .filter(({ index }) => !refused.has(index))
        .map(({ metric, value }) =>
          ingestLog.add(terminal, 'measurement_implausible', 'warning', {
            metric,
            raw: rawText(value),
          }),
        ),
      ...parsed.readings
        .filter((_, i) => isConflict(outcomes[i]))
        .map(({ measured_at, values }) =>
          ingestLog.add(terminal, 'measurement_conflict', 'warning', {
            measured_at: new Date(measured_at).toISOString(),
            values: named(values),
          }),
        ),
    ]
    await written(entries)
  }

  function receiptOf(parsed: ParsedMessage, outcomes: readonly Outcome[]): Receipt {
    let stored = 0
    for (const outcome of outcomes) if (isNew(outcome)) stored += 1
    const duplicates = outcomes.length - stored
    const rejected = parsed.refusals.map(({ index, errors }) => ({ index, errors }))
    rejected.sort((a, b) => a.index - b.index)
    counts.stored += stored
    counts.duplicates += duplicates
    counts.rejected += rejected.length
    return { problem: null, stored, duplicates, rejected }
  }

  return { acceptMessage, counts }
}

/** Values by metric name, as the device wrote them. */
function named(values: Reading['values']): Record<string, number> {
  const given: Record<string, number> = {}
  for (const [i, key] of METRIC_KEYS.entries()) {
    const value = values[i] ?? null
    if (value !== null) given[key] = shortestDecimal(value)
  }
  return given
}

async function written(entries: readonly Promise<void>[]): Promise<void> {
  try {
    await Promise.all(entries)
  } catch (error) {
    throw new NotStored('the log of refusals could not be written', { cause: error })
  }
}

function refusalMeta({ errors, raw }: RefusedReading): Record<string, unknown> {
  const reasons = Object.fromEntries(
    Object.entries(errors).map(([field, problems]) => [field, problems.map(({ code }) => code)]),
  )
  return { reasons, raw: rawText(raw) }
}
