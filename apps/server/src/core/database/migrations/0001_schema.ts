import { sql, type Kysely } from 'kysely'
import { addMetricColumns } from '../add-metric-columns.ts'

/** The metrics of the first release, in the registry's order; later ones have their own migrations. */
const METRICS = [
  'tank_temperature',
  'ambient_temperature',
  'cabinet_temperature',
  'ambient_humidity',
  'cabinet_humidity',
  'ph',
  'salinity',
  'orp',
  'conductivity',
]

/** Folds text for searches, which ignore case and Turkish letters. Immutable, so that indexes and generated columns can use it. */
const SEARCH = `
create extension if not exists pg_trgm;
create function fold_text(given text) returns text language sql immutable strict parallel safe as $$
  select lower(translate(given, 'ıİIşŞğĞüÜöÖçÇâÂîÎûÛ', 'iiissgguuooccaaiiuu') collate "C")
$$;`

/** Firms, users, sessions and sign-in. */
const ACCOUNTS = `
create table firms (
  id int generated always as identity primary key,
  code text collate "C" not null, name text not null,
  type text not null default 'grower' check (type in ('grower', 'distributor', 'restaurant')),
  status text not null default 'active' check (status in ('active', 'inactive', 'deleted')),
  notes text, phone text, city text, province text, district text, neighborhood text, country text, postal_code text,
  parent_id int references firms, edited_by int, version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  search text generated always as (fold_text(code || ' ' || name || ' ' || coalesce(city, '') || ' ' || coalesce(province, ''))) stored,
  check (parent_id <> id)
);
create unique index firms_live_code on firms (code) where status <> 'deleted';
create index firms_parent on firms (parent_id);
create index firms_search on firms using gin (search gin_trgm_ops);

create table users (
  id int generated always as identity primary key,
  name text not null, email text not null, password_hash text not null, firm_id int references firms,
  preferred_theme text, locale text not null default 'tr', version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  password_temporary boolean not null default false,
  email_confirmed_at timestamptz,
  -- The user registered with this address, and no administrator has written it.
  email_self_declared boolean not null default false,
  email_trusted boolean not null generated always as (email_confirmed_at is not null or not email_self_declared) stored,
  search text generated always as (fold_text(name || ' ' || email)) stored
);
create index users_created on users (created_at) where deleted_at is null;
create index users_firm on users (firm_id);
-- Compared ignoring the case of ASCII letters only: lower() in "C" leaves other letters unchanged.
create unique index users_live_email on users (lower(email collate "C")) where deleted_at is null;
create index users_name on users (name collate "tr-x-icu", id) where deleted_at is null;
create index users_search on users using gin (search gin_trgm_ops) where deleted_at is null;

create table user_roles (
  user_id int not null references users on delete cascade,
  role text not null check (role in ('admin', 'operator', 'customer')),
  primary key (user_id, role)
);
create index user_roles_role on user_roles (role, user_id);

create table tokens (
  id int generated always as identity primary key,
  user_id int not null references users on delete cascade,
  hash bytea not null unique, address text, agent text,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now()
);
create index tokens_user on tokens (user_id);

-- Failed attempts, shared by several processes; losing them in a crash is harmless.
create unlogged table attempts (
  key text not null, at timestamptz not null default now()
);
create index attempts_key on attempts (key, at);

-- Browsers that have signed in to an account, by the SHA-256 of a cookie. It grants no access; it spares them the delay after failed
-- sign-ins from elsewhere.
create table known_browsers (
  user_id int not null references users on delete cascade,
  hash bytea not null, used_at timestamptz not null default now(),
  primary key (user_id, hash)
);
create index known_browsers_hash on known_browsers (hash);
create index known_browsers_used on known_browsers (used_at);

-- One link of each kind and user: a newer one replaces the older one.
create table mailed_links (
  user_id int not null references users on delete cascade,
  kind text not null check (kind in ('reset', 'confirm')),
  hash bytea not null unique,
  -- SHA-256 of what the link is valid for; once that changes, the link is invalid.
  seal bytea not null,
  expires_at timestamptz not null,
  primary key (user_id, kind)
);
create index mailed_links_expires on mailed_links (expires_at);

-- Requested emails about accounts, until they are sent or given up.
create table account_emails (
  id int generated always as identity primary key,
  kind text not null check (kind in ('reset', 'confirm')),
  -- Folded; the account is looked up when the email is sent.
  email text not null,
  -- null: the account's language
  language text,
  requested_at timestamptz not null, tries int not null default 0,
  -- null: sent or given up
  next_try_at timestamptz
);
create unique index account_emails_waiting on account_emails (kind, email) where next_try_at is not null;
alter table firms add foreign key (edited_by) references users;`

