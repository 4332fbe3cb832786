import type { Instant } from '@dalyan/contracts/instant'
import type { NotificationChannel } from '@dalyan/contracts/notifications'
import type { Severity } from '@dalyan/contracts/range-templates'
import type { Connection } from '../../../core/database/database.ts'
import type { NotificationRow } from '../../../core/database/schema-notifications.ts'
import type { AlarmStanding, PlannedNotification } from './notifications.rules.ts'

/** Alarms that are told to the same people by the same channels. */
export interface NotificationPlan {
  reminder_number: number
  alarms: readonly Pick<NotificationRow, 'alarm_id' | 'episode_at' | 'occurrence'>[]
  wanted: readonly PlannedNotification[]
}

/** Something waits for this person by this channel; `id`: the first of what does. */
export type QueuedRecipient = Pick<NotificationRow, 'id' | 'user_id' | 'channel'>

/** A telling with what its message depends on. */
export interface PendingNotification extends NotificationRow, Omit<AlarmStanding, 'notified_at'> {
  alarm_notified_at: Instant | null
  tank_id: number
  /** Of the tank; null: none. */
  firm_id: number | null
}

// A thousand alarms for thirty people are 90,000 rows: they are made here, of what is sent once. `on conflict` would cost half as much again.
// What another transaction puts in the same moment is refused by the unique key: the alarm stands (`inSavepoint`), and the next turn of the clock makes up for it.
const INSERT = `with calls as materialized (
  select distinct on (alarm_id, episode_at, reminder_number) *
  from unnest($2::int[], $3::int[], $4::timestamptz[], $5::int[], $6::int[]) as r(place, alarm_id, episode_at, occurrence, reminder_number)
), wanted as materialized (
  select distinct on (place, user_id, channel) *
  from unnest($7::int[], $8::int[], $9::text[], $10::text[], $11::timestamptz[]) as r(place, user_id, channel, reason, not_before)
), known as materialized (
  select t.alarm_id, t.episode_at, t.reminder_number, t.user_id, t.channel
  from calls c join notifications t on t.alarm_id = c.alarm_id and t.episode_at = c.episode_at and t.reminder_number = c.reminder_number
), added as (
  insert into notifications (alarm_id, episode_at, occurrence, reminder_number, reason, user_id, channel, queued_at, not_before)
  select c.alarm_id, c.episode_at, c.occurrence, c.reminder_number, w.reason, w.user_id, w.channel, $1, w.not_before
  from calls c join wanted w using (place)
  where not exists (select from known k where k.alarm_id = c.alarm_id and k.episode_at = c.episode_at and k.reminder_number = c.reminder_number
    and k.user_id = w.user_id and k.channel = w.channel)
  returning id, user_id, channel, not_before
)
select min(id) as id, user_id, channel from added where not_before is null group by user_id, channel`

const PENDING = 'sent_at is null and dropped_at is null'

// What was queued since then was told since then, where it was told.
const RECENT = `with lists as (
  select k.firm_id, m.reminder_number > 0 as is_reminder, max(m.sent_at) as digest_sent_at
  from notifications m join alarms a on a.id = m.alarm_id join tanks k on k.id = a.tank_id
  where m.user_id = $1 and m.channel = $2 and m.sent_at > $3 and m.digest_id = m.id
  group by 1, 2
), recent as (
  select alarm_id, reminder_number > 0 as is_reminder from notifications
  where user_id = $1 and channel = $2 and ${PENDING} and (not_before is null or not_before <= $4)
  union
  select alarm_id, reminder_number > 0 from notifications
  where user_id = $1 and channel = $2 and sent_at > $3 and queued_at > $3 and dropped_at is null
)
select r.alarm_id, a.kind, k.firm_id, r.is_reminder, l.digest_sent_at
from recent r join alarms a on a.id = r.alarm_id join tanks k on k.id = a.tank_id
left join lists l on l.firm_id is not distinct from k.firm_id and l.is_reminder = r.is_reminder`

