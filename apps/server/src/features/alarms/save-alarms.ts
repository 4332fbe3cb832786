import type { Alarm } from '@dalyan/contracts/alarms'
import { inSavepoint } from '../../core/database/savepoint.ts'
import type { Connection } from '../../core/database/database.ts'
import type { AlarmChange, AlarmKey } from '../../core/database/schema-alarms.ts'
import type { Logger } from '../../core/log.ts'
import { alarmRowsRepository } from './alarm-rows.repository.ts'
import { transitionsOf, type AlarmTransition } from './alarm-transitions.rules.ts'
import { alarmsRepository } from './alarms.repository.ts'
import { notifyReasonOf, type NotifyReason } from './notify-reason.rules.ts'

/** An alarm that people are to be notified of, and why. */
export interface AlarmNotice {
  alarm: Alarm
  reason: NotifyReason
}

/** What reports of an alarm without anybody being called. */
export interface AlarmReport {
  alarm: Alarm
  transition: AlarmTransition
}

/** Puts what is to be notified in its queue, inside the transaction of the alarms themselves. */
export type NotifyOfAlarms = (
  connection: Connection,
  notified: readonly AlarmNotice[],
  reports: readonly AlarmReport[],
) => Promise<void>

/** Writes changed alarms inside the caller's transaction. @returns them as people see them, to be announced after its commit. */
export type SaveAlarms = (connection: Connection, changes: readonly AlarmChange[]) => Promise<Alarm[]>

/**
 * The one place where alarms are written. A failure to notify must not keep a reading from being stored: the alarm stands, and the
 * next tick of the notifications finds alarms without notifications.
 */
export function createAlarmSaver(notify: NotifyOfAlarms, log: Pick<Logger, 'error'>): SaveAlarms {
  return async (connection, changes) => {
    if (changes.length === 0) return []
    const rows = changes.flatMap(({ before, after }) => [...withoutShelf({ before, after }), after])
    const alarms = await alarmsRepository(connection).findByIds(await alarmRowsRepository(connection).save(rows))
    const reasons = new Map<string, NotifyReason>()
    for (const change of changes) {
      const reason = notifyReasonOf(change)
      if (reason) reasons.set(keyOf(change.after), reason)
    }
    const notified = alarms.flatMap((alarm) => {
      const reason = reasons.get(keyOfAlarm(alarm))
      return reason && alarm.closed_at === null ? [{ alarm, reason }] : []
    })
    const reports = reportsOf(changes, alarms)
    if (notified.length === 0 && reports.length === 0) return alarms
    const failed = await inSavepoint(connection, () => notify(connection, notified, reports))
    if (failed)
      log.error(
        { err: failed, alarms: notified.map(({ alarm }) => alarm.id) },
        'recipients of alarms could not be notified; it is tried again',
      )
    return alarms
  }
}

function reportsOf(changes: readonly AlarmChange[], alarms: readonly Alarm[]): AlarmReport[] {
  const known = new Map(alarms.map((alarm) => [alarm.id, alarm]))
  const stored = new Set(changes.flatMap(({ before, after }) => [after.id, before?.id ?? 0]))
  // One that is over as soon as it is written has no other number yet than its key.
  const fresh = new Map(alarms.filter(({ id }) => !stored.has(id)).map((alarm) => [keyOfAlarm(alarm), alarm]))
  return changes.flatMap((change) => {
    const { after } = change
    const alarm = after.id === 0 ? fresh.get(keyOf(after)) : known.get(after.id)
    return alarm ? transitionsOf(change).map((transition) => ({ alarm, transition })) : []
  })
}

/** The shelving of tank, metric and side goes from a closed alarm to the new one. */
function withoutShelf({ before, after }: AlarmChange) {
  const isHandedOver = before !== null && after.id === 0 && before.shelved_until !== null
  return isHandedOver ? [{ ...before, shelved_until: null, shelve_reason: null }] : []
}

const keyOf = ({ tank_id, terminal_id, kind, metric }: AlarmKey) => `${tank_id} ${terminal_id} ${kind} ${metric}`
const keyOfAlarm = ({ tank, iot, kind, metric }: Alarm) =>
  keyOf({ tank_id: tank?.id ?? 0, terminal_id: iot?.id ?? null, kind, metric })
