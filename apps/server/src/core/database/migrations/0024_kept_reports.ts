import { sql, type Kysely } from 'kysely'

/** Monthly reports of tanks and days of the audit log, each with the hash of the one before, and the emails with reports. */
export async function up(db: Kysely<never>): Promise<void> {
  for (const part of [APPEND_ONLY, REPORTS, AUDIT_DAYS, MAILS]) await sql.raw(part).execute(db)
}

const APPEND_ONLY = `
create function refuse_change_of_record() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end $$;`

const stay = (table: string) => `
create trigger ${table}_rows_stay before update or delete on ${table} for each row execute function refuse_change_of_record();
create trigger ${table}_stay before truncate on ${table} for each statement execute function refuse_change_of_record();`

const REPORTS = `
create table monthly_reports (
  -- the place in the chain, from 1 without a hole
  number int primary key,
  tank_id int not null references tanks, month text not null,
  made_at timestamptz not null,
  -- canonical JSON; text, because jsonb would not keep its bytes
  content text not null, content_hash text not null,
  previous_hash text, hash text not null unique,
  unique (tank_id, month)
);
-- the months for which every tank has its report
create table report_months (month text primary key, made_at timestamptz not null);${stay('monthly_reports')}`

const AUDIT_DAYS = `
create table audit_days (
  -- of UTC
  day text primary key, entries int not null,
  content_hash text not null, hash text not null, sealed_at timestamptz not null
);${stay('audit_days')}`

const MAILS = `
alter table notification_preferences add monthly_report boolean not null default false;
create table report_mails (
  id int generated always as identity primary key,
  user_id int not null references users, month text not null,
  requested_at timestamptz not null, tries int not null default 0,
  -- null: sent or given up
  next_try_at timestamptz, sent_at timestamptz,
  unique (user_id, month)
);
create index report_mails_due on report_mails (next_try_at) where next_try_at is not null;`
