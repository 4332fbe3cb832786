import type { Alarm } from '@dalyan/contracts/alarms'
import { inSavepoint } from '../../../core/database/savepoint.ts'
import type { Connection } from '../../../core/database/database.ts'
import type { AlarmKey, AlarmRow } from '../../../core/database/schema-alarms.ts'
import type { Logger } from '../../../core/log.ts'
import { alarmRowsRepository } from './alarm-rows.sql.ts'
import { alarmsRepository } from '../lists/alarms.sql.ts'
import {
  isActive,
  NOTIFY_REASONS,
  UNSHELVED,
  type NotifyReason,
  type ReportedEvent,
  type Transition,
} from './alarm-machine.rules.ts'

/** An alarm with the reason to notify its recipients. */
export interface AlarmNotice {
  alarm: Alarm
  reason: NotifyReason
}

/** A transition of an alarm that notifies no recipient. */
export interface AlarmReport {
  alarm: Alarm
  transition: ReportedEvent
}

/** Queues the notifications in the transaction that writes the alarms. */
export type NotifyOfAlarms = (
  connection: Connection,
  notices: readonly AlarmNotice[],
  reports: readonly AlarmReport[],
) => Promise<void>

/**
 * Writes alarms with the effects of their transitions in the caller's transaction. @returns them as users see them; announce them after the
 * commit.
 */
export type SaveAlarms = (connection: Connection, transitions: readonly Transition[]) => Promise<Alarm[]>

/** An alarm after all of its transitions in this transaction, with their effects. */
interface Outcome {
  row: AlarmRow
  reasons: NotifyReason[]
  reports: Set<ReportedEvent>
}

/**
 * Only this function writes alarms. A failure to notify must not prevent a reading from being stored: the alarm is saved, and the next tick
 * of the notifications finds alarms without notifications.
 */
export function createAlarmSaver(notify: NotifyOfAlarms, log: Pick<Logger, 'error'>): SaveAlarms {
  return async (connection, transitions) => {
    if (transitions.length === 0) return []
    const outcomes = outcomesOf(transitions)
    const ids = await alarmRowsRepository(connection).save([...outcomes.values()].map(({ row }) => row))
    const alarms = await alarmsRepository(connection).findByIds(ids)
    const saved = alarms.flatMap((alarm) => {
      // A new alarm has no id yet in its transitions.
      const outcome = outcomes.get(alarm.id) ?? outcomes.get(keyOfAlarm(alarm))
      return outcome ? [{ alarm, ...outcome }] : []
    })
    const notices = saved.flatMap(({ alarm, reasons }) => {
      const reason = NOTIFY_REASONS.find((one) => reasons.includes(one))
      return reason && alarm.closed_at === null ? [{ alarm, reason }] : []
    })
    const reports = saved.flatMap(({ alarm, reports: events }) =>
      [...events].map((event) => ({ alarm, transition: event })),
    )
    if (notices.length === 0 && reports.length === 0) return alarms
    const failed = await inSavepoint(connection, () => notify(connection, notices, reports))
    if (failed)
      log.error(
        { err: failed, alarms: notices.map(({ alarm }) => alarm.id) },
        'recipients of alarms could not be notified; it is tried again',
      )
    return alarms
  }
}

/** By id, and new alarms by key. */
function outcomesOf(transitions: readonly Transition[]): Map<number | string, Outcome> {
  const outcomes = new Map<number | string, Outcome>()
  for (const { before, after, notify, reports } of transitions) {
    // The shelving of tank, metric and side moves from a closed alarm to the new one.
    if (after.id === 0 && before && before.id !== 0 && before.shelved_until !== null)
      outcomeOf(outcomes, before).row = { ...before, ...UNSHELVED }
    const outcome = outcomeOf(outcomes, after)
    outcome.row = after
    if (notify) outcome.reasons.push(notify)
    for (const event of reports) outcome.reports.add(event)
    // An alarm that ended and began again within one transaction has not ended.
    if (isActive(after)) for (const event of ['cleared', 'closed'] as const) outcome.reports.delete(event)
  }
  return outcomes
}

function outcomeOf(outcomes: Map<number | string, Outcome>, row: AlarmRow): Outcome {
  const identity = row.id === 0 ? keyOf(row) : row.id
  const outcome = outcomes.get(identity) ?? { row, reasons: [], reports: new Set() }
  outcomes.set(identity, outcome)
  return outcome
}

const keyOf = ({ tank_id, terminal_id, kind, metric }: AlarmKey) => `${tank_id} ${terminal_id} ${kind} ${metric}`
const keyOfAlarm = ({ tank, iot, kind, metric }: Alarm) =>
  keyOf({ tank_id: tank?.id ?? 0, terminal_id: iot?.id ?? null, kind, metric })
