import type { Alarm } from '@dalyan/contracts/alarms'
import type { Connection } from '../../core/database/database.ts'
import type { AlarmChange, AlarmKey } from '../../core/database/schema-alarms.ts'
import { alarmRowsRepository } from './alarm-rows.repository.ts'
import { alarmsRepository } from './alarms.repository.ts'
import { whyTold, type WhyTold } from './told.rules.ts'

/** An alarm that people are to be told of, and why. */
export interface Told {
  alarm: Alarm
  why: WhyTold
}

/** Puts what is to be told in its queue, inside the transaction of the alarms themselves: neither is ever without the other. */
export type TellOfAlarms = (connection: Connection, told: readonly Told[]) => Promise<void>

/** Writes changed alarms inside the caller's transaction. @returns them as people see them, to be announced after its commit. */
export type KeepAlarms = (connection: Connection, changes: readonly AlarmChange[]) => Promise<Alarm[]>

/** The one place where alarms are written. */
export function createAlarmKeeper(tell: TellOfAlarms): KeepAlarms {
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
      const { tank, iot, kind, metric, closed_at } = alarm
      const why = reasons.get(keyOf({ tank_id: tank?.id ?? 0, terminal_id: iot?.id ?? null, kind, metric }))
      return why && closed_at === null ? [{ alarm, why }] : []
    })
    if (told.length > 0) await tell(connection, told)
    return alarms
  }
}

/** The shelving of tank, metric and side goes from a closed alarm to the new one. */
function withoutShelf({ before, after }: AlarmChange) {
  const isHandedOver = before !== null && after.id === 0 && before.shelved_until !== null
  return isHandedOver ? [{ ...before, shelved_until: null, shelve_reason: null }] : []
}

const keyOf = ({ tank_id, terminal_id, kind, metric }: AlarmKey) => `${tank_id} ${terminal_id} ${kind} ${metric}`
