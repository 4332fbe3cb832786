import type { Alarm, AcknowledgedAlarms, ShelveInput } from '@dalyan/contracts/alarms'
import { instantAt, type Clock } from '../../core/clock.ts'
import type { Connection, Database } from '../../core/database/database.ts'
import type { AlarmRow } from '../../core/database/schema-alarms.ts'
import { AppError, invalidField, notFound } from '../../core/errors.ts'
import type { SignedIn } from '../../core/http/signed-in.ts'
import type { LogWriters } from '../logs/log-writer.ts'
import { acknowledge, isShelved, longestShelfMinutes, shelve, unshelve } from './alarm-life.rules.ts'
import { alarmRowsRepository } from './alarm-rows.repository.ts'
import { alarmsRepository } from './alarms.repository.ts'
import { standingValue, type Excursion } from './alarms.rules.ts'
import type { SaveAlarms } from './save-alarms.ts'
import { evaluationRepository } from './evaluation.repository.ts'

type Person = Pick<SignedIn, 'id' | 'name' | 'firms' | 'permissions'>

interface Needs extends LogWriters {
  database: Pick<Database, 'transact'>
  clock: Clock
  saveAlarms: SaveAlarms
  announce: (alarms: readonly Alarm[]) => void
}

interface Act {
  event: 'alarm_acknowledged' | 'alarm_shelved' | 'alarm_unshelved'
  meta: Record<string, unknown>
  /** @returns the same object where there is nothing to do. `excursions`: who is out on the tanks concerned. */
  change: (alarm: AlarmRow, excursions: readonly Excursion[]) => AlarmRow
}

/** What people do with alarms: each act is logged with the tank, and with the terminal where one is silent. */
export function alarmActions({ database, clock, saveAlarms, announce, tankLogs, terminalLogs }: Needs) {
  const nowInstant = () => instantAt(clock.now())

  /** @returns the alarms that the person may see, as they are afterwards. */
  async function act(ids: readonly number[], person: Person, { event, meta, change }: Act): Promise<Alarm[]> {
    const { alarms, changed, announceLogs } = await database.transact(async (on) => {
      const found = await alarmsRepository(on).findTanksOf(ids, person.firms)
      const tankIds = [...new Set(found.map(({ tank_id }) => tank_id))]
      await evaluationRepository(on).lockTanks(tankIds)
      const excursions = await evaluationRepository(on).findExcursions(tankIds)
      const rows = await alarmRowsRepository(on).findByIds(found.map(({ id }) => id))
      const changes = rows.map((before) => ({ before, after: change(before, excursions) }))
      const kept = await saveAlarms(
        on,
        changes.filter(({ before, after }) => before !== after),
      )
      return {
        alarms: await alarmsRepository(on).findByIds(found.map(({ id }) => id)),
        changed: kept,
        announceLogs: await writeLogs(on, kept, person, event, meta),
      }
    })
    announce(changed)
    announceLogs()
    return alarms
  }

  async function writeLogs(
    on: Connection,
    alarms: readonly Alarm[],
    by: Person,
    event: Act['event'],
    meta: Act['meta'],
  ) {
    const entryOf = (subject: { id: number; code: string }, { id, kind, metric }: Alarm) => ({
      subject,
      status: 'success' as const,
      processor: { type: 'user' as const, id: by.id, name: by.name },
      event,
      meta: { alarm_id: id, kind, metric, ...meta },
      created_at: nowInstant(),
    })
    const ofTanks = alarms.flatMap((alarm) => (alarm.tank ? [entryOf(alarm.tank, alarm)] : []))
    const ofTerminals = alarms.flatMap((alarm) =>
      alarm.kind === 'silent' && alarm.iot ? [entryOf(alarm.iot, alarm)] : [],
    )
    const announceTanks = await tankLogs.write(on, ofTanks)
    const announceTerminals = await terminalLogs.write(on, ofTerminals)
    return () => {
      announceTanks()
      announceTerminals()
    }
  }

  async function actOnOne(id: number, person: Person, wish: Act): Promise<Alarm> {
    const [alarm] = await act([id], person, wish)
    if (!alarm) throw notFound()
    return alarm
  }

  const acknowledgedBy =
    (person: Person, note: string | null): Act['change'] =>
    (alarm, excursions) => {
      const isSigned =
        alarm.state === 'active_ack' && alarm.acknowledged_at !== null && (note === null || note === alarm.note)
      const value = standingValue(alarm, excursions)
      return isSigned ? alarm : acknowledge(alarm, { user_id: person.id, note, value }, nowInstant())
    }

  return {
    /** A person has seen the alarm; once more changes nothing but its note. 404 where it is not theirs, 409 where it is closed. */
    acknowledge(id: number, person: Person, note: string | null): Promise<Alarm> {
      const change = acknowledgedBy(person, note)
      return actOnOne(id, person, {
        event: 'alarm_acknowledged',
        meta: { note },
        change: (alarm, excursions) => change(notClosed(alarm), excursions),
      })
    },

    /** Several at once. What is closed meanwhile, not there or not theirs is left out and named. */
    async acknowledgeMany(ids: readonly number[], person: Person, note: string | null): Promise<AcknowledgedAlarms> {
      const change = acknowledgedBy(person, note)
      const closed = new Set<number>()
      const alarms = await act(ids, person, {
        event: 'alarm_acknowledged',
        meta: { note },
        change: (alarm, excursions) => {
          if (alarm.state !== 'closed') return change(alarm, excursions)
          closed.add(alarm.id)
          return alarm
        },
      })
      const data = alarms.filter(({ id }) => !closed.has(id))
      const done = new Set(data.map(({ id }) => id))
      return { data, skipped: ids.filter((id) => !done.has(id)) }
    },

    /** 422 where that is longer than the person may; 404 and 409 as above. */
    shelve(id: number, person: Person, { minutes, reason }: ShelveInput): Promise<Alarm> {
      return actOnOne(id, person, {
        event: 'alarm_shelved',
        meta: { minutes, reason },
        change: (alarm) => {
          const longest = longestShelfMinutes(notClosed(alarm).severity, person.permissions.has('tanks.manage'))
          if (minutes > longest) throw invalidField('minutes', 'shelved_too_long', { hours: longest / 60 })
          return shelve(alarm, minutes, reason, nowInstant())
        },
      })
    },

    /** Also of a closed alarm: what would come next of its tank, metric and side is notified again. */
    unshelve(id: number, person: Person): Promise<Alarm> {
      return actOnOne(id, person, {
        event: 'alarm_unshelved',
        meta: {},
        change: (alarm) => (isShelved(alarm, nowInstant()) ? unshelve(alarm, nowInstant()) : alarm),
      })
    },
  }
}

export type AlarmActions = ReturnType<typeof alarmActions>

function notClosed(alarm: AlarmRow): AlarmRow {
  if (alarm.state === 'closed') throw new AppError(409, 'alarm_closed')
  return alarm
}
