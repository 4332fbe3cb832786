import type { AlarmState } from '@dalyan/contracts/alarm-words'
import type { Instant } from '@dalyan/contracts/instant'
import { SEVERITIES, type Severity } from '@dalyan/contracts/range-templates'
import type { AlarmKey, AlarmRow } from '../../core/database/schema-alarms.ts'
import { isBeyond } from './limits.rules.ts'

const MINUTE_MS = 60_000
const REOPENS_WITHIN_MS = 30 * MINUTE_MS
const CHATTERING = { occurrences: 5, withinMs: 60 * MINUTE_MS }
/** How long an acknowledgement holds while the alarm stays active. */
const ACKNOWLEDGED_FOR_MS: Record<Severity, number> = {
  critical: 60 * MINUTE_MS,
  warning: 480 * MINUTE_MS,
  info: 480 * MINUTE_MS,
}

/** A value (or a silence) that has become an alarm. */
export interface Occurrence extends AlarmKey {
  severity: Severity
  value: number | null
  peak: number | null
  limit_value: number | null
  out_since: Instant
  last_at: Instant
  /** The reading's time, or the clock's instant, that made it an alarm. */
  at: Instant
}

export function isActive(alarm: AlarmRow | null): alarm is AlarmRow {
  return alarm?.state === 'active_unack' || alarm?.state === 'active_ack'
}

function ms(from: Instant, to: Instant): number {
  return Date.parse(to) - Date.parse(from)
}

/** Whether a closed alarm comes back as the same one when its value was out again at `outSince` (decisions §7: 30 minutes). */
export function isReopened(alarm: AlarmRow, outSince: Instant): boolean {
  return alarm.closed_at !== null && ms(alarm.closed_at, outSince) <= REOPENS_WITHIN_MS
}

/** An occurrence becomes a new alarm, or one more of the alarm that is still to be acknowledged or has just been closed. */
export function raise(before: AlarmRow | null, occurrence: Occurrence, now: Instant): AlarmRow {
  if (before?.state === 'rtn_unack') return recur(before, 'active_unack', occurrence, now)
  if (before && isReopened(before, occurrence.out_since)) return recur(before, 'active_ack', occurrence, now)
  const { at, ...fields } = occurrence
  return {
    ...fields,
    id: 0,
    state: 'active_unack',
    raised_at: at,
    cleared_at: null,
    closed_at: null,
    acknowledged_at: null,
    acknowledged_by: null,
    ack_value: null,
    ack_since: null,
    note: null,
    shelved_until: null,
    shelve_reason: null,
    occurrences: 1,
    chattering: false,
    occurred_at: [at],
    told_at: now,
  }
}

function recur(before: AlarmRow, state: 'active_unack' | 'active_ack', occurrence: Occurrence, now: Instant): AlarmRow {
  const occurred_at = [...before.occurred_at, occurrence.at].slice(-CHATTERING.occurrences)
  const chattering =
    occurred_at.length === CHATTERING.occurrences &&
    ms(occurred_at[0] ?? occurrence.at, occurrence.at) <= CHATTERING.withinMs
  const isNews = state === 'active_unack' || isWorseThanPeak(before, occurrence)
  // Chattering is told once, then counted.
  const tells = chattering ? !before.chattering : isNews
  return {
    ...before,
    state,
    terminal_id: occurrence.terminal_id,
    value: occurrence.value,
    limit_value: occurrence.limit_value,
    out_since: occurrence.out_since,
    last_at: occurrence.last_at,
    cleared_at: null,
    closed_at: null,
    ack_since: state === 'active_ack' ? now : null,
    peak: isWorseThanPeak(before, occurrence) ? occurrence.peak : before.peak,
    occurrences: before.occurrences + 1,
    chattering,
    occurred_at,
    told_at: tells ? now : before.told_at,
    ...severityChange(before, occurrence.severity, state, now),
  }
}

function isWorseThanPeak(alarm: AlarmRow, { peak }: Pick<Occurrence, 'peak'>): boolean {
  return alarm.kind !== 'silent' && peak !== null && (alarm.peak === null || isBeyond(alarm.kind, peak, alarm.peak))
}

