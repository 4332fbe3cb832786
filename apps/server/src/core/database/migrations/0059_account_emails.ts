import { sql, type Kysely } from 'kysely'

/** Requested e-mails about accounts wait in a table of their own; the job queue of before, in its own schema, is no longer used. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql
    .raw(
      `
create table account_emails (
  id int generated always as identity primary key,
  kind text not null check (kind in ('reset', 'confirm')),
  -- folded; whether there is such an account is looked up when the e-mail is sent
  email text not null,
  -- null: the language of the account
  language text,
  requested_at timestamptz not null,
  tries int not null default 0,
  -- null: sent, or given up
  next_try_at timestamptz
);
create unique index account_emails_waiting on account_emails (kind, email) where next_try_at is not null;

do $$
declare jobs text := case current_schema() when 'public' then 'jobs' else current_schema() || '_jobs' end;
begin
  if to_regclass(jobs || '.job') is not null and to_regclass(jobs || '.queue') is not null then
    execute format('drop schema %I cascade', jobs);
  end if;
end $$;
`,
    )
    .execute(db)
}
