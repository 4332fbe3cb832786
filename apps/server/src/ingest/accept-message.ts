import { isHealthName } from '@dalyan/contracts/health-words'
import type { ErrorCode } from '@dalyan/contracts/errors'
import { MAX_MESSAGE_BYTES } from '@dalyan/contracts/device-messages'
import type { TerminalLogEvent } from '@dalyan/contracts/logs'
import { METRIC_KEYS } from '@dalyan/contracts/metrics'
import type { TerminalStatus } from '@dalyan/contracts/terminals'
import { instantAt, type Clock } from '../core/clock.ts'
import { shortestDecimal } from '../features/measurements/storing/as-measurement.ts'
import { isConflict, isNew } from '../features/measurements/storing/merge-readings.rules.ts'
import type { Outcome, Reading } from '../features/measurements/storing/reading.ts'
import type { TerminalDirectory } from '../features/terminals/terminal-directory.ts'
import { mayDeliver, tankOfReading, type KnownTerminal } from '../features/terminals/terminal-directory.rules.ts'
import type { LinkEventKind } from '../features/terminals/diagnosis/diagnosis.rules.ts'
import type { LinkEvents } from '../features/terminals/diagnosis/link-events.ts'
import type { DeviceHealths } from '../features/terminals/health/device-health.ts'
import type { TerminalPresence } from '../features/terminals/terminal-presence.ts'
import { rawText, type IngestLog, type LastMessages } from './ingest-log.ts'
import type { Listening } from './listening.ts'
import {
  parseMessage,
  type FieldProblem,
  type ImplausibleValue,
  type MessageShape,
  type ParsedMessage,
  type ParsedReading,
  type RefusedReading,
} from './parse-reading.ts'
import { NotStored, Unstorable, type Patience, type ReadingBatcher } from './reading-batcher.ts'

/** A message as received. */
export interface RawMessage {
  terminalId: number
  payload: Buffer
  shape: MessageShape
  transport: 'mqtt' | 'http'
  /** The device's; null: unknown, since a broker stands between. */
  address: string | null
  patience: Patience
}

/** The result of a message. Its accepted readings are on disk. */
export interface Receipt {
  /** Why the full message was refused. */
  problem: ErrorCode | null
  stored: number
  duplicates: number
  rejected: { index: number; errors: Record<string, FieldProblem[]> }[]
  /** The values that were left out of readings that were stored, and of what a terminal says of itself. */
  left_out: ImplausibleValue[]
  /** Readings with another value than the stored one of the same time, which stays. */
  conflicts: number
  /** It had no reading, only what the terminal says of itself. */
  is_health_only: boolean
  /** The readings that are on disk, in the order of the message: stored ones and duplicates. */
  on_disk: readonly Pick<ParsedReading, 'measured_at'>[]
}

export const EMPTY_RECEIPT: Receipt = {
  problem: null,
  stored: 0,
  duplicates: 0,
  rejected: [],
  left_out: [],
  conflicts: 0,
  is_health_only: false,
  on_disk: [],
}
const LARGEST_DATE = 8.64e15
const MOST_NAMES = 5
/** Faults of one message that the diagnosis learns; the log has all. */
const MOST_LEARNED = 5
/** The fault of a refused reading by the code of its first problem; a reading of unknown names only has `no_metric`. */
const FAULTS: Partial<Record<ErrorCode, LinkEventKind>> = {
  not_a_number: 'text_values',
  implausible: 'out_of_bounds',
  not_decoded: 'not_decoded',
  too_old: 'too_old',
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
  linkEvents: Pick<LinkEvents, 'saw'>
  deviceHealths: Pick<DeviceHealths, 'learn'>
  lastMessages: Pick<LastMessages, 'save'>
  listening: Pick<Listening, 'report'>
  clock: Clock
  lateDays: number
}

export type AcceptMessage = ReturnType<typeof createAcceptMessage>['acceptMessage']

