import type { DeviceHealth } from '@dalyan/contracts/device-health'
import { LOW_BATTERY } from '@dalyan/contracts/health-words'
import type { Certainty, Verdict } from '@dalyan/contracts/diagnosis'
import type { MetricKey } from '@dalyan/contracts/metrics'
import type { TerminalConnection, TerminalStatus } from '@dalyan/contracts/terminals'
import { median } from 'simple-statistics'

/** Why an MQTT connection ended. `lost`: it broke without a word of the device. */
export const LINK_END_REASONS = [
  'lost',
  'goodbye',
  'timeout',
  'malformed',
  'unread',
  'not_stored',
  'replaced',
  'refused',
  'stopped',
] as const
export type LinkEndReason = (typeof LINK_END_REASONS)[number]

/** Faults of the credentials at a connection or request. */
export type KeyFault = 'wrong_key' | 'old_key' | 'revoked_key'
/** Faults of messages that arrived, or of values in them. `not_decoded`: a LoRaWAN network server passed on the content as it was sent. */
export type MessageFault =
  | 'wrong_topic'
  | 'unreadable'
  | 'not_decoded'
  | 'unknown_names'
  | 'text_values'
  | 'out_of_bounds'
  | 'wrong_clock'
  | 'too_old'

/**
 * What can occur between a terminal and the server, besides stored readings. `turned_away`: refused because of the terminal's status;
 * `bad_health`: a battery or signal that is not believed, which is no fault of its readings.
 */
export type LinkEventKind = 'connected' | 'disconnected' | 'turned_away' | 'bad_health' | KeyFault | MessageFault

/** The last run of one kind of event. Times are epoch milliseconds. */
export interface LinkEvent {
  first_at: number
  last_at: number
  count: number
  detail: Readonly<Record<string, string>>
}

/** Terminals of the same place that fell silent with this one. Times are epoch milliseconds. */
export interface SilentPlace {
  name: string
  silent: number
  total: number
  first_at: number
  last_at: number
}

/** Everything that is known about a terminal's link. Times are epoch milliseconds. */
export interface DiagnosisFacts {
  now: number
  status: TerminalStatus
  created_at: number
  /** The last change by a user. */
  changed_at: number
  connection: TerminalConnection
  /** Arrival of the last stored reading; null: none. */
  last_seen_at: number | null
  /** Its address; null: unknown. */
  address: string | null
  /** The newest value of each metric that it ever delivered, by the device's time. */
  metrics: readonly { metric: MetricKey; at: number }[]
  expected_seconds: number | null
  /** Expected, else usual; null: unknown. */
  interval_seconds: number | null
  /** Gaps between its last messages, oldest first. */
  gaps: readonly number[]
  stale_after_seconds: number
  offline_after_seconds: number
  /** Whether it is connected by MQTT now; null: it may be, at a broker that does not say so. */
  is_connected: boolean | null
  events: ReadonlyMap<LinkEventKind, LinkEvent>
  refused_count: number
  /** When its newest key was made; null: unknown. */
  key_made_at: number | null
  place: SilentPlace | null
  /** Battery and signal; null: it never sent any. */
  health: DeviceHealth | null
}

export type Part = string | number
export type EvidenceCode =
  | LinkEventKind
  | 'created'
  | 'status'
  | 'refused'
  | 'key_made'
  | 'last_reading'
  | 'metric_ended'
  | 'clock_behind'
  | 'interval'
  | 'place'
  | 'connected_now'
  | 'own_broker'
  | 'battery'
  | 'signal'
/** `parts`: what the text of the code names. */
export interface Evidence {
  at: number
  code: EvidenceCode
  parts: Readonly<Record<string, Part>>
}

