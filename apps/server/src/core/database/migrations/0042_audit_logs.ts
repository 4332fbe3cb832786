import { sql, type Kysely } from 'kysely'

/**
 * The audit log. Rows are written once: the trigger refuses every change and removal, whoever asks, the owner included. Only `xid` may change,
 * which says nothing about what happened: it orders the rows for live views, and a restored backup brings those of another PostgreSQL.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql
    .raw(
      `
create table audit_logs (
  id bigint generated always as identity primary key, xid xid8 not null default pg_current_xact_id(),
  created_at timestamptz not null default now(),
  status text not null check (status in ('success', 'warning', 'error')), event text not null,
  user_id int, processor jsonb not null,
  target_kind text, target_id int, target_name text,
  address text, browser text, before jsonb, after jsonb
);
create index audit_logs_follow on audit_logs (xid, id);
create index audit_logs_time on audit_logs (created_at, id);
create index audit_logs_event on audit_logs (event, id);
create index audit_logs_user on audit_logs (user_id, id);
create index audit_logs_target on audit_logs (target_kind, target_id, id);

create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and to_jsonb(new) - 'xid' = to_jsonb(old) - 'xid' then return new; end if;
  raise exception 'audit_logs is append-only' using errcode = 'insufficient_privilege';
end $$;
create trigger audit_logs_rows_stay before update or delete on audit_logs for each row execute function refuse_audit_change();
create trigger audit_logs_stay before truncate on audit_logs for each statement execute function refuse_audit_change();
`,
    )
    .execute(db)
}