/** Range templates, tanks, terminals and what connects them. */
const TANKS_AND_TERMINALS = `
-- Limits are arrays with one element per metric in the order of the registry; null: no limit. Real as the readings are, so that a value
-- equal to its limit is inside.
create table range_templates (
  id int generated always as identity primary key,
  name text not null, active boolean not null default true,
  delay_seconds int not null default 60 check (delay_seconds between 0 and 3600),
  lo real[] not null, hi real[] not null, critical_lo real[] not null, critical_hi real[] not null,
  severity text[] not null, version int not null default 1, edited_by int references users,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create unique index range_templates_live_name on range_templates (fold_text(name)) where deleted_at is null;

create table tanks (
  id int generated always as identity primary key,
  code text collate "C" not null, name text not null, firm_id int references firms,
  status text not null default 'inactive' check (status in ('active', 'inactive', 'suspended', 'deleted')),
  suspended_until timestamptz, location text, province text, district text, address text, notes text,
  range_template_id int references range_templates,
  version int not null default 1, last_modified_by int references users, last_action_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  search text generated always as (fold_text(code || ' ' || name || ' ' || coalesce(notes, ''))) stored,
  label text generated always as (fold_text(code || ' ' || name)) stored
);
create index tanks_firm on tanks (firm_id);
create index tanks_label on tanks using gin (label gin_trgm_ops);
create unique index tanks_live_code on tanks (code) where status <> 'deleted';
create index tanks_name on tanks (name collate "tr-x-icu", id);
create index tanks_search on tanks using gin (search gin_trgm_ops);
create index tanks_template on tanks (range_template_id);

-- Grows in the same transaction whenever limits may have changed. The server caches limits and checks once per batch whether they still
-- hold.
create table limits_version (
  only_row boolean default true primary key check (only_row),
  version int not null
);

create table terminals (
  id int generated always as identity primary key,
  code text collate "C" not null,
  -- manual: one hidden terminal per tank for readings entered by hand
  kind text not null default 'device' check (kind in ('device', 'manual')),
  status text not null check (status in ('active', 'inactive', 'suspended', 'unauthorized', 'banned', 'deleted')),
  suspended_until timestamptz, ip_address text, expected_interval_seconds int, first_try_at timestamptz,
  last_try_at timestamptz, version int not null default 1, last_modified_by int references users,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  search text generated always as (fold_text(code || ' ' || coalesce(ip_address, ''))) stored,
  offline_after_seconds int check (offline_after_seconds between 30 and 86400)
);
create unique index terminals_live_code on terminals (code) where status <> 'deleted';
create index terminals_manual on terminals (id) where kind = 'manual';
create index terminals_search on terminals using gin (search gin_trgm_ops);

-- SHA-256 of keys: 256 random bits need no slow hash.
create table terminal_keys (
  terminal_id int not null references terminals on delete cascade,
  hash bytea not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  primary key (terminal_id, hash)
);
create index terminal_keys_hash on terminal_keys (hash);

-- Which tank a terminal measured, and when; to_at is null for the present one. The first one also covers the time before its from_at.
create table terminal_assignments (
  terminal_id int not null references terminals,
  tank_id int not null references tanks, from_at timestamptz not null, to_at timestamptz,
  primary key (terminal_id, from_at),
  check (to_at >= from_at)
);
create unique index terminal_assignments_open on terminal_assignments (terminal_id) where to_at is null;
create index terminal_assignments_tank on terminal_assignments (tank_id);

-- What a device's messages show about its terminal. Not part of terminals, so that messages never raise a version. Written in batches.
create table terminal_presence (
  terminal_id int primary key references terminals on delete cascade,
  -- Seconds between the last accepted messages, oldest first, at most 20.
  gap_seconds real[] not null default '{}',
  -- Their median, from the third one on.
  usual_interval_seconds real,
  refused_count bigint not null default 0, unknown_keys jsonb not null default '{}'
) with (fillfactor = 70);

insert into limits_version (version) values (1);
create function raise_limits_version() returns trigger language plpgsql as $$
begin
  update limits_version set version = version + 1;
  return null;
end $$;
create trigger limits_version_of_tanks after update on tanks for each row
  when (old.status is distinct from new.status or old.range_template_id is distinct from new.range_template_id)
  execute function raise_limits_version();
create trigger limits_version_of_templates after update on range_templates for each row
  when (old.active is distinct from new.active or old.lo is distinct from new.lo or old.hi is distinct from new.hi)
  execute function raise_limits_version();`