export function createAcceptMessage(needs: Needs) {
  const {
    directory,
    presence,
    batcher,
    ingestLog,
    linkEvents,
    deviceHealths,
    lastMessages,
    listening,
    clock,
    lateDays,
  } = needs
  const serverTimes = new Map<number, number>()
  /** Since the start of the process. */
  const counts = { messages: 0, stored: 0, duplicates: 0, rejected: 0 }

  /**
   * Accepts a message, by MQTT or HTTP.
   * @throws NotStored when the database did not come back in time; NoLongerAdmitted.
   */
  async function acceptMessage(message: RawMessage): Promise<Receipt> {
    // Waits until a new assignment or suspension of the terminal is known, so that it applies to this reading.
    await directory.settled()
    const terminal = admitted(message.terminalId)
    const now = clock.now()
    const parsed = read(message, terminal, now)
    if (typeof parsed === 'string') {
      await logUnreadable(message, terminal, parsed)
      return { ...EMPTY_RECEIPT, problem: parsed }
    }
    let outcomes: Outcome[] = []
    // In this function and not in one of its own: under load thousands of messages wait here, and each waiting function keeps its memory.
    if (parsed.readings.length > 0)
      try {
        outcomes = await batcher.store(readingsOf(parsed, terminal, now), message.patience)
        learnStored(message, terminal, parsed, outcomes, now)
      } catch (error) {
        if (!(error instanceof Unstorable)) throw error
        refuseAll(parsed)
      }
    if (parsed.refusals.length > 0 || parsed.implausible.length > 0 || outcomes.some(isConflict))
      await logRefusals(terminal, parsed, outcomes)
    const receipt = receiptOf(parsed, outcomes)
    const isTaken = outcomes.length > 0 || receipt.is_health_only
    listening.report(terminal.id, isTaken ? 'stored' : 'refused', message.payload)
    return receipt
  }

  function admitted(id: number): KnownTerminal {
    const terminal = directory.byId(id)
    if (terminal && mayDeliver(terminal.status)) return terminal
    presence.refused(id)
    throw new NoLongerAdmitted(terminal?.status ?? null)
  }

  /** Parses a message, and learns what it says beside its readings. */
  function read(message: RawMessage, terminal: KnownTerminal, now: number): ParsedMessage | ErrorCode {
    counts.messages += 1
    if (directory.settings().logsEveryMessage) {
      const { transport, address, payload } = message
      ingestLog.addMessage(terminal, { transport, address, payload: rawText(payload) })
    }
    const parsed = parse(message, terminal, now)
    if (typeof parsed === 'string') return parsed
    if (parsed.unknown_keys) presence.learnUnknownKeys(terminal.id, parsed.unknown_keys)
    if (parsed.health) deviceHealths.learn(terminal.id, parsed.health)
    return parsed
  }

  async function logUnreadable({ payload, address }: RawMessage, terminal: KnownTerminal, reason: ErrorCode) {
    counts.rejected += 1
    const meta = { reason, raw: rawText(payload) }
    linkEvents.saw(terminal.id, 'unreadable', { raw: meta.raw, ...(address !== null && { address }) })
    listening.report(terminal.id, 'refused', payload)
    await written([ingestLog.add(terminal, 'measurement_rejected', 'warning', meta)])
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
    const { shape } = message
    const lastServerTime = serverTimes.get(terminal.id) ?? 0
    const parsed = parseMessage(body, { shape, now, lateDays, lastServerTime, keyMap: terminal.key_map })
    if (parsed.problem) return parsed.problem
    if (parsed.last_server_time !== lastServerTime) serverTimes.set(terminal.id, parsed.last_server_time)
    return parsed
  }

  function learnStored(
    { address, payload, transport }: RawMessage,
    terminal: KnownTerminal,
    parsed: ParsedMessage,
    outcomes: readonly Outcome[],
    now: number,
  ): void {
    // A message with duplicates only does not count as a sign of life, because it has no new reading.
    if (outcomes.some(isNew)) {
      presence.delivered(terminal.id, address)
      lastMessages.save(terminal.id, payload, transport, now)
    }
    if (parsed.readings.some(({ clock_skew }) => clock_skew)) {
      linkEvents.saw(terminal.id, 'wrong_clock', { time: deviceTimeText(parsed.wrong_time) })
      ingestLog.addHourly(terminal, 'clock_skew', { raw: rawText(payload) })
    }
  }

  /** Logs refused readings and omitted values before the message is acknowledged. */
  async function logRefusals(
    terminal: KnownTerminal,
    parsed: ParsedMessage,
    outcomes: readonly Outcome[],
  ): Promise<void> {
    const leftOut = leftOutOf(parsed)
    for (const refusal of parsed.refusals.slice(0, MOST_LEARNED))
      learnRefusal(terminal.id, refusal, parsed.unknown_keys)
    for (const value of leftOut.slice(0, MOST_LEARNED)) learnBadValue(terminal.id, value)
    const warn = (event: TerminalLogEvent, meta: Record<string, unknown>) =>
      ingestLog.add(terminal, event, 'warning', meta)
    await written([
      ...parsed.refusals.map((refusal) => warn('measurement_rejected', refusalMeta(refusal))),
      ...leftOut.map(({ metric, value }) => warn('measurement_implausible', { metric, raw: rawText(value) })),
      ...parsed.readings
        .filter((_, i) => isConflict(outcomes[i]))
        .map(({ measured_at, values }) =>
          warn('measurement_conflict', { measured_at: instantAt(measured_at), values: named(values) }),
        ),
    ])
  }

  /** Remembers for the diagnosis why a reading was refused. */
  function learnRefusal(id: number, { errors, raw }: RefusedReading, unknown: ParsedMessage['unknown_keys']): void {
    const [[field, problems] = ['', []]] = Object.entries(errors)
    const fields = isObject(raw) && isObject(raw['values']) ? raw['values'] : raw
    const value = isObject(fields) ? fields[field] : fields
    const kind = FAULTS[problems[0]?.code ?? 'invalid'] ?? 'unreadable'
    if (kind === 'unreadable' && unknown && problems[0]?.code === 'no_metric') {
      linkEvents.saw(id, 'unknown_names', { names: [...unknown.keys()].slice(0, MOST_NAMES).join(', ') })
      return
    }
    linkEvents.saw(id, kind, { name: field, raw: rawText(isOfMessage(kind) ? raw : value) })
  }

  function learnBadValue(id: number, { metric, value }: ImplausibleValue): void {
    if (isHealthName(metric)) {
      linkEvents.saw(id, 'bad_health', { name: metric, raw: rawText(value) })
      return
    }
    const kind = typeof value === 'number' ? 'out_of_bounds' : 'text_values'
    linkEvents.saw(id, kind, { name: metric, raw: rawText(value) })
  }

  function receiptOf(parsed: ParsedMessage, outcomes: readonly Outcome[]): Receipt {
    let [stored, conflicts] = [0, 0]
    for (const outcome of outcomes) {
      if (isNew(outcome)) stored += 1
      if (isConflict(outcome)) conflicts += 1
    }
    const duplicates = outcomes.length - stored
    const rejected = parsed.refusals.map(({ index, errors }) => ({ index, errors }))
    rejected.sort((a, b) => a.index - b.index)
    counts.stored += stored
    counts.duplicates += duplicates
    counts.rejected += rejected.length
    const is_health_only = outcomes.length === 0 && rejected.length === 0
    const left_out = parsed.implausible.length > 0 ? leftOutOf(parsed) : []
    return {
      problem: null,
      stored,
      duplicates,
      rejected,
      left_out,
      conflicts,
      is_health_only,
      on_disk: parsed.readings,
    }
  }

  return { acceptMessage, counts }
}

