import {
  type AlarmKind,
  type AlarmState,
  CLEAR_REASONS,
  isOfLimit,
  type ClearReason,
  type Severity,
} from '@dalyan/contracts/alarm-words'
import type { Instant } from '@dalyan/contracts/instant'
import { isBeyond, severityRank } from '@dalyan/contracts/out-of-range'
import type { AlarmKey, AlarmRow, PastOccurrence } from '../../../core/database/schema-alarms.ts'

const MINUTE_MS = 60_000
/** A closed alarm reopens when the first value out comes within this time. */
export const REOPENS_WITHIN_MS = 30 * MINUTE_MS
/** A sensor with a fault recovers and fails again: one notice in this time, and the same alarm again. */
export const FAULT_REOPENS_WITHIN_MS = 24 * 60 * MINUTE_MS
const CHATTERING = { occurrences: 5, withinMs: 60 * MINUTE_MS }
/** How long an acknowledgement lasts while the alarm stays active. */
const ACKNOWLEDGED_FOR_MS: Record<Severity, number> = {
  critical: 60 * MINUTE_MS,
  warning: 480 * MINUTE_MS,
  info: 480 * MINUTE_MS,
}
/** The earliest that any acknowledgement expires; alarm-clock.sql.ts reads no alarm before. */
export const SHORTEST_ACKNOWLEDGEMENT_MINUTES = Math.min(...Object.values(ACKNOWLEDGED_FOR_MS)) / MINUTE_MS

/** Why recipients are notified of an alarm, the most important reason first. */
export const NOTIFY_REASONS = [
  'raised',
  'chattering',
  /** Out again before a user acknowledged it, or soon after it closed and beyond its peak. */
  'out_again',
  'graver',
  'shelving_over',
  'acknowledgement_over',
  /** Worse than at the acknowledgement by 25 % of the span. */
  'worse',
] as const
export type NotifyReason = (typeof NOTIFY_REASONS)[number]

/** Reported to webhooks although no recipient is notified. */
export type ReportedEvent = 'acknowledged' | 'shelved' | 'cleared' | 'closed'

/** A value (or a silence) that has become an alarm. */
export interface Occurrence extends AlarmKey {
  severity: Severity
  value: number | null
  peak: number | null
  limit_value: number | null
  out_since: Instant
  last_at: Instant
  /** The reading's time, or the clock's instant, that raised the alarm. */
  at: Instant
}

/** The events of an alarm. */
export type AlarmEvent =
  | ({ type: 'occurred' } & Occurrence)
  /** One more value out, by the reading's own time. */
  | { type: 'value_out'; value: number; at: Instant; limit_value: number | null }
  /** The value is worse than at the acknowledgement by 25 % of the span. */
  | { type: 'grew_worse' }
  | { type: 'severity_rose'; severity: Severity }
  | { type: 'severity_fell'; severity: Severity }
  /** No value is out any more. `reason`: why the alarm ends although no value returned. */
  | { type: 'cleared'; at: Instant; reason?: ClearReason }
  /** `value`: the acknowledged value, where it is not the alarm's own newest one. */
  | { type: 'acknowledged'; user_id: number | null; note: string | null; value?: number | null }
  /** A later note on an existing acknowledgement. */
  | { type: 'note_changed'; note: string | null }
  | { type: 'acknowledgement_over' }
  /** Suppresses the notifications of its tank, metric and side (or terminal), new occurrences included. */
  | { type: 'shelved'; minutes: number; reason: string }
  /** Expired, or ended by a user. */
  | { type: 'shelving_over' }

type EventType = AlarmEvent['type']
type EventOf<T extends EventType> = Extract<AlarmEvent, { type: T }>

interface MachineCell {
  to: AlarmState
  notify?: NotifyReason
  /** Notifies only under this condition. */
  onlyIf?: (alarm: AlarmRow, event: AlarmEvent, now: Instant) => boolean
  report?: readonly ReportedEvent[]
}

/**
 * State × event → next state and effects, as in docs/behaviour/alarms.md under "States". `none`: there is no alarm, or it closed more than
 * 30 minutes before. A state refuses the events that it does not list. A shelved alarm does not notify.
 */
