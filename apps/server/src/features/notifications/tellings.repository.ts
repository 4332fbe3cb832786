import type { Instant } from '@dalyan/contracts/instant'
import type { NotificationChannel } from '@dalyan/contracts/notifications'
import type { Severity } from '@dalyan/contracts/range-templates'
import type { Connection } from '../../core/database/database.ts'
import type { TellingRow } from '../../core/database/schema-notifications.ts'
import type { Standing } from './telling.rules.ts'

export type NewTelling = Omit<TellingRow, 'id' | 'told_at' | 'dropped_at' | 'within_id'>

/** A telling with what its message depends on. */
export interface PendingTelling extends TellingRow, Omit<Standing, 'told_at'> {
  alarm_told_at: Instant | null
  tank_id: number
  /** Of the tank; null: none. */
  firm_id: number | null
}

const NEW_TELLINGS = `json_to_recordset($1) as r(alarm_id int, occasion timestamptz, occurrence int, turn int, why text, user_id int,
channel text, queued_at timestamptz, held_until timestamptz)`
const PENDING = 'told_at is null and dropped_at is null'

/** Who was, or is to be, told of what. */
export function tellingsRepository({ query }: Pick<Connection, 'query'>) {
  return {
    /** Those that were not there yet; one and the same is queued once. */
    async insert(tellings: readonly NewTelling[]): Promise<TellingRow[]> {
      if (tellings.length === 0) return []
      const { rows } = await query<TellingRow>(
        `insert into tellings (alarm_id, occasion, occurrence, turn, why, user_id, channel, queued_at, held_until)
select * from ${NEW_TELLINGS} on conflict do nothing returning *`,
        [JSON.stringify(tellings)],
      )
      return rows
    },

    /** From now on the alarm is told anew; `due_at`: when next by the clock. */
    async watch(watches: readonly { alarm_id: number; occasion: Instant; due_at: Instant | null }[]): Promise<void> {
      await query(
        `insert into alarm_watches (alarm_id, occasion, due_at)
select * from json_to_recordset($1) as r(alarm_id int, occasion timestamptz, due_at timestamptz) order by 1
on conflict (alarm_id) do update set occasion = excluded.occasion, due_at = excluded.due_at`,
        [JSON.stringify(watches)],
      )
    },

    /** When people were last to be told of these alarms. */
    async findToldAt(alarmIds: readonly number[]): Promise<Map<number, Instant>> {
      const { rows } = await query<{ id: number; told_at: Instant }>(
        'select id, told_at from alarms where id = any($1) and told_at is not null',
        [alarmIds],
      )
      return new Map(rows.map(({ id, told_at }) => [id, told_at]))
    },

    /** Active alarms that people were to be told of, and for which nothing was ever put in the queue: it failed, or there was no queue. */
    async takeUntold(limit: number): Promise<DueAlarm[]> {
      const { rows } = await query<DueAlarm>(
        `select a.id as alarm_id, a.told_at as occasion, a.tank_id, a.severity, a.state, a.occurrences, a.told_at, a.shelved_until
from alarms a where a.closed_at is null and (a.state = 'active_unack' or (a.state = 'active_ack' and a.acknowledged_at < a.told_at)) and a.told_at is not null
  and not exists (select from alarm_watches w where w.alarm_id = a.id and w.occasion = a.told_at)
order by a.id limit $1 for update of a skip locked`,
        [limit],
      )
      return rows
    },

    /**
     * Alarms whose reminder, or whose next on call, is due; nobody else takes them until the transaction's end. One that has cleared, or is
     * shelved, stays due: it may be out again without anybody being told anew.
     */
    async takeDue(now: Instant, limit: number): Promise<DueAlarm[]> {
      const { rows } = await query<DueAlarm>(
        `select w.alarm_id, w.occasion, a.tank_id, a.severity, a.state, a.occurrences, a.told_at, a.shelved_until
from alarm_watches w join alarms a on a.id = w.alarm_id where w.due_at <= $1
  and (a.told_at <> w.occasion or (a.state <> 'rtn_unack' and (a.shelved_until is null or a.shelved_until <= $1)))
order by w.alarm_id limit $2 for update of w skip locked`,
        [now, limit],
      )
      return rows
    },

    /** Held ones whose time has come; from now on they are like those that were never held. */
    async release(now: Instant): Promise<TellingRow[]> {
      const { rows } = await query<TellingRow>(
        `select * from tellings where held_until <= $1 and ${PENDING} order by id for update skip locked`,
        [now],
      )
      return rows
    },

    /** What one person is still to be told by one channel. Held ones that wait are not among it. */
    async findPending(userId: number, channel: NotificationChannel, now: Instant): Promise<PendingTelling[]> {
      const { rows } = await query<PendingTelling>(
        `select t.*, a.state, a.acknowledged_at, a.shelved_until, a.told_at as alarm_told_at, a.tank_id, k.firm_id
from tellings t join alarms a on a.id = t.alarm_id join tanks k on k.id = a.tank_id
where t.user_id = $1 and t.channel = $2 and t.told_at is null and t.dropped_at is null and (t.held_until is null or t.held_until <= $3)
order by t.id`,
        [userId, channel, now],
      )
      return rows
    },

    /** Who still waits to be told of something by which channel, whatever became of its job. */
    async findWaiting(now: Instant): Promise<{ user_id: number; channel: NotificationChannel }[]> {
      const { rows } = await query<{ user_id: number; channel: NotificationChannel }>(
        `select distinct user_id, channel from tellings where ${PENDING} and (held_until is null or held_until <= $1)`,
        [now],
      )
      return rows
    },

    /**
     * All alarms of which one person was to be told by one channel since then, or still is, and when last many were told as one; by firm.
     * What is held back, over night or beside many others, makes nothing else wait.
     */
    async findRecent(
      userId: number,
      channel: NotificationChannel,
      since: Instant,
      now: Instant,
    ): Promise<RecentTelling[]> {
      const { rows } = await query<RecentTelling>(
        `select distinct on (t.alarm_id, t.turn > 0) t.alarm_id, a.kind, k.firm_id, t.turn > 0 as is_reminder,
(select max(m.told_at) from tellings m join alarms ma on ma.id = m.alarm_id join tanks mk on mk.id = ma.tank_id
  where m.user_id = $1 and m.channel = $2 and m.within_id = m.id and m.told_at > $3
  and (m.turn > 0) = (t.turn > 0) and mk.firm_id is not distinct from k.firm_id) as many_told_at
from tellings t join alarms a on a.id = t.alarm_id join tanks k on k.id = a.tank_id
where t.user_id = $1 and t.channel = $2 and t.dropped_at is null and (t.queued_at > $3 or t.told_at is null)
  and (t.told_at is not null or t.held_until is null or t.held_until <= $4)`,
        [userId, channel, since, now],
      )
      return rows
    },

    async settle(ids: readonly number[], outcome: Settled): Promise<void> {
      if (ids.length === 0) return
      await query(
        `update tellings set told_at = coalesce($2, told_at), dropped_at = coalesce($3, dropped_at), within_id = coalesce($4, within_id),
held_until = coalesce($5, held_until) where id = any($1)`,
        [
          ids,
          outcome.told_at ?? null,
          outcome.dropped_at ?? null,
          outcome.within_id ?? null,
          outcome.held_until ?? null,
        ],
      )
    },

    /** What is this old serves nobody any more: reminders sooner, since an alarm that nobody answers makes more of them all the time. */
    async removeBefore(at: Instant, remindersAt: Instant): Promise<void> {
      await query('delete from tellings where queued_at < $1 or (turn > 0 and queued_at < $2)', [at, remindersAt])
    },
  }
}

export interface DueAlarm {
  alarm_id: number
  occasion: Instant
  tank_id: number
  severity: Severity
  state: Standing['state']
  occurrences: number
  told_at: Instant | null
  shelved_until: Instant | null
}

export interface RecentTelling {
  alarm_id: number
  kind: 'low' | 'high' | 'silent'
  firm_id: number | null
  is_reminder: boolean
  many_told_at: Instant | null
}

/** How it ended, or until when it waits. */
interface Settled {
  told_at?: Instant
  /** Of a message about many: the telling that carried it. */
  within_id?: number
  dropped_at?: Instant
  held_until?: Instant
}