/** A graver severity breaks shelving and calls for a new acknowledgement. */
function severityChange(alarm: AlarmRow, severity: Severity, state: AlarmState, now: Instant): Partial<AlarmRow> {
  if (SEVERITIES.indexOf(severity) >= SEVERITIES.indexOf(alarm.severity)) return { severity }
  const unshelved = { severity, shelved_until: null, shelve_reason: null }
  return state === 'active_ack' ? { ...unshelved, ...unacknowledged(now) } : unshelved
}

function unacknowledged(now: Instant): Pick<AlarmRow, 'state' | 'ack_since' | 'told_at'> {
  return { state: 'active_unack', ack_since: null, told_at: now }
}

/** Severity as it is now; it rises and falls, the peak stays. */
export function regrade(alarm: AlarmRow, severity: Severity, now: Instant): AlarmRow {
  return severity === alarm.severity ? alarm : { ...alarm, ...severityChange(alarm, severity, alarm.state, now) }
}

/** One more value out. `isMuchWorse` compares it with the value for which the alarm was acknowledged. */
export function continueWith(
  alarm: AlarmRow,
  reading: {
    value: number
    at: Instant
    limit_value: number | null
    isMuchWorse: (value: number, than: number) => boolean
  },
  now: Instant,
): AlarmRow {
  const { value, at, limit_value } = reading
  const next = {
    ...alarm,
    limit_value,
    peak: isWorseThanPeak(alarm, { peak: value }) ? value : alarm.peak,
  }
  const seen = at < alarm.last_at ? next : { ...next, value, last_at: at }
  const isWorse = alarm.ack_value !== null && reading.isMuchWorse(value, alarm.ack_value)
  return alarm.state === 'active_ack' && isWorse ? { ...seen, ...unacknowledged(now) } : seen
}

/** Nothing is out any more. `reason`: why, when no value came back. */
export function clear(alarm: AlarmRow, at: Instant, reason: string | null = null): AlarmRow {
  if (!isActive(alarm)) return alarm
  const note = reason === null ? alarm.note : [alarm.note, reason].filter(Boolean).join('\n')
  const isClosed = alarm.state === 'active_ack'
  return {
    ...alarm,
    state: isClosed ? 'closed' : 'rtn_unack',
    cleared_at: at,
    closed_at: isClosed ? at : null,
    ack_since: null,
    note,
  }
}

/** A person has seen it. Who was first stays; a later note replaces the earlier one. A closed alarm stays as it is. */
export function acknowledge(
  alarm: AlarmRow,
  by: { user_id: number | null; note: string | null },
  now: Instant,
): AlarmRow {
  const note = by.note ?? alarm.note
  const signed = {
    note,
    acknowledged_at: now,
    acknowledged_by: by.user_id,
    ack_value: alarm.value,
  }
  if (alarm.state === 'active_unack') return { ...alarm, ...signed, state: 'active_ack', ack_since: now }
  if (alarm.state === 'rtn_unack') return { ...alarm, ...signed, state: 'closed', closed_at: now, ack_since: null }
  return alarm.state === 'active_ack' ? { ...alarm, note } : alarm
}

/** What time alone does: shelving ends, and an acknowledgement is asked for again. */
export function age(alarm: AlarmRow, now: Instant): AlarmRow {
  const isShelfOver = alarm.shelved_until !== null && alarm.shelved_until <= now
  if (isShelfOver) {
    const unshelved = { ...alarm, shelved_until: null, shelve_reason: null }
    return isActive(alarm) ? { ...unshelved, ...unacknowledged(now) } : unshelved
  }
  const isHeld = alarm.shelved_until !== null || alarm.state !== 'active_ack' || alarm.ack_since === null
  if (isHeld || ms(alarm.ack_since ?? now, now) < ACKNOWLEDGED_FOR_MS[alarm.severity]) return alarm
  return { ...alarm, ...unacknowledged(now) }
}
