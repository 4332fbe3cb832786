import { sql, type Kysely } from 'kysely'

/** Notifications of users and of webhooks are rows of one table, and these rows are the queue (docs/decisions/017-one-queue.md). */
export async function up(db: Kysely<never>): Promise<void> {
  await sql
    .raw(
      `
alter table notifications
  -- null: a test message
  alter column alarm_id drop not null,
  alter column user_id drop not null,
  add column webhook_id int references webhooks on delete cascade,
  add column tries int not null default 0,
  -- null: sent, or given up
  add column next_try_at timestamptz,
  -- the last try: when, how long, what was answered
  add column tried_at timestamptz, add column took_ms int, add column status int, add column error text, add column answer text,
  drop constraint tellings_channel_check,
  add check (channel in ('app', 'push', 'mail', 'webhook')),
  add check ((webhook_id is null) = (channel <> 'webhook')),
  add check ((user_id is null) <> (webhook_id is null));
update notifications set next_try_at = coalesce(not_before, queued_at) where sent_at is null and dropped_at is null;

-- A delivery that was about several alarms becomes a digest: one notification for each of them.
alter table notifications add column delivery_id int;
insert into notifications (delivery_id, alarm_id, episode_at, occurrence, reminder_number, reason, webhook_id, channel, queued_at,
  not_before, tries, next_try_at, tried_at, took_ms, status, error, answer, sent_at, dropped_at)
select d.id, a.alarm_id, case when name.parts is null then d.queued_at else to_timestamp(name.parts[3]::bigint / 1000.0) end, 1,
  coalesce(name.parts[4]::int, 0),
  case when d.event = 'alarm.notified_again' then 'out_again' else replace(d.event, 'alarm.', '') end, d.webhook_id, 'webhook', d.queued_at,
  case when d.tries = 0 then d.next_try_at end, d.tries, d.next_try_at, d.tried_at, d.took_ms, d.status, d.error, d.answer, d.delivered_at,
  case when d.delivered_at is null and d.next_try_at is null then coalesce(d.tried_at, d.queued_at) end
from webhook_deliveries d
cross join lateral unnest(coalesce(d.alarm_ids, array[d.alarm_id])) as a(alarm_id)
left join lateral (select regexp_match(d.delivery, '^(?:many-)?(\\d+)-([a-z_]+)-(\\d+)-(\\d+)$') as parts) name on true
order by d.id, (a.alarm_id::text = name.parts[1]) desc nulls last;
update notifications n set digest_id = head.id
from (select delivery_id, min(id) as id from notifications where delivery_id is not null group by delivery_id) head
where n.delivery_id = head.delivery_id
  and exists (select from webhook_deliveries d where d.id = n.delivery_id and d.alarm_ids is not null);
alter table notifications drop column delivery_id;
drop table webhook_deliveries;

drop index notifications_held, notifications_waiting, notifications_sent;
create index notifications_due on notifications (user_id, webhook_id, channel, next_try_at) where next_try_at is not null;
create index notifications_sent on notifications (user_id, webhook_id, channel, sent_at) where sent_at is not null;
create index notifications_webhook on notifications (webhook_id, id desc) where webhook_id is not null;
`,
    )
    .execute(db)
}
