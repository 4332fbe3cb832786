import type { Alarm, AcknowledgedAlarms, ShelveInput } from '@dalyan/contracts/alarms'
import { longestShelfMinutes } from '@dalyan/contracts/shelving'
import { instantAt, type Clock } from '../../core/clock.ts'
import type { Connection } from '../../core/database/database.ts'
import type { AlarmRow } from '../../core/database/schema-alarms.ts'
import { AppError, invalidField } from '../../core/errors.ts'
import type { SignedIn } from '../../core/http/signed-in.ts'
import { requireFound } from '../../core/records.ts'
import type { LogWriters } from '../logs/log-writer.ts'
import { alarmsRepository } from './alarms.sql.ts'
import { evaluationRepository } from './evaluation/evaluation.sql.ts'
import { standingValue, type StoredExcursion } from './evaluation/limit-state.rules.ts'
import { accepts, isShelved, transitionsOf, type AlarmEvent } from './machine/alarm-machine.rules.ts'
import { announceAlarms, saveAlarms, type AnnounceNeeds } from './machine/save-alarms.ts'

type AlarmCaller = Pick<SignedIn, 'id' | 'name' | 'firms' | 'permissions'>
export interface AlarmActionNeeds extends AnnounceNeeds, LogWriters {
  clock: Clock
}

interface AlarmAction {
  type: 'acknowledged' | 'shelved' | 'shelving_over'
  /** The event in the logs. */
  event: 'alarm_acknowledged' | 'alarm_shelved' | 'alarm_unshelved'
  meta: Record<string, unknown>
  /** Null: nothing to do. `excursions`: the excursions on the tanks of the alarms. */
  eventOf: (alarm: AlarmRow, excursions: readonly StoredExcursion[]) => AlarmEvent | null
}

// The actions of users on alarms. Each is logged for the tank, and for the terminal of a silence alarm.

/** Marks the alarm as seen by the caller; a repeat changes only its note. 404: not visible to the caller, 409: closed. */
export function acknowledgeAlarm(
  needs: AlarmActionNeeds,
  id: number,
  caller: AlarmCaller,
  note: string | null,
): Promise<Alarm> {
  return actOnOne(needs, id, caller, acknowledgement(caller, note))
}

/** Acknowledges several alarms at once; lists those left out because they are closed, missing or not visible to the caller. */
export async function acknowledgeAlarms(
  needs: AlarmActionNeeds,
  ids: readonly number[],
  caller: AlarmCaller,
  note: string | null,
): Promise<AcknowledgedAlarms> {
  const { alarms, refused } = await act(needs, ids, caller, acknowledgement(caller, note))
  const data = alarms.filter(({ id }) => !refused.has(id))
  const done = new Set(data.map(({ id }) => id))
  return { data, skipped: ids.filter((id) => !done.has(id)) }
}

/** 422: longer than the caller may shelve; 404 and 409 as above. */
export function shelveAlarm(
  needs: AlarmActionNeeds,
  id: number,
  caller: AlarmCaller,
  input: ShelveInput,
): Promise<Alarm> {
  return actOnOne(needs, id, caller, shelving(caller, input))
}

/** Shelves several alarms at once and skips those that are closed or not visible; 422 when one of them may not be shelved that long. */
export async function shelveAlarms(
  needs: AlarmActionNeeds,
  ids: readonly number[],
  caller: AlarmCaller,
  input: ShelveInput,
): Promise<void> {
  await act(needs, ids, caller, shelving(caller, input))
}

/** Also works on a closed alarm: the next occurrence of its tank, metric and side notifies again. */
export function unshelveAlarm(needs: AlarmActionNeeds, id: number, caller: AlarmCaller): Promise<Alarm> {
  return actOnOne(needs, id, caller, {
    type: 'shelving_over',
    event: 'alarm_unshelved',
    meta: {},
    eventOf: (alarm) => (isShelved(alarm, instantAt(needs.clock.now())) ? { type: 'shelving_over' } : null),
  })
}

