import { sql, type Kysely } from 'kysely'

/** What each webhook was sent, or is still to be sent, and what came of it. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql
    .raw(
      `
create table webhook_deliveries (
  id int generated always as identity primary key,
  webhook_id int not null references webhooks on delete cascade,
  -- null: a trial
  alarm_id int references alarms on delete cascade,
  event text not null,
  -- names the event: the same in every try
  delivery text not null,
  queued_at timestamptz not null,
  tries int not null default 0,
  -- null: nothing more is tried
  next_try_at timestamptz,
  -- the last try: when, how long, what was answered
  tried_at timestamptz, took_ms int, status int, error text, answer text,
  delivered_at timestamptz,
  unique (webhook_id, delivery)
);
create index webhook_deliveries_list on webhook_deliveries (webhook_id, id desc);
create index webhook_deliveries_waiting on webhook_deliveries (webhook_id, next_try_at) where next_try_at is not null;
create index webhook_deliveries_alarm on webhook_deliveries (alarm_id) where alarm_id is not null;
create index webhook_deliveries_queued on webhook_deliveries (queued_at);
`,
    )
    .execute(db)
}