/** Readings, latest values, roll-ups and times out of range. The columns of the metrics are added at the end. */
const MEASUREMENTS = `
-- One partition per month, created ahead of time by the server, or by an import. There is no default partition, which could grow unnoticed.
create table measurements (
  measured_at timestamptz not null, received_at timestamptz not null, terminal_id int not null, tank_id int,
  -- 1: the terminal's clock was wrong; 2 << i: the metric with index i was out of range when the reading was stored.
  flags smallint not null default 0,
  primary key (terminal_id, measured_at)
) partition by range (measured_at);
create index measurements_out_of_range on measurements (terminal_id, measured_at) include (tank_id, flags) where flags > 1;
create index measurements_out_of_range_time on measurements (measured_at, terminal_id) where flags > 1;
create index measurements_time on measurements using brin (measured_at) with (pages_per_range = 32, autosummarize = on);

-- The newest value of each metric per terminal and tank (0: none), so that values of a moved terminal do not count for its new tank. Also
-- the list of all pairs that ever had a reading.
create table latest (
  terminal_id int not null, tank_id int not null, measured_at timestamptz not null, received_at timestamptz not null,
  primary key (terminal_id, tank_id)
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
create index latest_tank on latest (tank_id);

-- 15-minute buckets; tank_id 0: no tank.
create table rollup_15m (
  bucket timestamptz not null, terminal_id int not null, tank_id int not null, n int not null,
  primary key (terminal_id, bucket, tank_id)
) partition by range (bucket);
create index rollup_15m_time on rollup_15m using brin (bucket) with (pages_per_range = 32, autosummarize = on);

create table rollup_6h (
  bucket timestamptz not null, terminal_id int not null, tank_id int not null, n int not null,
  primary key (terminal_id, bucket, tank_id)
);
create index rollup_6h_time on rollup_6h (bucket);

-- Numbers of readings, for exact totals of many terminals.
create table counts_day (
  bucket timestamptz not null, terminal_id int not null, tank_id int not null, n int not null,
  primary key (bucket, terminal_id, tank_id)
);
create index counts_day_terminal on counts_day (terminal_id, bucket);

create table counts_month (
  bucket timestamptz not null, terminal_id int not null, tank_id int not null, n int not null,
  primary key (bucket, terminal_id, tank_id)
);
create index counts_month_terminal on counts_month (terminal_id, bucket);

-- How long each metric was out of range, in milliseconds; buckets without such a time have no row. terminal_id 0: the tank, where terminals
-- that are out at the same time count once.
create table out_of_range_15m (
  tank_id int not null, terminal_id int not null, bucket timestamptz not null,
  primary key (tank_id, terminal_id, bucket)
);

create table out_of_range_6h (
  tank_id int not null, terminal_id int not null, bucket timestamptz not null,
  primary key (tank_id, terminal_id, bucket)
);

-- Readings before done_until are in every roll-up, except the buckets in rollup_dirty. A reading stored with a time before mark_until marks
-- its bucket.
create table rollup_state (
  mark_until timestamptz not null, done_until timestamptz not null
);

create table rollup_dirty (
  terminal_id int not null, bucket timestamptz not null,
  primary key (terminal_id, bucket)
);
insert into rollup_state select at, at from (select date_bin('15 min', now(), 'epoch') as at) start;

-- Age at which a value is stale, by the usual interval of its terminal in seconds (terminals/silence-limit.rules.ts).
create function stale_after(usual_interval float8) returns interval language sql immutable as
  $$ select make_interval(secs => greatest(coalesce(2 * usual_interval, 120), 60)) $$;`