function acknowledgement({ id: user_id }: AlarmCaller, note: string | null): AlarmAction {
  return {
    type: 'acknowledged',
    event: 'alarm_acknowledged',
    meta: { note },
    eventOf(alarm, excursions) {
      const isSigned = alarm.state === 'active_ack' && alarm.acknowledged_at !== null
      if (isSigned) return note === null || note === alarm.note ? null : { type: 'note_changed', note }
      return { type: 'acknowledged', user_id, note, value: standingValue(alarm, excursions) }
    },
  }
}

function shelving({ permissions }: AlarmCaller, { minutes, reason }: ShelveInput): AlarmAction {
  return {
    type: 'shelved',
    event: 'alarm_shelved',
    meta: { minutes, reason },
    eventOf({ severity }) {
      const longest = longestShelfMinutes(severity, permissions.has('tanks.manage'))
      if (minutes > longest) throw invalidField('minutes', 'shelved_too_long', { hours: longest / 60 })
      return { type: 'shelved', minutes, reason }
    },
  }
}

async function actOnOne(needs: AlarmActionNeeds, id: number, caller: AlarmCaller, action: AlarmAction): Promise<Alarm> {
  const { alarms, refused } = await act(needs, [id], caller, action)
  if (refused.has(id)) throw new AppError(409, 'alarm_closed')
  return requireFound(alarms[0])
}

/** @returns the alarms that the caller may see, after the action, and the ids of those whose state refuses it. */
async function act(
  needs: AlarmActionNeeds,
  ids: readonly number[],
  caller: AlarmCaller,
  action: AlarmAction,
): Promise<{ alarms: Alarm[]; refused: ReadonlySet<number> }> {
  const now = instantAt(needs.clock.now())
  const { changed, announceLogs, ...outcome } = await needs.database.transact(async (on) => {
    const repository = alarmsRepository(on)
    const visible = await repository.findTanksOf(ids, caller.firms)
    const visibleIds = visible.map(({ id }) => id)
    const tankIds = [...new Set(visible.map(({ tank_id }) => tank_id))]
    await evaluationRepository(on).lockTanks(tankIds)
    const excursions = await evaluationRepository(on).findExcursions(tankIds)
    const rows = await repository.findRows(visibleIds)
    const accepting = rows.filter((row) => accepts(row, action.type))
    const transitions = transitionsOf(accepting, (row) => action.eventOf(row, excursions), now)
    const saved = await saveAlarms(needs, on, transitions)
    return {
      alarms: await repository.findByIds(visibleIds),
      refused: new Set(rows.filter((row) => !accepting.includes(row)).map(({ id }) => id)),
      changed: saved,
      announceLogs: await writeLogs(needs, on, saved, caller, action, now),
    }
  })
  announceAlarms(needs, changed)
  announceLogs()
  return outcome
}

/** @returns a function that announces the entries; call it after the commit. */
async function writeLogs(
  { tankLogs, terminalLogs }: LogWriters,
  on: Connection,
  alarms: readonly Alarm[],
  caller: AlarmCaller,
  { event, meta }: AlarmAction,
  created_at: string,
): Promise<() => void> {
  const entryOf = (subject: { id: number; code: string }, { id, kind, metric }: Alarm) => ({
    subject,
    status: 'success' as const,
    processor: { type: 'user' as const, id: caller.id, name: caller.name },
    event,
    meta: { alarm_id: id, kind, metric, ...meta },
    created_at,
  })
  const ofTanks = alarms.flatMap((alarm) => (alarm.tank ? [entryOf(alarm.tank, alarm)] : []))
  const silent = alarms.filter(({ kind }) => kind === 'silent')
  const ofTerminals = silent.flatMap((alarm) => (alarm.iot ? [entryOf(alarm.iot, alarm)] : []))
  const announceTanks = await tankLogs.write(on, ofTanks)
  const announceTerminals = await terminalLogs.write(on, ofTerminals)
  return () => {
    announceTanks()
    announceTerminals()
  }
}