/** Who was, or is to be, told of what. */
export function notificationsRepository({ query }: Pick<Connection, 'query'>) {
  return {
    /** One for each alarm, person and channel that was not there yet: one and the same is queued once. @returns for whom something was put. */
    async insert(calls: readonly NotificationPlan[], at: Instant): Promise<QueuedRecipient[]> {
      const alarms = calls.flatMap((call, place) =>
        call.alarms.map((alarm) => ({ ...alarm, place, reminder_number: call.reminder_number })),
      )
      const wanted = calls.flatMap((call, place) => call.wanted.map((one) => ({ ...one, place })))
      if (alarms.length === 0 || wanted.length === 0) return []
      const { rows } = await query<QueuedRecipient>(INSERT, [
        at,
        alarms.map(({ place }) => place),
        alarms.map(({ alarm_id }) => alarm_id),
        alarms.map(({ episode_at }) => episode_at),
        alarms.map(({ occurrence }) => occurrence),
        alarms.map(({ reminder_number }) => reminder_number),
        wanted.map(({ place }) => place),
        wanted.map(({ user_id }) => user_id),
        wanted.map(({ channel }) => channel),
        wanted.map(({ reason }) => reason),
        wanted.map(({ not_before }) => not_before),
      ])
      return rows
    },

    /** From now on the alarm is told anew; `due_at`: when next by the clock. */
    async watch(watches: readonly { alarm_id: number; episode_at: Instant; due_at: Instant | null }[]): Promise<void> {
      await query(
        `insert into escalations (alarm_id, episode_at, due_at)
select * from json_to_recordset($1) as r(alarm_id int, episode_at timestamptz, due_at timestamptz) order by 1
on conflict (alarm_id) do update set episode_at = excluded.episode_at, due_at = excluded.due_at`,
        [JSON.stringify(watches)],
      )
    },

    /** When people were last to be told of these alarms. */
    async findNotifiedAt(alarmIds: readonly number[]): Promise<Map<number, Instant>> {
      const { rows } = await query<{ id: number; notified_at: Instant }>(
        'select id, notified_at from alarms where id = any($1) and notified_at is not null',
        [alarmIds],
      )
      return new Map(rows.map(({ id, notified_at }) => [id, notified_at]))
    },

    /** Active alarms that people were to be told of, and for which nothing was ever put in the queue: it failed, or there was no queue. */
    async takeUnnotified(limit: number): Promise<DueAlarm[]> {
      const { rows } = await query<DueAlarm>(
        `select a.id as alarm_id, a.notified_at as episode_at, a.tank_id, a.severity, a.state, a.occurrences, a.notified_at, a.shelved_until
from alarms a where a.closed_at is null and (a.state = 'active_unack' or (a.state = 'active_ack' and a.ack_since <= a.notified_at)) and a.notified_at is not null
  and not exists (select from escalations w where w.alarm_id = a.id and w.episode_at = a.notified_at)
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
        `select w.alarm_id, w.episode_at, a.tank_id, a.severity, a.state, a.occurrences, a.notified_at, a.shelved_until
from escalations w join alarms a on a.id = w.alarm_id where w.due_at <= $1
  and (a.notified_at <> w.episode_at or (a.state <> 'rtn_unack' and (a.shelved_until is null or a.shelved_until <= $1)))
order by w.alarm_id limit $2 for update of w skip locked`,
        [now, limit],
      )
      return rows
    },

    /** For whom held ones wait whose time has come; from now on they are like those that were never held. */
    async release(now: Instant): Promise<QueuedRecipient[]> {
      const { rows } = await query<QueuedRecipient>(
        `select min(id) as id, user_id, channel from (
  select id, user_id, channel from notifications where not_before <= $1 and ${PENDING} order by id for update skip locked
) due group by user_id, channel`,
        [now],
      )
      return rows
    },

    /** What one person is still to be told by one channel. Held ones that wait are not among it. */
    async findPending(userId: number, channel: NotificationChannel, now: Instant): Promise<PendingNotification[]> {
      const { rows } = await query<PendingNotification>(
        `select t.*, a.state, a.ack_since, a.shelved_until, a.notified_at as alarm_notified_at, a.tank_id, k.firm_id
from notifications t join alarms a on a.id = t.alarm_id join tanks k on k.id = a.tank_id
where t.user_id = $1 and t.channel = $2 and t.sent_at is null and t.dropped_at is null and (t.not_before is null or t.not_before <= $3)
order by t.id`,
        [userId, channel, now],
      )
      return rows
    },

    /** Who still waits to be told of something by which channel, whatever became of its job. */
    async findWaiting(now: Instant): Promise<{ user_id: number; channel: NotificationChannel }[]> {
      const { rows } = await query<{ user_id: number; channel: NotificationChannel }>(
        `select distinct user_id, channel from notifications where ${PENDING} and (not_before is null or not_before <= $1)`,
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
    ): Promise<RecentNotification[]> {
      const { rows } = await query<RecentNotification>(RECENT, [userId, channel, since, now])
      return rows
    },

    async settle(ids: readonly number[], outcome: Settled): Promise<void> {
      if (ids.length === 0) return
      await query(
        `update notifications set sent_at = coalesce($2, sent_at), dropped_at = coalesce($3, dropped_at), digest_id = coalesce($4, digest_id),
not_before = coalesce($5, not_before) where id = any($1)`,
        [
          ids,
          outcome.sent_at ?? null,
          outcome.dropped_at ?? null,
          outcome.digest_id ?? null,
          outcome.not_before ?? null,
        ],
      )
    },

    /** What is this old serves nobody any more: reminders sooner, since an alarm that nobody answers makes more of them all the time. */
    async removeBefore(at: Instant, remindersAt: Instant): Promise<void> {
      await query('delete from notifications where queued_at < $1 or (reminder_number > 0 and queued_at < $2)', [
        at,
        remindersAt,
      ])
    },
  }
}

export interface DueAlarm {
  alarm_id: number
  episode_at: Instant
  tank_id: number
  severity: Severity
  state: AlarmStanding['state']
  occurrences: number
  notified_at: Instant | null
  shelved_until: Instant | null
}

export interface RecentNotification {
  alarm_id: number
  kind: 'low' | 'high' | 'silent'
  firm_id: number | null
  is_reminder: boolean
  digest_sent_at: Instant | null
}

/** How it ended, or until when it waits. */
interface Settled {
  sent_at?: Instant
  /** Of a message about many: the telling that carried it. */
  digest_id?: number
  dropped_at?: Instant
  not_before?: Instant
}
