import type { AlarmKind, AlarmState, Severity } from '@dalyan/contracts/alarm-words'
import type { Instant } from '@dalyan/contracts/instant'
import { sql } from 'kysely'
import type { Connection } from '../../../core/database/database.ts'
import type { NotificationRow } from '../../../core/database/schema-notifications.ts'
import type { AlarmStanding, PlannedNotification } from './notifications.rules.ts'

// SQL text because it is hot: one statement writes a hundred thousand notifications, and every second one looks for those that are due.

/** Alarms whose notifications go to the same recipients by the same channels. */
export interface NotificationPlan {
  reminder_number: number
  alarms: readonly { alarm_id: number; episode_at: Instant }[]
  wanted: readonly PlannedNotification[]
}

/** One recipient by one channel. */
export type Destination = Pick<NotificationRow, 'user_id' | 'webhook_id' | 'channel'>

/** A notification with the fields that its message depends on; the alarm's columns are null for a test message and one about the server itself. */
export interface PendingNotification extends NotificationRow, Omit<AlarmStanding, 'state'> {
  state: AlarmState | null
  kind: AlarmKind | null
  severity: Severity | null
  incident_id: number | null
  tank_id: number | null
  /** The firm of the tank; null: none. */
  firm_id: number | null
}

/** An alarm whose recipients are to be notified now. */
export interface DueAlarm {
  alarm_id: number
  episode_at: Instant
  tank_id: number
  severity: Severity
  kind: AlarmKind
}

/** Such an alarm as it is now. */
export interface StandingAlarm extends DueAlarm, Pick<AlarmStanding, 'state' | 'notified_at' | 'shelved_until'> {}

/** The result of a try. */
export type TryOutcome = Pick<
  NotificationRow,
  'sent_at' | 'dropped_at' | 'next_try_at' | 'digest_id' | 'took_ms' | 'status' | 'error' | 'answer'
>

// A thousand alarms for thirty users are 90,000 rows, so the database joins alarms and recipients itself, in the order of the unique key,
// which is then written from left to right. `on conflict` would cost half as much again: if another transaction inserts the same row at the
// same moment, the unique key refuses this statement, the alarm stands (`inSavepoint`), and the next tick inserts what is missing.
const INSERT = `with alarms as materialized (
  select distinct on (alarm_id, episode_at, reminder_number, plan) *
  from json_to_recordset($2) as r(plan int, alarm_id int, episode_at timestamptz, reminder_number int)
), wanted as materialized (
  select distinct on (plan, recipient, channel, reason) *, coalesce(user_id, -webhook_id) as recipient
  from json_to_recordset($3) as r(plan int, user_id int, webhook_id int, channel text, reason text, not_before timestamptz)
), known as materialized (
  select n.alarm_id, n.episode_at, n.reminder_number, coalesce(n.user_id, -n.webhook_id) as recipient, n.channel, n.reason
  from (select distinct alarm_id, episode_at, reminder_number from alarms) a join notifications n using (alarm_id, episode_at, reminder_number)
)
insert into notifications (alarm_id, episode_at, reminder_number, reason, user_id, webhook_id, channel, queued_at, not_before, next_try_at)
select a.alarm_id, a.episode_at, a.reminder_number, w.reason, w.user_id, w.webhook_id, w.channel, $1, w.not_before, coalesce(w.not_before, $1)
from alarms a join wanted w using (plan)
where not exists (select from known k where k.alarm_id = a.alarm_id and k.episode_at = a.episode_at and k.reminder_number = a.reminder_number
  and k.recipient = w.recipient and k.channel = w.channel and (w.user_id is not null or k.reason = w.reason))
order by a.alarm_id, a.episode_at, a.reminder_number, w.user_id, w.channel`

const STANDING = 'a.tank_id, a.severity, a.kind, a.state, a.notified_at, a.shelved_until'