/** Alarms, their occurrences, and silence. */
const ALARMS = `
-- The row of an alarm describes its newest occurrence.
create table alarms (
  id int generated always as identity primary key,
  tank_id int not null references tanks,
  -- The terminal that raised it or is silent; null: the tank has no terminal that could deliver.
  terminal_id int references terminals,
  metric text,
  kind text not null check (kind in ('low', 'high', 'silent')),
  severity text not null check (severity in ('critical', 'warning', 'info')),
  state text not null check (state in ('active_unack', 'active_ack', 'rtn_unack', 'closed')),
  value real, peak real, limit_value real, out_since timestamptz not null, raised_at timestamptz not null,
  last_at timestamptz not null, cleared_at timestamptz, closed_at timestamptz, acknowledged_at timestamptz,
  acknowledged_by int references users,
  -- The value at the acknowledgement, and since when its time runs.
  ack_value real,
  ack_since timestamptz, note text, shelved_until timestamptz, shelve_reason text, occurrences int not null default 1,
  chattering boolean not null default false,
  -- Times of the last five occurrences, oldest first.
  occurred_at timestamptz[] not null,
  -- When recipients were last notified, and of which severity.
  notified_at timestamptz,
  notified_severity text check (notified_severity in ('critical', 'warning', 'info')),
  first_acknowledged_at timestamptz, occurrence_peak real, first_acknowledged_by int references users,
  occurrence_raised_at timestamptz generated always as (occurred_at[cardinality(occurred_at)]) stored,
  check ((state = 'closed') = (closed_at is not null)),
  check (kind = 'silent' or (metric is not null and terminal_id is not null))
) with (fillfactor = 70);
create index alarms_closed on alarms (closed_at desc nulls last);
create index alarms_occurrence_raised on alarms (occurrence_raised_at);
create unique index alarms_open_limit on alarms (tank_id, metric, kind) where closed_at is null and kind <> 'silent';
create unique index alarms_open_silence on alarms (terminal_id, coalesce(metric, ''))
  where closed_at is null and kind = 'silent' and terminal_id is not null;
create unique index alarms_open_silent_tank on alarms (tank_id) where closed_at is null and kind = 'silent' and terminal_id is null;
-- The default order of the list of alarms; written as in alarms.sql.ts.
create index alarms_order on alarms ((state in ('active_unack', 'active_ack')) desc, (state in ('active_unack', 'rtn_unack')) desc, array_position(array['critical', 'warning', 'info'], severity), raised_at desc, id desc);
create index alarms_shelved on alarms (tank_id, shelved_until) where shelved_until is not null;
-- Written as in alarm-statistics.sql.ts; a late reading may clear an alarm before it began.
create index alarms_span on alarms using gist (tstzrange(out_since, case when cleared_at is not null then greatest(out_since, cleared_at) end));
create index alarms_tank on alarms (tank_id, closed_at desc);

-- Earlier occurrences, each with its own times, values, acknowledgement and note.
create table alarm_occurrences (
  alarm_id int not null references alarms on delete cascade,
  -- Counts from 1; the newest occurrence (alarms.occurrences) is in the alarm's own row.
  number int not null,
  tank_id int not null references tanks, metric text, kind text not null, severity text not null, value real, peak real,
  out_since timestamptz not null, raised_at timestamptz not null, cleared_at timestamptz not null,
  -- The newest acknowledgement of the occurrence, and when its first one was.
  acknowledged_at timestamptz,
  acknowledged_by int references users, first_acknowledged_at timestamptz, note text,
  primary key (alarm_id, number)
);
create index alarm_occurrences_raised on alarm_occurrences (raised_at);
create index alarm_occurrences_span on alarm_occurrences using gist (tstzrange(out_since, greatest(out_since, cleared_at)));
create index alarm_occurrences_tank on alarm_occurrences (tank_id);

-- A terminal that is out of range: within its delay, or (holds) one of those that keep the tank's alarm active.
create table alarm_excursions (
  terminal_id int not null references terminals,
  tank_id int not null references tanks, metric text not null,
  kind text not null check (kind in ('low', 'high')),
  severity text not null, holds boolean not null, value real not null, peak real not null, out_since timestamptz not null,
  last_at timestamptz not null,
  primary key (terminal_id, tank_id, metric, kind)
) with (fillfactor = 70);
create index alarm_excursions_tank on alarm_excursions (tank_id);

-- When the server or its database was down: no terminal counts as silent for these times.
create table silence_pauses (
  from_at timestamptz primary key, to_at timestamptz not null,
  check (to_at >= from_at)
);

-- When the server was last up.
create table silence_heartbeat (
  only_row boolean default true primary key check (only_row),
  beat_at timestamptz not null
);`

