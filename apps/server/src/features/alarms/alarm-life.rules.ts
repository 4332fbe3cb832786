import type { Instant } from '@dalyan/contracts/instant'
import { SEVERITIES, type Severity } from '@dalyan/contracts/range-templates'
import type { AlarmKey, AlarmRow, PastOccurrence } from '../../core/database/schema-alarms.ts'
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

/** Whether a closed alarm comes back as the same one when its value was out again at `outSince` (docs/behaviour/alarms.md: 30 minutes). */
export function isReopened(alarm: AlarmRow, outSince: Instant): boolean {
  return alarm.closed_at !== null && ms(alarm.closed_at, outSince) <= REOPENS_WITHIN_MS
}

/** Whether its shelving still runs: nobody is notified, and no acknowledgement is asked for again. */
export function isShelved(alarm: AlarmRow, now: Instant): boolean {
  return alarm.shelved_until !== null && alarm.shelved_until > now
}

/** A shelving that a new occurrence takes over, as long as it is no graver than what was shelved. */
function shelfFor(before: AlarmRow | null, severity: Severity, now: Instant) {
  return before && isShelved(before, now) && !isGraver(severity, before.severity)
    ? { shelved_until: before.shelved_until, shelve_reason: before.shelve_reason }
    : UNSHELVED
}

/** An occurrence becomes a new alarm, or one more of the alarm that is still to be acknowledged or has just been closed. */
export function raise(before: AlarmRow | null, occurrence: Occurrence, now: Instant): AlarmRow {
  if (before?.state === 'rtn_unack') return recur(before, 'active_unack', occurrence, now)
  if (before && isReopened(before, occurrence.out_since)) return recur(before, 'active_ack', occurrence, now)
  const { at, ...fields } = occurrence
  const shelf = shelfFor(before, occurrence.severity, now)
  return {
    ...fields,
    id: 0,
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
    ...shelf,
    ...(shelf.shelved_until === null
      ? notified(occurrence.severity, now)
      : { notified_at: null, notified_severity: null }),
  }
}

/** What the newest occurrence of an alarm was, now that another one follows it. */
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

/** One more occurrence. The acknowledgement of the one before lets `active_ack` stand, but it is not this one's: nobody has signed it. */
function recur(before: AlarmRow, state: 'active_unack' | 'active_ack', occurrence: Occurrence, now: Instant): AlarmRow {
  const occurred_at = [...before.occurred_at, occurrence.at].slice(-CHATTERING.occurrences)
  const chattering =
    occurred_at.length === CHATTERING.occurrences &&
    ms(occurred_at[0] ?? occurrence.at, occurrence.at) <= CHATTERING.withinMs
  const isNews = state === 'active_unack' || isWorseThanPeak(before, occurrence)
  const shelf = shelfFor(before, occurrence.severity, now)
  // Chattering is notified once, then counted.
  const notifies = shelf.shelved_until === null && (chattering ? !before.chattering : isNews)
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
    occurrence_peak: occurrence.peak,
    ...UNANSWERED,
    past: [...before.past, endedOccurrence(before)],
    occurrences: before.occurrences + 1,
    chattering,
    occurred_at,
    ...shelf,
    ...(notifies ? notified(occurrence.severity, now) : {}),
    ...severityChange({ ...before, state }, occurrence.severity, now),
  }
}

function isWorseThanPeak(alarm: Pick<AlarmRow, 'kind' | 'peak'>, { peak }: Pick<Occurrence, 'peak'>): boolean {
  return alarm.kind !== 'silent' && peak !== null && (alarm.peak === null || isBeyond(alarm.kind, peak, alarm.peak))
}

function isGraver(severity: Severity, than: Severity): boolean {
  return SEVERITIES.indexOf(severity) < SEVERITIES.indexOf(than)
}

const UNSIGNED = { acknowledged_at: null, acknowledged_by: null }
/** An occurrence that nobody has answered yet. */
const UNANSWERED = { ...UNSIGNED, first_acknowledged_at: null, first_acknowledged_by: null, note: null }
const UNSHELVED = { shelved_until: null, shelve_reason: null }

function notified(severity: Severity, now: Instant): Pick<AlarmRow, 'notified_at' | 'notified_severity'> {
  return { notified_at: now, notified_severity: severity }
}

/**
 * A graver severity breaks shelving and calls for a new acknowledgement. While nobody has acknowledged yet it is notified only where it is graver
 * than what people were notified: a value that trembles on its critical limit does not call with every reading.
 */