const ofDestination = ({ user_id }: Destination) =>
  user_id === null ? 'user_id is null and webhook_id = $1 and channel = $2' : 'user_id = $1 and channel = $2'

const withAlarms = (notifications: string) => `
select n.*, a.state, a.kind, a.severity, a.incident_id, a.ack_since, a.shelved_until, a.notified_at, a.tank_id, t.firm_id
from (${notifications}) n left join alarms a on a.id = n.alarm_id left join tanks t on t.id = a.tank_id order by n.id`

const amongIds = (ids: readonly number[]) => sql<number>`any(${[...ids]}::int[])`

/** The notifications of alarms; those with a next try form the queue. */
export function notificationsRepository({ db, query }: Connection) {
  return {
    /** Inserts the notifications that do not exist yet, one per alarm, recipient and channel. */
    async insert(plans: readonly NotificationPlan[], at: Instant): Promise<void> {
      const alarms = plans.flatMap(({ alarms: all, reminder_number }, plan) =>
        all.map(({ alarm_id, episode_at }) => ({ plan, alarm_id, episode_at, reminder_number })),
      )
      const wanted = plans.flatMap((each, plan) => each.wanted.map((one) => ({ ...one, plan })))
      if (alarms.length > 0 && wanted.length > 0)
        await query(INSERT, [at, JSON.stringify(alarms), JSON.stringify(wanted)])
    },

    /** Inserts test messages. @param nextTryAt null: the caller sends them at once, and they are not tried again */
    async insertTests(destinations: readonly Destination[], at: Instant, nextTryAt: Instant | null): Promise<number[]> {
      if (destinations.length === 0) return []
      const test = {
        episode_at: at,
        reminder_number: 0,
        reason: 'test',
        queued_at: at,
        next_try_at: nextTryAt,
      } as const
      const rows = destinations.map((destination) => ({ ...test, ...destination }))
      const inserted = await db.insertInto('notifications').values(rows).returning('id').execute()
      return inserted.map(({ id }) => id)
    },

    /** Inserts messages about the server itself. @param from when their cause began */
    async insertServerNotices(planned: readonly PlannedNotification[], from: Instant, at: Instant): Promise<void> {
      if (planned.length === 0) return
      const common = { episode_at: from, reminder_number: 0, queued_at: at }
      const rows = planned.map((one) => ({ ...common, ...one, next_try_at: one.not_before ?? at }))
      await db.insertInto('notifications').values(rows).execute()
    },

    /** Sets when the next reminder, or the next user on call, is due. */
    async escalate(due: readonly { alarm_id: number; episode_at: Instant; due_at: Instant | null }[]): Promise<void> {
      await query(
        `insert into escalations (alarm_id, episode_at, due_at)
select * from json_to_recordset($1) as r(alarm_id int, episode_at timestamptz, due_at timestamptz) order by 1
on conflict (alarm_id) do update set episode_at = excluded.episode_at, due_at = excluded.due_at`,
        [JSON.stringify(due)],
      )
    },

    /** Locks active alarms whose recipients should have been notified, but whose notifications could not be inserted. */
    async takeUnnotified(limit: number): Promise<StandingAlarm[]> {
      const text = `select a.id as alarm_id, a.notified_at as episode_at, ${STANDING} from alarms a
where a.closed_at is null and (a.state = 'active_unack' or (a.state = 'active_ack' and a.ack_since <= a.notified_at)) and a.notified_at is not null
  and not exists (select from escalations e where e.alarm_id = a.id and e.episode_at = a.notified_at)
order by a.id limit $1 for update of a skip locked`
      return (await query<StandingAlarm>(text, [limit])).rows
    },

    /**
     * Locks alarms whose reminder, or next user on call, is due. A cleared or shelved alarm stays due: it may be out again without a new
     * episode. So does one whose metric a mode of its tank holds: nobody is reminded during the work, and it may still be out after it.
     */
    async takeDue(now: Instant, limit: number): Promise<StandingAlarm[]> {
      const text = `select e.alarm_id, e.episode_at, ${STANDING} from escalations e join alarms a on a.id = e.alarm_id
where e.due_at <= $1
  and (a.notified_at <> e.episode_at or (a.state <> 'rtn_unack' and (a.shelved_until is null or a.shelved_until <= $1)
    and (a.kind = 'silent' or not exists (
      select from tank_modes m where m.tank_id = a.tank_id and not m.is_over and m.until > $1 and a.metric = any(m.metrics)))))
order by e.alarm_id limit $2 for update of e skip locked`
      return (await query<StandingAlarm>(text, [now, limit])).rows
    },

    /** The destinations with due notifications. */
    async findDestinations(now: Instant): Promise<Destination[]> {
      const text = 'select distinct user_id, webhook_id, channel from notifications where next_try_at <= $1'
      return (await query<Destination>(text, [now])).rows
    },

    /**
     * The notifications that wait for one destination, and those sent to it after `since`. Leaves out those held back by quiet hours or
     * after a digest: they delay no others.
     */
    async findRecent(destination: Destination, since: Instant, now: Instant): Promise<PendingNotification[]> {
      const { user_id, webhook_id, channel } = destination
      const where = ofDestination(destination)
      const recent = `
  select * from notifications where ${where} and next_try_at is not null and (not_before is null or not_before <= $4)
  union all
  select * from notifications where ${where} and sent_at > $3`
      return (await query<PendingNotification>(withAlarms(recent), [user_id ?? webhook_id, channel, since, now])).rows
    },

    /** Those of these incidents of which the destination was notified since their present occurrence began. */
    async findNotifiedIncidents({ user_id, channel }: Destination, incidentIds: readonly number[]): Promise<number[]> {
      if (user_id === null || incidentIds.length === 0) return []
      const text = `select distinct i.id from incidents i join alarms a on a.incident_id = i.id join notifications n on n.alarm_id = a.id
where i.id = any($3) and n.user_id = $1 and n.channel = $2 and n.reminder_number = 0 and n.sent_at >= i.occurred_at`
      return (await query<{ id: number }>(text, [user_id, channel, incidentIds])).rows.map(({ id }) => id)
    },

    async findById(id: number): Promise<PendingNotification | undefined> {
      return (await query<PendingNotification>(withAlarms('select * from notifications where id = $1'), [id])).rows[0]
    },

    /** Holds notifications back: they join the digest that waits until `until`, or form a new one. */
    async hold(destination: Destination, ids: readonly number[], until: Instant): Promise<void> {
      await query(
        `update notifications set not_before = $4, next_try_at = $4, digest_id = coalesce(
  (select min(digest_id) from notifications where ${ofDestination(destination)} and next_try_at = $4 and tries = 0), $5)
where id = any($3)`,
        [destination.user_id ?? destination.webhook_id, destination.channel, ids, until, ids[0]],
      )
    },

    /** Marks notifications as no longer worth sending. */
    async drop(ids: readonly number[], at: Instant): Promise<void> {
      if (ids.length === 0) return
      const dropped = { dropped_at: at, next_try_at: null, error: null }
      await db.updateTable('notifications').set(dropped).where('id', '=', amongIds(ids)).execute()
    },

    /** Writes the result of a try; only this function does. */
    async settle(ids: readonly number[], at: Instant, outcome: TryOutcome): Promise<void> {
      const tried = { ...outcome, tried_at: at, tries: sql<number>`tries + 1` }
      await db.updateTable('notifications').set(tried).where('id', '=', amongIds(ids)).execute()
    },

    /** Removes older notifications, reminders sooner: an unanswered alarm makes ever more of them. */
    async removeBefore(users: Instant, reminders: Instant, webhooks: Instant): Promise<void> {
      await query(
        'delete from notifications where queued_at < case when webhook_id is not null then $3 when reminder_number > 0 then $2 else $1 end::timestamptz',
        [users, reminders, webhooks],
      )
    },
  }
}