/** The recipients of alarms, with the channel and the result of each notification. */
const NOTIFICATIONS = `
-- Without a row the defaults of the contract hold.
create table notification_preferences (
  user_id int primary key references users on delete cascade,
  -- severity → channels
  channels jsonb not null,
  quiet_from text, quiet_to text, time_zone text not null,
  -- An administrator who is notified of every firm's alarms.
  all_firms boolean not null default false,
  updated_at timestamptz not null default now(),
  check ((quiet_from is null) = (quiet_to is null))
);

-- Users who are notified one after another, each delay_minutes after the one before.
create table on_call (
  firm_id int not null references firms on delete cascade,
  position int not null,
  user_id int not null references users on delete cascade,
  delay_minutes int not null check (delay_minutes between 0 and 1440),
  primary key (firm_id, position),
  unique (firm_id, user_id)
);
create index on_call_user on on_call (user_id);

-- Since when an alarm is notified anew, and when its next reminder or escalation is due.
create table escalations (
  alarm_id int primary key references alarms on delete cascade,
  episode_at timestamptz not null, due_at timestamptz
) with (fillfactor = 70);
create index escalations_due on escalations (due_at) where due_at is not null;

create table webhooks (
  id int generated always as identity primary key,
  firm_id int not null references firms on delete cascade,
  url text not null, events text[] not null, secret text not null, template text, active boolean not null default true,
  last_success_at timestamptz, last_failure_at timestamptz, last_error text, version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index webhooks_firm on webhooks (firm_id);

-- One message to one recipient by one channel. Rows with next_try_at are the queue (docs/decisions/018-one-queue.md). Alarms and users are
-- not referenced: neither is ever deleted, and a power cut inserts a hundred thousand rows at once.
create table notifications (
  id int generated always as identity primary key,
  -- null: a test message
  alarm_id int,
  episode_at timestamptz not null, occurrence int not null,
  -- 0: first message
  reminder_number int not null,
  reason text not null, user_id int,
  channel text not null check (channel in ('app', 'push', 'mail', 'webhook')),
  queued_at timestamptz not null,
  -- Held back until then by quiet hours or a digest.
  not_before timestamptz,
  sent_at timestamptz, dropped_at timestamptz,
  -- The notification whose message contains this one.
  digest_id int references notifications on delete set null,
  webhook_id int references webhooks on delete cascade,
  tries int not null default 0,
  -- null: sent or given up
  next_try_at timestamptz,
  -- The last try: when, how long, and the answer.
  tried_at timestamptz,
  took_ms int, status int, error text, answer text,
  constraint notifications_once_key unique (alarm_id, episode_at, reminder_number, user_id, channel),
  check ((webhook_id is null) = (channel <> 'webhook')),
  check ((user_id is null) <> (webhook_id is null))
);
create index notifications_digest on notifications (digest_id) where digest_id is not null;
create index notifications_due on notifications (user_id, webhook_id, channel, next_try_at) where next_try_at is not null;
create index notifications_sent on notifications (user_id, webhook_id, channel, sent_at) where sent_at is not null;
create index notifications_webhook on notifications (webhook_id, id desc) where webhook_id is not null;

-- What a user sees under the bell.
create table inbox_items (
  id int generated always as identity primary key,
  user_id int not null references users on delete cascade,
  notification_id int unique references notifications on delete set null,
  reason text not null, severity text not null, title text not null, body text not null, alarm_ids int[] not null,
  created_at timestamptz not null, read_at timestamptz
);
create index inbox_items_created on inbox_items (created_at);
create index inbox_items_unread on inbox_items (user_id) where read_at is null;
create index inbox_items_user on inbox_items (user_id, id desc);

create table push_subscriptions (
  id int generated always as identity primary key,
  user_id int not null references users on delete cascade,
  endpoint text not null unique, p256dh text not null, auth text not null,
  created_at timestamptz not null default now(),
  token_id int not null references tokens on delete cascade
);
create index push_subscriptions_token on push_subscriptions (token_id);
create index push_subscriptions_user on push_subscriptions (user_id);

-- The last results of each channel.
create table channel_health (
  channel text primary key, tested_at timestamptz, last_success_at timestamptz, last_failure_at timestamptz,
  last_error text,
  -- The last week in which the weekly test message was sent.
  tested_week int
);

-- The results of each user's own test messages.
create table channel_tests (
  user_id int not null references users on delete cascade,
  channel text not null check (channel in ('app', 'push', 'mail')),
  last_success_at timestamptz, last_failure_at timestamptz,
  primary key (user_id, channel)
);`