function severityChange(alarm: AlarmRow, severity: Severity, now: Instant): Partial<AlarmRow> {
  if (!isGraver(severity, alarm.severity)) return { severity }
  const isNews =
    alarm.state === 'active_ack' ||
    isShelved(alarm, now) ||
    alarm.notified_severity === null ||
    isGraver(severity, alarm.notified_severity)
  return { severity, ...UNSHELVED, ...(isNews ? notifiedAgain(severity, now) : {}) }
}

function notifiedAgain(severity: Severity, now: Instant): Partial<AlarmRow> {
  return { state: 'active_unack', ...UNSIGNED, ack_since: null, ...notified(severity, now) }
}

/** Severity as it is now; it rises and falls, the peak stays. */
export function regrade(alarm: AlarmRow, severity: Severity, now: Instant): AlarmRow {
  return severity === alarm.severity ? alarm : { ...alarm, ...severityChange(alarm, severity, now) }
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
    occurrence_peak: isWorseThanPeak({ kind: alarm.kind, peak: alarm.occurrence_peak }, { peak: value })
      ? value
      : alarm.occurrence_peak,
  }
  const seen = at < alarm.last_at ? next : { ...next, value, last_at: at }
  const isWorse = alarm.ack_value !== null && reading.isMuchWorse(value, alarm.ack_value)
  const isAskedAgain = alarm.state === 'active_ack' && isWorse && !isShelved(alarm, now)
  return isAskedAgain ? { ...seen, ...notifiedAgain(alarm.severity, now) } : seen
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

/**
 * A person has seen it. Who signed stays; a later note replaces the earlier one. A closed alarm stays as it is. One that came back acknowledged
 * for its earlier occurrence may be signed for the new one.
 * `value`: for which it is given, where that is not the alarm's own newest one.
 */
export function acknowledge(
  alarm: AlarmRow,
  by: { user_id: number | null; note: string | null; value?: number | null },
  now: Instant,
): AlarmRow {
  const note = by.note ?? alarm.note
  const signed = {
    note,
    acknowledged_at: now,
    acknowledged_by: by.user_id,
    first_acknowledged_at: alarm.first_acknowledged_at ?? now,
    first_acknowledged_by: alarm.first_acknowledged_at === null ? by.user_id : alarm.first_acknowledged_by,
    ack_value: by.value ?? alarm.value,
  }
  if (isActive(alarm) && alarm.acknowledged_at === null)
    return { ...alarm, ...signed, state: 'active_ack', ack_since: now }
  if (alarm.state === 'rtn_unack') return { ...alarm, ...signed, state: 'closed', closed_at: now, ack_since: null }
  return alarm.state === 'active_ack' ? { ...alarm, note } : alarm
}

/** How many minutes at most an alarm may be shelved (docs/behaviour/alarms.md). */
export function longestShelfMinutes(severity: Severity, byAdmin: boolean): number {
  return byAdmin && severity !== 'critical' ? 7 * 24 * 60 : 8 * 60
}

/** Puts the tank's metric and side (or the terminal) aside for a while, new occurrences too. */
export function shelve(alarm: AlarmRow, minutes: number, shelve_reason: string, now: Instant): AlarmRow {
  return { ...alarm, shelve_reason, shelved_until: new Date(Date.parse(now) + minutes * MINUTE_MS).toISOString() }
}

/** The end of a shelving, by time or by a person: what is still active asks for an acknowledgement, and is notified. */
export function unshelve(alarm: AlarmRow, now: Instant): AlarmRow {
  if (alarm.shelved_until === null) return alarm
  return { ...alarm, ...UNSHELVED, ...(isActive(alarm) ? notifiedAgain(alarm.severity, now) : {}) }
}

/** What time alone does: shelving ends, and an acknowledgement is asked for again. */
export function age(alarm: AlarmRow, now: Instant): AlarmRow {
  if (isShelved(alarm, now)) return alarm
  if (alarm.shelved_until !== null) return unshelve(alarm, now)
  if (alarm.state !== 'active_ack' || alarm.ack_since === null) return alarm
  const isOver = ms(alarm.ack_since, now) >= ACKNOWLEDGED_FOR_MS[alarm.severity]
  return isOver ? { ...alarm, ...notifiedAgain(alarm.severity, now) } : alarm
}