export const TRANSITIONS: Record<AlarmState | 'none', Partial<Record<EventType, MachineCell>>> = {
  none: {
    occurred: { to: 'active_unack', notify: 'raised' },
  },
  active_unack: {
    acknowledged: { to: 'active_ack', report: ['acknowledged'] },
    cleared: { to: 'rtn_unack', report: ['cleared'] },
    value_out: { to: 'active_unack' },
    severity_rose: { to: 'active_unack', notify: 'graver', onlyIf: isGraverThanNotified },
    severity_fell: { to: 'active_unack' },
    shelved: { to: 'active_unack', report: ['shelved'] },
    shelving_over: { to: 'active_unack', notify: 'shelving_over' },
  },
  active_ack: {
    cleared: { to: 'closed', report: ['cleared', 'closed'] },
    value_out: { to: 'active_ack' },
    severity_rose: { to: 'active_unack', notify: 'graver' },
    severity_fell: { to: 'active_ack' },
    grew_worse: { to: 'active_unack', notify: 'worse' },
    acknowledgement_over: { to: 'active_unack', notify: 'acknowledgement_over' },
    acknowledged: { to: 'active_ack', report: ['acknowledged'] },
    note_changed: { to: 'active_ack' },
    shelved: { to: 'active_ack', report: ['shelved'] },
    shelving_over: { to: 'active_unack', notify: 'shelving_over' },
  },
  rtn_unack: {
    acknowledged: { to: 'closed', report: ['acknowledged', 'closed'] },
    occurred: { to: 'active_unack', notify: 'out_again' },
    shelved: { to: 'rtn_unack', report: ['shelved'] },
    shelving_over: { to: 'rtn_unack' },
  },
  closed: {
    occurred: { to: 'active_ack', notify: 'out_again', onlyIf: isWorseThanEver },
    shelving_over: { to: 'closed' },
  },
}

/** One transition of an alarm with its effects. `after.id` 0: a new alarm; `before` is then the closed one of the same key, if any. */
export interface Transition {
  before: AlarmRow | null
  after: AlarmRow
  notify: NotifyReason | null
  reports: readonly ReportedEvent[]
}

/** Applies one event to an alarm; null: its state refuses the event. */
export function transition(alarm: AlarmRow | null, event: AlarmEvent, now: Instant): Transition | null {
  const cell = TRANSITIONS[stateFor(alarm, event)][event.type]
  if (!cell) return null
  const updated = applied(alarm, cell.to, event, now)
  const notify = notifyReason(cell, alarm, updated, event, now)
  const after = notify ? { ...updated, notified_at: now, notified_severity: updated.severity } : updated
  return { before: alarm, after, notify, reports: cell.report ?? [] }
}

/** The transitions of these alarms by one event each; null: no event. */
export function transitionsOf(
  alarms: readonly AlarmRow[],
  eventOf: (alarm: AlarmRow) => AlarmEvent | null,
  now: Instant,
): Transition[] {
  return alarms.flatMap((alarm) => {
    const event = eventOf(alarm)
    return (event && transition(alarm, event, now)) ?? []
  })
}

/** Whether the state of an alarm accepts events of this type. */
export function accepts(alarm: AlarmRow, type: EventType): boolean {
  return TRANSITIONS[alarm.state][type] !== undefined
}

function stateFor(alarm: AlarmRow | null, event: AlarmEvent): AlarmState | 'none' {
  if (!alarm) return 'none'
  const isTooLate =
    event.type === 'occurred' &&
    alarm.closed_at !== null &&
    ms(alarm.closed_at, event.out_since) > reopensWithinMs(alarm.kind)
  return isTooLate ? 'none' : alarm.state
}

const reopensWithinMs = (kind: AlarmKind) => (kind === 'fault' ? FAULT_REOPENS_WITHIN_MS : REOPENS_WITHIN_MS)

function applied(alarm: AlarmRow | null, to: AlarmState, event: AlarmEvent, now: Instant): AlarmRow {
  if (event.type === 'occurred' && (!alarm || stateFor(alarm, event) === 'none')) return newAlarm(alarm, event, now)
  if (!alarm) throw new Error(`${event.type} without an alarm`)
  const update = UPDATES[event.type] as (alarm: AlarmRow, event: AlarmEvent, now: Instant) => Partial<AlarmRow>
  const at = event.type === 'cleared' ? event.at : now
  const entered = to === alarm.state ? {} : ENTERED[to](at)
  return { ...alarm, ...update(alarm, event, now), ...entered, state: to }
}