function readingsOf({ readings }: ParsedMessage, terminal: KnownTerminal, now: number): Reading[] {
  return readings.map(({ measured_at, values, clock_skew }) => ({
    terminal_id: terminal.id,
    tank_id: tankOfReading(terminal, measured_at),
    measured_at,
    received_at: now,
    values,
    clock_skew,
    quality: terminal.quality,
  }))
}

/** Refuses all readings of a message that the database does not take. */
function refuseAll(parsed: ParsedMessage): void {
  const errors = { reading: [{ code: 'invalid' as const, parts: {} }] }
  for (const { index, values } of parsed.readings) parsed.refusals.push({ index, errors, raw: named(values) })
  parsed.readings = []
}

/** The values that were left out of readings that were not refused themselves. */
function leftOutOf({ implausible, refusals }: ParsedMessage): ImplausibleValue[] {
  const refused = new Set(refusals.map(({ index }) => index))
  return implausible.filter(({ index }) => !refused.has(index))
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

/** Whether the fault is one of the message, and not of a value in it. */
function isOfMessage(kind: LinkEventKind): boolean {
  return kind === 'unreadable' || kind === 'not_decoded'
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

/** A device's time, which may be too large for a date. */
function deviceTimeText(ms: number | null): string {
  return ms !== null && Math.abs(ms) <= LARGEST_DATE ? instantAt(ms) : String(ms)
}

function refusalMeta({ errors, raw }: RefusedReading): Record<string, unknown> {
  const reasons = Object.fromEntries(
    Object.entries(errors).map(([field, problems]) => [field, problems.map(({ code }) => code)]),
  )
  return { reasons, raw: rawText(raw) }
}