/** Logs of terminals, tanks, the server and audited changes. */
const LOGS = `
-- Followers read by (xid, id) below the xmin of their snapshot, because ids become visible out of order.
create table terminal_logs (
  id bigint generated always as identity primary key,
  xid xid8 not null default pg_current_xact_id(),
  created_at timestamptz not null default now(),
  terminal_id int not null,
  status text not null check (status in ('success', 'warning', 'error')),
  event text not null, processor jsonb not null, meta jsonb
);
create index terminal_logs_event on terminal_logs (event, id);
create index terminal_logs_follow on terminal_logs (xid, id);
create index terminal_logs_owner on terminal_logs (terminal_id, id);
create index terminal_logs_time on terminal_logs (created_at, id);
create index terminal_logs_trouble on terminal_logs (id, status, created_at, terminal_id) where status <> 'success';
create index terminal_logs_trouble_follow on terminal_logs (xid, id, status) where status <> 'success';

create table tank_logs (
  id bigint generated always as identity primary key,
  xid xid8 not null default pg_current_xact_id(),
  created_at timestamptz not null default now(),
  tank_id int not null,
  status text not null check (status in ('success', 'warning', 'error')),
  event text not null, processor jsonb not null, meta jsonb
);
create index tank_logs_event on tank_logs (event, id);
create index tank_logs_follow on tank_logs (xid, id);
create index tank_logs_owner on tank_logs (tank_id, id);
create index tank_logs_terminal on tank_logs (((meta -> 'terminal') ->> 'id'), id) where meta ? 'terminal';
create index tank_logs_time on tank_logs (created_at, id);
create index tank_logs_trouble on tank_logs (id, status, created_at, tank_id) where status <> 'success';
create index tank_logs_trouble_follow on tank_logs (xid, id, status) where status <> 'success';

create table server_logs (
  seq bigint generated always as identity primary key,
  xid xid8 not null default pg_current_xact_id(),
  created_at timestamptz not null default now(),
  level smallint not null, message text not null, context jsonb, orphan boolean not null default false,
  search text generated always as (fold_text(message || ' ' || coalesce(context::text, ''))) stored
);
create index server_logs_follow on server_logs (xid, seq);
create index server_logs_level on server_logs (level, seq, orphan);
create index server_logs_orphans on server_logs (seq) where orphan;
create index server_logs_search on server_logs using gin (search gin_trgm_ops);
create index server_logs_time on server_logs (created_at, seq);

-- Append-only: the trigger refuses every change and removal, by the owner too. Only xid may change, because a restored backup gets those of
-- another PostgreSQL.
create table audit_logs (
  id bigint generated always as identity primary key,
  xid xid8 not null default pg_current_xact_id(),
  created_at timestamptz not null default now(),
  status text not null check (status in ('success', 'warning', 'error')),
  event text not null, user_id int, processor jsonb not null, target_kind text, target_id int, target_name text,
  address text, browser text, before jsonb, after jsonb
);
create index audit_logs_event on audit_logs (event, id);
create index audit_logs_follow on audit_logs (xid, id);
create index audit_logs_target on audit_logs (target_kind, target_id, id);
create index audit_logs_time on audit_logs (created_at, id);
create index audit_logs_user on audit_logs (user_id, id);
create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and to_jsonb(new) - 'xid' = to_jsonb(old) - 'xid' then return new; end if;
  raise exception 'audit_logs is append-only' using errcode = 'insufficient_privilege';
end $$;
create trigger audit_logs_rows_stay before update or delete on audit_logs for each row execute function refuse_audit_change();
create trigger audit_logs_stay before truncate on audit_logs for each statement execute function refuse_audit_change();`