function notifyReason(
  { notify, onlyIf }: MachineCell,
  before: AlarmRow | null,
  after: AlarmRow,
  event: AlarmEvent,
  now: Instant,
): NotifyReason | null {
  if (!notify || isShelved(after, now)) return null
  const notified = after.kind === 'fault' ? (before?.notified_at ?? null) : null
  if (notified !== null && ms(notified, now) < FAULT_REOPENS_WITHIN_MS) return null
  // Chattering notifies once, then counts.
  if (event.type === 'occurred' && after.chattering) return before?.chattering ? null : 'chattering'
  return before && onlyIf && !onlyIf(before, event, now) ? null : notify
}

const UNSIGNED = { acknowledged_at: null, acknowledged_by: null }
/** An occurrence that no user has acknowledged yet. */
const UNANSWERED = { ...UNSIGNED, first_acknowledged_at: null, first_acknowledged_by: null, note: null }
export const UNSHELVED = { shelved_until: null, shelve_reason: null }

/** Which fields an alarm sets or clears when it enters a state from another one. */
const ENTERED: Record<AlarmState, (at: Instant) => Partial<AlarmRow>> = {
  active_unack: () => ({ ...UNSIGNED, ack_since: null, cleared_at: null, closed_at: null }),
  active_ack: (at) => ({ ack_since: at, cleared_at: null, closed_at: null }),
  rtn_unack: () => ({ ack_since: null }),
  closed: (at) => ({ ack_since: null, closed_at: at }),
}

/** Which fields an event changes, whatever state it leads to. */
const UPDATES: { [T in EventType]: (alarm: AlarmRow, event: EventOf<T>, now: Instant) => Partial<AlarmRow> } = {
  occurred: occurredAgain,
  value_out(alarm, { value, at, limit_value }) {
    const occurrence = { kind: alarm.kind, peak: alarm.occurrence_peak }
    return {
      limit_value,
      peak: isWorseThanPeak(alarm, value) ? value : alarm.peak,
      occurrence_peak: isWorseThanPeak(occurrence, value) ? value : alarm.occurrence_peak,
      ...(at < alarm.last_at ? {} : { value, last_at: at }),
    }
  },
  grew_worse: () => ({}),
  severity_rose: (_, { severity }) => ({ severity, ...UNSHELVED }),
  severity_fell: (_, { severity }) => ({ severity }),
  cleared: ({ note }, { at, reason }) => ({
    cleared_at: at,
    note: reason === undefined ? note : [note, CLEAR_REASONS[reason]].filter(Boolean).join('\n'),
  }),
  acknowledged: (alarm, { user_id, note, value }, now) => ({
    note: note ?? alarm.note,
    acknowledged_at: now,
    acknowledged_by: user_id,
    first_acknowledged_at: alarm.first_acknowledged_at ?? now,
    first_acknowledged_by: alarm.first_acknowledged_at === null ? user_id : alarm.first_acknowledged_by,
    ack_value: value ?? alarm.value,
    ack_since: now,
  }),
  note_changed: (alarm, { note }) => ({ note: note ?? alarm.note }),
  acknowledgement_over: () => ({}),
  shelved: (_, { minutes, reason }, now) => ({
    shelve_reason: reason,
    shelved_until: new Date(Date.parse(now) + minutes * MINUTE_MS).toISOString(),
  }),
  shelving_over: () => UNSHELVED,
}

function newAlarm(
  before: AlarmRow | null,
  { type: _type, at, ...occurrence }: EventOf<'occurred'>,
  now: Instant,
): AlarmRow {
  return {
    ...occurrence,
    id: 0,
    incident_id: 0,
    state: 'active_unack',
    raised_at: at,
    cleared_at: null,
    closed_at: null,
    ...UNANSWERED,
    occurrence_peak: occurrence.peak,
    ack_value: null,
    ack_since: null,
    occurrences: 1,
    chattering: false,
    occurred_at: [at],
    past: [],
    ...shelfFor(before, occurrence.severity, now),
    notified_at: null,
    notified_severity: null,
  }
}