export interface Finding {
  verdict: Verdict
  certainty: Certainty
  since: number | null
  evidence: Evidence[]
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** So far the newest reading's own time may lie behind its arrival. */
const CLOCK_BEHIND_MS = 5 * 60_000
/** A metric that ended longer ago counts as removed on purpose. */
const METRIC_FORGOTTEN_MS = 30 * DAY_MS
const GAPS_COMPARED = 5
const LEAST_GAPS = 3
/** A terminal sends too seldom when its gaps exceed the expected interval by this factor. */
const SELDOM_FACTOR = 1.5
const SURE_OUTAGE = 5
const MOST_EVIDENCE = 3

/** Faults that explain a silence, and those that also count while other readings are stored. */
const SILENCING: readonly (KeyFault | MessageFault)[] = [
  'text_values',
  'out_of_bounds',
  'unknown_names',
  'too_old',
  'unreadable',
  'not_decoded',
  'wrong_topic',
  'wrong_key',
  'old_key',
  'revoked_key',
]
const PARTIAL: readonly MessageFault[] = [
  'text_values',
  'out_of_bounds',
  'wrong_clock',
  'too_old',
  'unreadable',
  'not_decoded',
]

/** Finds the one most likely reason why a terminal is silent or delivers badly, with its evidence, newest first. */
export function diagnose(facts: DiagnosisFacts): Finding {
  const isTalking = facts.connection === 'online' || facts.connection === 'stale'
  const finding = byStatus(facts) ?? (isTalking ? whileTalking(facts) : whileSilent(facts))
  const evidence = [...finding.evidence, ...healthOf(finding.verdict, facts)]
    .toSorted((a, b) => b.at - a.at)
    .slice(0, MOST_EVIDENCE)
  return { ...finding, evidence }
}

/** A low battery, or else the signal, where it may explain that the terminal is silent, late, or will be. */
function healthOf(verdict: Verdict, { health }: DiagnosisFacts): Evidence[] {
  if (!health || !['ok', 'disconnected', 'too_seldom', 'unknown'].includes(verdict)) return []
  const { battery, rssi, snr } = health
  if (battery && battery.value <= LOW_BATTERY)
    return [{ at: Date.parse(battery.at), code: 'battery', parts: { percent: Math.round(battery.value) } }]
  if (!rssi || verdict === 'ok') return []
  const parts = { rssi: Math.round(rssi.value), snr: snr ? Math.round(snr.value) : '–' }
  return [{ at: Date.parse(rssi.at), code: 'signal', parts }]
}

function byStatus(facts: DiagnosisFacts): Finding | null {
  const { status, changed_at, refused_count, events } = facts
  if (status === 'active' || status === 'suspended') return null
  const verdict = status === 'banned' ? 'banned' : 'inactive'
  const evidence: Evidence[] = [{ at: changed_at, code: 'status', parts: { status } }]
  const turnedAway = events.get('turned_away')
  if (turnedAway) evidence.push(seen(turnedAway, 'turned_away'))
  else if (refused_count > 0) evidence.push({ at: changed_at, code: 'refused', parts: { count: refused_count } })
  return { verdict, certainty: 'high', since: changed_at, evidence: [...evidence, ...lastReading(facts)] }
}

function whileSilent(facts: DiagnosisFacts): Finding {
  return (
    silencingFault(facts) ??
    (facts.last_seen_at === null ? withoutReading(facts) : null) ??
    // After a stop of the server every terminal was silent for a while.
    (endOf(facts)?.detail['reason'] === 'stopped' ? goneSilent(facts) : null) ??
    silentPlace(facts) ??
    seldom(facts) ??
    goneSilent(facts)
  )
}

/** The newest fault since the last stored reading. */
function silencingFault(facts: DiagnosisFacts): Finding | null {
  const { now, last_seen_at, events, interval_seconds } = facts
  const kind = newestOf(SILENCING, events, (event) => event.last_at > (last_seen_at ?? 0))
  const event = kind && events.get(kind)
  if (!kind || !event) return null
  const isFresh = now - event.last_at <= Math.max(HOUR_MS, 3000 * (interval_seconds ?? 0))
  return {
    verdict: verdictOf(kind),
    certainty: isFresh ? 'high' : 'medium',
    since: event.first_at,
    evidence: [seen(event, kind), ...keyMade(kind, facts), ...lastReading(facts)],
  }
}

function withoutReading(facts: DiagnosisFacts): Finding {
  const { created_at, events, is_connected } = facts
  if (is_connected !== false) return unexplained(facts)
  const connected = events.get('connected')
  if (connected) {
    const evidence = [seen(events.get('disconnected'), 'disconnected'), seen(connected, 'connected')]
    return {
      verdict: 'disconnected',
      certainty: 'high',
      since: events.get('disconnected')?.last_at ?? connected.last_at,
      evidence: evidence.filter((each) => each.at > 0),
    }
  }
  const evidence: Evidence[] = [{ at: created_at, code: 'created', parts: {} }]
  return { verdict: 'never_connected', certainty: 'high', since: created_at, evidence }
}

function silentPlace(facts: DiagnosisFacts): Finding | null {
  const { place, last_seen_at } = facts
  if (!place) return null
  const { name, silent, total, first_at, last_at } = place
  const seconds = Math.max(1, Math.round((last_at - first_at) / 1000))
  return {
    verdict: 'place_silent',
    certainty: silent >= SURE_OUTAGE || silent === total ? 'high' : 'medium',
    since: last_seen_at,
    evidence: [{ at: last_at, code: 'place', parts: { name, silent, total, seconds } }, ...lastReading(facts)],
  }
}

/** Sends, but less often than expected. The next message must not be overdue by its own gaps. */
function seldom(facts: DiagnosisFacts): Finding | null {
  const { now, last_seen_at, expected_seconds, gaps } = facts
  if (expected_seconds === null || last_seen_at === null || gaps.length < LEAST_GAPS) return null
  const gap = median(gaps.slice(-GAPS_COMPARED))
  const age = (now - last_seen_at) / 1000
  if (gap <= SELDOM_FACTOR * expected_seconds || age > 2.5 * gap) return null
  return {
    verdict: 'too_seldom',
    certainty: 'high',
    since: null,
    evidence: [
      { at: last_seen_at, code: 'interval', parts: { seconds: gap, expected_seconds } },
      ...lastReading(facts),
    ],
  }
}

function goneSilent(facts: DiagnosisFacts): Finding {
  const ended = endOf(facts)
  if (facts.is_connected || (facts.is_connected === null && !ended)) return unexplained(facts)
  return {
    verdict: 'disconnected',
    certainty: ended ? 'high' : 'medium',
    since: ended?.last_at ?? facts.last_seen_at,
    evidence: [...(ended ? [seen(ended, 'disconnected')] : []), ...lastReading(facts)],
  }
}

/** The end of its last connection, if no reading came after it. */
function endOf({ is_connected, events, last_seen_at }: DiagnosisFacts): LinkEvent | undefined {
  const ended = events.get('disconnected')
  return !is_connected && ended && ended.last_at >= (last_seen_at ?? 0) ? ended : undefined
}

/** Connected and silent, for no known reason; or it is not known whether it is connected. */
function unexplained(facts: DiagnosisFacts): Finding {
  const { is_connected, now } = facts
  const connected = facts.events.get('connected')
  const code = is_connected ? 'connected_now' : 'connected'
  const evidence: Evidence[] = is_connected === null ? [{ at: now, code: 'own_broker', parts: {} }] : []
  if (connected) evidence.push({ at: connected.last_at, code, parts: connected.detail })
  return {
    verdict: 'unknown',
    certainty: 'low',
    since: facts.last_seen_at ?? connected?.last_at ?? null,
    evidence: [...evidence, ...lastReading(facts)],
  }
}

function whileTalking(facts: DiagnosisFacts): Finding {
  const isLate = facts.connection === 'stale'
  return (
    partialFault(facts) ??
    clockBehind(facts) ??
    missingMetrics(facts) ??
    (isLate ? silentPlace(facts) : null) ??
    seldom(facts) ??
    (isLate ? late(facts) : healthy(facts))
  )
}

/** A fault in its newest messages, of which other readings or values were stored. */
function partialFault(facts: DiagnosisFacts): Finding | null {
  const { now, events, stale_after_seconds } = facts
  const kind = newestOf(PARTIAL, events, ({ last_at }) => now - last_at <= stale_after_seconds * 1000)
  const event = kind && events.get(kind)
  if (!kind || !event) return null
  return {
    verdict: verdictOf(kind),
    certainty: event.count > 1 || kind === 'wrong_clock' ? 'high' : 'medium',
    since: event.first_at,
    evidence: [seen(event, kind), ...lastReading(facts)],
  }
}

/** Its newest reading is old when it arrives: the clock is behind, or it delivers what it kept. */
function clockBehind({ last_seen_at, metrics }: DiagnosisFacts): Finding | null {
  if (last_seen_at === null || metrics.length === 0) return null
  const newest = Math.max(...metrics.map(({ at }) => at))
  const behindMs = last_seen_at - newest
  if (behindMs <= CLOCK_BEHIND_MS) return null
  const parts = { seconds: Math.round(behindMs / 1000) }
  return {
    verdict: 'wrong_clock',
    certainty: 'medium',
    since: null,
    evidence: [{ at: last_seen_at, code: 'clock_behind', parts }],
  }
}

/** The metrics that end before its newest reading by more than its limit of silence, as the alarm of a silent metric has it. */
function missingMetrics(facts: DiagnosisFacts): Finding | null {
  const { metrics, offline_after_seconds } = facts
  const newest = Math.max(0, ...metrics.map(({ at }) => at))
  const ended = metrics
    .filter(({ at }) => newest - at > offline_after_seconds * 1000 && newest - at < METRIC_FORGOTTEN_MS)
    .toSorted((a, b) => b.at - a.at)
  const [last] = ended
  if (!last) return null
  const evidence = ended.map(({ metric, at }): Evidence => ({ at, code: 'metric_ended', parts: { metric } }))
  const names = facts.events.get('unknown_names')
  if (names && names.last_at > last.at) evidence.unshift(seen(names, 'unknown_names'))
  return { verdict: 'metrics_missing', certainty: 'high', since: last.at, evidence }
}

/** Late but not offline yet. */
function late(facts: DiagnosisFacts): Finding {
  const { last_seen_at, interval_seconds } = facts
  if (endOf(facts)) return { ...goneSilent(facts), certainty: 'medium' }
  const interval: Evidence[] =
    interval_seconds === null || last_seen_at === null
      ? []
      : [{ at: last_seen_at, code: 'interval', parts: { expected_seconds: interval_seconds, seconds: ageOf(facts) } }]
  const evidence = interval.length > 0 ? interval : lastReading(facts)
  return { verdict: 'too_seldom', certainty: 'low', since: last_seen_at, evidence }
}

function healthy(facts: DiagnosisFacts): Finding {
  return { verdict: 'ok', certainty: 'high', since: null, evidence: lastReading(facts) }
}

function ageOf({ now, last_seen_at }: DiagnosisFacts): number {
  return Math.round((now - (last_seen_at ?? now)) / 1000)
}

function lastReading({ last_seen_at, address }: DiagnosisFacts): Evidence[] {
  return last_seen_at === null ? [] : [{ at: last_seen_at, code: 'last_reading', parts: { address: address ?? '–' } }]
}

function keyMade(kind: LinkEventKind, { key_made_at, created_at }: DiagnosisFacts): Evidence[] {
  const isKey = kind === 'wrong_key' || kind === 'old_key' || kind === 'revoked_key'
  // The first key is made with the terminal.
  if (!isKey || key_made_at === null || key_made_at - created_at < 1000) return []
  return [{ at: key_made_at, code: 'key_made', parts: {} }]
}

function seen(event: LinkEvent | undefined, code: LinkEventKind): Evidence {
  return { at: event?.last_at ?? 0, code, parts: { ...event?.detail, count: event?.count ?? 0 } }
}

function verdictOf(kind: KeyFault | MessageFault): Verdict {
  if (kind === 'too_old') return 'wrong_clock'
  return kind === 'not_decoded' ? 'unreadable' : kind
}

/** The kind with the newest event that counts; of events at the same instant the first in the list. */
function newestOf<K extends LinkEventKind>(
  kinds: readonly K[],
  events: ReadonlyMap<LinkEventKind, LinkEvent>,
  counts: (event: LinkEvent) => boolean,
): K | undefined {
  const at = (kind: K) => events.get(kind)?.last_at ?? 0
  return kinds
    .filter((kind) => {
      const event = events.get(kind)
      return event !== undefined && counts(event)
    })
    .toSorted((a, b) => at(b) - at(a))[0]
}

/** A terminal of a place, with the arrival of its last stored reading in epoch milliseconds and its limits. */
export interface Neighbour {
  id: number
  seen_at: number | null
  interval_seconds: number | null
  stale_after_seconds: number
}

const LEAST_OF_PLACE = 3
const TOGETHER_MS = 60_000

/**
 * The terminals of a place that fell silent together: their last readings lie within 60 s, or the longest interval of one of them, of this
 * terminal's. @returns null when fewer than three did.
 */
export function silentTogether(
  name: string,
  own: Neighbour,
  others: readonly Neighbour[],
  now: number,
): SilentPlace | null {
  const { seen_at } = own
  if (seen_at === null) return null
  const spanMs = Math.max(
    TOGETHER_MS,
    ...[own, ...others].map(({ interval_seconds }) => (interval_seconds ?? 0) * 1000),
  )
  const delivering = [own, ...others].filter((terminal) => terminal.seen_at !== null)
  const silent = delivering.flatMap(({ seen_at: at, stale_after_seconds }) =>
    at !== null && Math.abs(at - seen_at) <= spanMs && now - at > stale_after_seconds * 1000 ? [at] : [],
  )
  if (silent.length < LEAST_OF_PLACE) return null
  return {
    name,
    silent: silent.length,
    total: delivering.length,
    first_at: Math.min(...silent),
    last_at: Math.max(...silent),
  }
}
