import { sql, type Kysely } from 'kysely'

/** Who is told of alarms, how, and what came of it. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql
    .raw(
      `
-- What a person chose; without a row the defaults of the contract hold.
create table notification_preferences (
  user_id int primary key references users on delete cascade,
  -- severity → channels
  channels jsonb not null,
  quiet_from text, quiet_to text, time_zone text not null,
  -- an administrator who wants to be told of every firm's alarms
  all_firms boolean not null default false,
  updated_at timestamptz not null default now(),
  check ((quiet_from is null) = (quiet_to is null))
);

-- Whom to wake in turn, each so many minutes after the one before.
create table on_call (
  firm_id int not null references firms on delete cascade, place int not null,
  user_id int not null references users on delete cascade, delay_minutes int not null check (delay_minutes between 0 and 1440),
  primary key (firm_id, place), unique (firm_id, user_id)
);
create index on_call_user on on_call (user_id);

-- Since when an alarm is told anew (\`occasion\`), and when its reminders or the next in turn are due.
create table alarm_watches (
  alarm_id int primary key references alarms on delete cascade,
  occasion timestamptz not null, due_at timestamptz
) with (fillfactor = 70);
create index alarm_watches_due on alarm_watches (due_at) where due_at is not null;

-- One job: this alarm, on this occasion, to this person, by this channel. turn: 0 at first, then the reminders.
create table tellings (
  id int generated always as identity primary key,
  alarm_id int not null references alarms on delete cascade, occasion timestamptz not null, occurrence int not null,
  turn int not null, why text not null,
  user_id int not null references users on delete cascade, channel text not null check (channel in ('app', 'push', 'mail')),
  queued_at timestamptz not null,
  -- held back until then, by quiet hours or beside many others
  held_until timestamptz,
  -- how it ended: told, or no longer worth telling
  told_at timestamptz, dropped_at timestamptz,
  -- told together with others, in the message of that telling
  within_id int references tellings on delete set null,
  unique (alarm_id, occasion, turn, user_id, channel)
);
create index tellings_held on tellings (held_until) where held_until is not null and told_at is null and dropped_at is null;
create index tellings_person on tellings (user_id, channel, queued_at);
create index tellings_within on tellings (within_id) where within_id is not null;

-- The centre in the page.
create table notifications (
  id int generated always as identity primary key,
  user_id int not null references users on delete cascade,
  telling_id int unique references tellings on delete set null,
  why text not null, severity text not null, title text not null, body text not null,
  alarm_ids int[] not null,
  created_at timestamptz not null, read_at timestamptz
);
create index notifications_user on notifications (user_id, id desc);
create index notifications_unread on notifications (user_id) where read_at is null;
create index notifications_created on notifications (created_at);

create table push_subscriptions (
  id int generated always as identity primary key,
  user_id int not null references users on delete cascade,
  endpoint text not null unique, p256dh text not null, auth text not null,
  created_at timestamptz not null default now()
);
create index push_subscriptions_user on push_subscriptions (user_id);

create table webhooks (
  id int generated always as identity primary key,
  firm_id int not null references firms on delete cascade,
  url text not null, events text[] not null, secret text not null, template text, active boolean not null default true,
  last_success_at timestamptz, last_failure_at timestamptz, last_error text,
  version int not null default 1, created_at timestamptz not null default now(), updated_at timestamptz not null default now()
);
create index webhooks_firm on webhooks (firm_id);

-- How each channel fares.
create table channel_health (
  channel text primary key, tested_at timestamptz,
  last_success_at timestamptz, last_failure_at timestamptz, last_error text
);

-- What this installation signs with; made when first needed.
create table signing_keys (name text primary key, value jsonb not null, created_at timestamptz not null default now());
`,
    )
    .execute(db)
}
