import type { Instant } from '@dalyan/contracts/instant'
import type { MetricKey } from '@dalyan/contracts/metrics'
import { isActive, type Severity } from '@dalyan/contracts/alarm-words'
import type { AlarmKey, AlarmRow, AlarmTables } from '../../../core/database/schema-alarms.ts'
import {
  severityEvent,
  transition,
  transitionsOf,
  type AlarmEvent,
  type Transition,
} from '../machine/alarm-machine.rules.ts'

/** A time in which the server, or its database, was down, however short. */
export type SilencePause = AlarmTables['silence_pauses']

/** An active terminal on an active tank, as the silence clock reads it. */
export interface ObservedTerminal {
  terminal_id: number
  tank_id: number
  /** When its newest reading was stored, by the server's clock; null: never. */
  seen_at: Instant | null
  /** Time of its newest reading on the tank; null: none. */
  measured_at: Instant | null
  /** Start of its assignment to the tank; silence does not count from before. */
  since: Instant
  /** Seconds of silence that raise an alarm. */
  limit_seconds: number
  /** The metrics that it has ever delivered, at least those that are behind its newest reading. */
  metrics: readonly ObservedMetric[]
}

/** A metric that a terminal has delivered, with the time of its newest value. */
export interface ObservedMetric {
  metric: MetricKey
  measured_at: Instant
}

/** A silence that should have an active alarm now. */
export interface SilenceAlarm extends Omit<AlarmKey, 'kind'> {
  severity: Severity
  out_since: Instant
}

/**
 * Seconds of silence since `seenAt`. The silence clock stops in every pause and for one limit after it (docs/behaviour/alarms.md): a
 * terminal that could not deliver, or must reconnect first, is not silent. `pauses`: oldest first.
 */
export function silentSeconds(
  seenAt: Instant,
  now: Instant,
  limitSeconds: number,
  pauses: readonly SilencePause[],
): number {
  const end = Date.parse(now)
  let from = Date.parse(seenAt)
  let silentMs = 0
  for (const pause of pauses) {
    const start = Math.min(Date.parse(pause.from_at), end)
    silentMs += Math.max(0, start - from)
    from = Math.max(from, Math.min(Date.parse(pause.to_at) + limitSeconds * 1000, end))
  }
  return (silentMs + Math.max(0, end - from)) / 1000
}

/** The metrics that are behind their terminal's newest reading by more than its limit. */
export function metricsBehind({ measured_at: newest, limit_seconds, metrics }: ObservedTerminal): ObservedMetric[] {
  if (newest === null) return []
  return metrics.filter(({ measured_at }) => Date.parse(newest) - Date.parse(measured_at) > limit_seconds * 1000)
}

/**
 * All silences on some tanks: of terminals, of single metrics, and of tanks without a terminal that could deliver. `nextReading`: when the
 * terminal delivered again after its newest value of a metric; undefined: unknown, or never.
 */
export function findSilences(
  tankIds: readonly number[],
  terminals: readonly ObservedTerminal[],
  nextReading: (terminal_id: number, metric: MetricKey) => Instant | undefined,
  pauses: readonly SilencePause[],
  now: Instant,
): SilenceAlarm[] {
  const isSilent = (terminal: ObservedTerminal) => {
    if (terminal.seen_at === null) return false
    const from = terminal.seen_at > terminal.since ? terminal.seen_at : terminal.since
    return silentSeconds(from, now, terminal.limit_seconds, pauses) > terminal.limit_seconds
  }
  const byTank = Map.groupBy(terminals, ({ tank_id }) => tank_id)
  return tankIds.flatMap((tank_id): SilenceAlarm[] => {
    const here = byTank.get(tank_id) ?? []
    if (here.length === 0) return [{ tank_id, terminal_id: null, metric: null, severity: 'critical', out_since: now }]
    const silent = new Set(here.filter(isSilent))
    const delivers = here.some((terminal) => terminal.seen_at !== null && !silent.has(terminal))
    return here.flatMap((terminal): SilenceAlarm[] => {
      const { terminal_id, seen_at, measured_at: newest, limit_seconds } = terminal
      if (seen_at === null) return []
      const severity = delivers ? 'warning' : 'critical'
      if (silent.has(terminal)) return [{ tank_id, terminal_id, metric: null, severity, out_since: seen_at }]
      // The terminal itself still delivers to the tank.
      return metricsBehind(terminal).flatMap(({ metric, measured_at }): SilenceAlarm[] => {
        const from = missedSince(measured_at, nextReading(terminal_id, metric), terminal)
        if (silentSeconds(from, newest ?? now, limit_seconds, pauses) <= limit_seconds) return []
        return [{ tank_id, terminal_id, metric, severity: 'warning', out_since: measured_at }]
      })
    })
  })
}

/**
 * Start of a metric's silence; times when its terminal was silent or on another tank do not count. A terminal may send one metric per
 * message.
 */
function missedSince(
  measured_at: Instant,
  next_at: Instant | undefined,
  { since, limit_seconds }: ObservedTerminal,
): Instant {
  const wasSilent = next_at !== undefined && Date.parse(next_at) - Date.parse(measured_at) > limit_seconds * 1000
  const from = wasSilent ? next_at : measured_at
  return from > since ? from : since
}

/** Key of a silence: one per terminal and metric, one per tank without a terminal. */
export function silenceKey({ tank_id, terminal_id, metric }: Omit<AlarmKey, 'kind'>): string {
  return terminal_id === null ? `tank ${tank_id}` : `terminal ${terminal_id} ${metric ?? ''}`
}

/**
 * The transitions of silence alarms.
 * `deliveredAgainAt`: when the silent terminal delivered again, null: not yet. A stopped silence clock ends no silence.
 */
export function silenceTransitions(
  alarms: readonly AlarmRow[],
  silences: readonly SilenceAlarm[],
  deliveredAgainAt: (alarm: AlarmRow) => Instant | null,
  now: Instant,
): Transition[] {
  const byKey = new Map(alarms.map((alarm) => [silenceKey(alarm), alarm]))
  const silent = new Map(silences.map((silence) => [silenceKey(silence), silence]))
  const clearedAgain = (alarm: AlarmRow): AlarmEvent | null => {
    const at = isActive(alarm) && !silent.has(silenceKey(alarm)) ? deliveredAgainAt(alarm) : null
    return at === null ? null : { type: 'cleared', at }
  }
  const ended = transitionsOf(alarms, clearedAgain, now)
  return [...ended, ...[...silent].flatMap(([key, silence]) => stillSilent(byKey.get(key) ?? null, silence, now))]
}

function stillSilent(alarm: AlarmRow | null, silence: SilenceAlarm, now: Instant): Transition[] {
  const raised = isActive(alarm) ? null : transition(alarm, occurrenceOf(silence, now), now)
  const active = raised?.after ?? alarm
  const change = active && severityEvent(active, silence.severity)
  return [raised, change && transition(active, change, now)].filter((step) => step !== null)
}

function occurrenceOf(silence: SilenceAlarm, at: Instant): AlarmEvent {
  const nothing = { value: null, peak: null, limit_value: null }
  return { type: 'occurred', ...silence, ...nothing, kind: 'silent', last_at: silence.out_since, at }
}