/** Orders of firms and the points they earn. */
const ORDERS = `
create table orders (
  id int generated always as identity primary key,
  code text collate "C" generated always as ('S-' || (id + 1000)::text) stored unique,
  firm_id int not null references firms,
  status text not null default 'placed' check (status in ('placed', 'confirmed', 'shipped', 'delivered', 'cancelled')),
  note text, created_by int references users,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  search text generated always as (fold_text('S-' || (id + 1000)::text || ' ' || coalesce(note, ''))) stored
);
create index orders_created on orders (created_at, id);
create index orders_firm on orders (firm_id, id);
create index orders_search on orders using gin (search gin_trgm_ops);
create index orders_status on orders (status, id);
create index orders_updated on orders (updated_at, id);

create table order_items (
  order_id int not null references orders on delete cascade,
  position int not null, product text not null,
  quantity float8 not null check (quantity > 0),
  unit text not null, tank_id int references tanks,
  search text generated always as (fold_text(product)) stored,
  primary key (order_id, position)
);
create index order_items_search on order_items using gin (search gin_trgm_ops);
create index order_items_tank on order_items (tank_id) where tank_id is not null;

-- One entry per order: an order earns its points once.
create table points (
  id int generated always as identity primary key,
  firm_id int not null references firms, points int not null, reason text not null, order_id int unique references orders,
  created_at timestamptz not null default now()
);
create index points_firm on points (firm_id, id);`

/** Settings, brand and secrets of the installation. */
const SETTINGS = `
create table settings (
  key text primary key, value jsonb not null, updated_at timestamptz not null default now()
);

-- The administrator's changes of the brand, in at most one row; null: the product's own.
create table branding (
  id boolean default true primary key check (id),
  name text,
  primary_color text,
  secondary_color text, accent_color text, email text, phone text, website text, logo bytea,
  logo_type text check (logo_type in ('image/png', 'image/jpeg', 'image/webp')),
  logo_hash text,
  constraint logo_is_whole check ((logo is null) = (logo_type is null) and (logo is null) = (logo_hash is null))
);

-- Created when first needed.
create table signing_keys (
  name text primary key, value jsonb not null, created_at timestamptz not null default now()
);

-- Shows whether a key is the one with which the secrets of this database are encrypted.
create table sealing_proof (
  only_row boolean default true primary key check (only_row),
  sealed text not null, created_at timestamptz not null default now()
);`

/**
 * Creates the partitions of one month while the server runs, as the owner, because the role of the server may not create tables. A partition is
 * created alone and then attached, so that readers and writers of other months are not blocked.
 */
const monthOf = (schema: string) => `
create function ensure_month(month date) returns void language plpgsql security definer
  set search_path = ${schema}, pg_temp as $$
declare
  parent text;
  part text;
begin
  if month is null or month <> date_trunc('month', month) then raise exception 'a month begins on its first day'; end if;
  foreach parent in array array['measurements', 'rollup_15m'] loop
    part := format('%s_%s', parent, to_char(month, 'YYYY_MM'));
    continue when to_regclass(part) is not null;
    execute format('create table %I (like %I including all)', part, parent);
    execute format('alter table %I attach partition %I for values from (%L) to (%L)', parent, part,
      month::timestamp at time zone 'UTC', (month + interval '1 month') at time zone 'UTC');
  end loop;
end $$;
revoke execute on function ensure_month(date) from public;`

/** The tables of the first release. */
export async function up(db: Kysely<never>): Promise<void> {
  const { rows } = await sql<{ schema: string }>`select quote_ident(current_schema()) as schema`.execute(db)
  const parts = [SEARCH, ACCOUNTS, TANKS_AND_TERMINALS, MEASUREMENTS, ALARMS, NOTIFICATIONS, LOGS, ORDERS, SETTINGS]
  for (const part of [...parts, monthOf(rows[0]?.schema ?? '')]) await sql.raw(part).execute(db)
  for (const metric of METRICS) await addMetricColumns(db, metric)
}