/** Adds an occurrence. An earlier acknowledgement keeps the state `active_ack`, but does not cover this occurrence. */
function occurredAgain(before: AlarmRow, occurrence: EventOf<'occurred'>, now: Instant): Partial<AlarmRow> {
  const occurred_at = [...before.occurred_at, occurrence.at].slice(-CHATTERING.occurrences)
  const { terminal_id, severity, value, limit_value, out_since, last_at, peak } = occurrence
  return {
    terminal_id,
    value,
    limit_value,
    out_since,
    last_at,
    occurred_at,
    // A worse severity is an event of its own, since it ends shelving.
    severity: isGraver(severity, before.severity) ? before.severity : severity,
    peak: peak !== null && isWorseThanPeak(before, peak) ? peak : before.peak,
    occurrence_peak: peak,
    ...UNANSWERED,
    past: [...before.past, endedOccurrence(before)],
    occurrences: before.occurrences + 1,
    chattering:
      occurred_at.length === CHATTERING.occurrences &&
      ms(occurred_at[0] ?? occurrence.at, occurrence.at) <= CHATTERING.withinMs,
    ...(isShelved(before, now) ? {} : UNSHELVED),
  }
}

/** The newest occurrence of an alarm, before another one follows it. */
function endedOccurrence(alarm: AlarmRow): PastOccurrence {
  const { severity, value, out_since, last_at, first_acknowledged_at, note } = alarm
  return {
    number: alarm.occurrences,
    severity,
    value,
    peak: alarm.occurrence_peak,
    out_since,
    raised_at: alarm.occurred_at.at(-1) ?? alarm.raised_at,
    cleared_at: alarm.cleared_at ?? last_at,
    acknowledged_at: alarm.acknowledged_at ?? first_acknowledged_at,
    acknowledged_by: alarm.acknowledged_at === null ? alarm.first_acknowledged_by : alarm.acknowledged_by,
    first_acknowledged_at,
    note,
  }
}

/** The shelving that a new alarm takes over from the last one, unless its severity is worse than the shelved one. */
function shelfFor(before: AlarmRow | null, severity: Severity, now: Instant): Pick<AlarmRow, keyof typeof UNSHELVED> {
  if (!before || !isShelved(before, now) || isGraver(severity, before.severity)) return UNSHELVED
  return { shelved_until: before.shelved_until, shelve_reason: before.shelve_reason }
}

/** Whether its shelving still runs: it suppresses notifications and the expiry of the acknowledgement. */
export function isShelved(alarm: AlarmRow, now: Instant): boolean {
  return alarm.shelved_until !== null && alarm.shelved_until > now
}

/** The event for the current severity of an active alarm; null: unchanged. */
export function severityEvent(alarm: AlarmRow, severity: Severity): AlarmEvent | null {
  if (severity === alarm.severity) return null
  return { type: isGraver(severity, alarm.severity) ? 'severity_rose' : 'severity_fell', severity }
}

/** The event that time alone causes by now: a shelving or an acknowledgement expires. */
export function dueEvent(alarm: AlarmRow, now: Instant): AlarmEvent | null {
  if (isShelved(alarm, now)) return null
  if (alarm.shelved_until !== null) return { type: 'shelving_over' }
  if (alarm.state !== 'active_ack' || alarm.ack_since === null) return null
  const isOver = ms(alarm.ack_since, now) >= ACKNOWLEDGED_FOR_MS[alarm.severity]
  return isOver ? { type: 'acknowledgement_over' } : null
}

function isWorseThanPeak({ kind, peak }: Pick<AlarmRow, 'kind' | 'peak'>, value: number): boolean {
  return isOfLimit(kind) && (peak === null || isBeyond(kind, value, peak))
}

function isWorseThanEver(alarm: AlarmRow, event: AlarmEvent): boolean {
  return event.type === 'occurred' && event.peak !== null && isWorseThanPeak(alarm, event.peak)
}

/** A value that oscillates around its critical limit must not notify with every reading. */
function isGraverThanNotified(alarm: AlarmRow, event: AlarmEvent, now: Instant): boolean {
  if (event.type !== 'severity_rose' || alarm.notified_severity === null) return true
  return isShelved(alarm, now) || isGraver(event.severity, alarm.notified_severity)
}

function isGraver(severity: Severity, than: Severity): boolean {
  return severityRank(severity) < severityRank(than)
}

function ms(from: Instant, to: Instant): number {
  return Date.parse(to) - Date.parse(from)
}
