import type { Alarm } from '@dalyan/contracts/alarms'
import { apart } from '../../core/database/apart.ts'
import type { Connection } from '../../core/database/database.ts'
import type { AlarmChange, AlarmKey } from '../../core/database/schema-alarms.ts'
import type { Logger } from '../../core/log.ts'
import { alarmRowsRepository } from './alarm-rows.repository.ts'
import { stepsOf, type AlarmStep } from './alarm-steps.rules.ts'
import { alarmsRepository } from './alarms.repository.ts'
import { whyTold, type WhyTold } from './told.rules.ts'

/** An alarm that people are to be told of, and why. */
export interface Told {
  alarm: Alarm
  why: WhyTold
}

/** What became of an alarm without anybody being called. */
export interface Became {
  alarm: Alarm
  step: AlarmStep
}

/** Puts what is to be told in its queue, inside the transaction of the alarms themselves. */
export type TellOfAlarms = (connection: Connection, told: readonly Told[], became: readonly Became[]) => Promise<void>

/** Writes changed alarms inside the caller's transaction. @returns them as people see them, to be announced after its commit. */
export type KeepAlarms = (connection: Connection, changes: readonly AlarmChange[]) => Promise<Alarm[]>

/**
 * The one place where alarms are written. What cannot be told now must not keep a reading from being stored: the alarm stands, and the
 * tellers look for what nobody was told of.
 */
export function createAlarmKeeper(tell: TellOfAlarms, log: Pick<Logger, 'error'>): KeepAlarms {
  return async (connection, changes) => {
    if (changes.length === 0) return []
    const rows = changes.flatMap(({ before, after }) => [...withoutShelf({ before, after }), after])
    const alarms = await alarmsRepository(connection).findByIds(await alarmRowsRepository(connection).save(rows))
    const reasons = new Map<string, WhyTold>()
    for (const change of changes) {
      const why = whyTold(change)
      if (why) reasons.set(keyOf(change.after), why)
    }
    const told = alarms.flatMap((alarm) => {
      const why = reasons.get(keyOfAlarm(alarm))
      return why && alarm.closed_at === null ? [{ alarm, why }] : []
    })
    const became = becameOf(changes, alarms)
    if (told.length === 0 && became.length === 0) return alarms
    const failed = await apart(connection, () => tell(connection, told, became))
    if (failed)
      log.error(
        { err: failed, alarms: told.map(({ alarm }) => alarm.id) },
        'alarms could not be told; it is tried again',
      )
    return alarms
  }
}

function becameOf(changes: readonly AlarmChange[], alarms: readonly Alarm[]): Became[] {
  const known = new Map(alarms.map((alarm) => [alarm.id, alarm]))
  const stored = new Set(changes.flatMap(({ before, after }) => [after.id, before?.id ?? 0]))
  // One that is over as soon as it is written has no other number yet than its key.
  const fresh = new Map(alarms.filter(({ id }) => !stored.has(id)).map((alarm) => [keyOfAlarm(alarm), alarm]))
  return changes.flatMap((change) => {
    const { after } = change
    const alarm = after.id === 0 ? fresh.get(keyOf(after)) : known.get(after.id)
    return alarm ? stepsOf(change).map((step) => ({ alarm, step })) : []
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
