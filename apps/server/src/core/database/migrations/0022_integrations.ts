import { sql, type Kysely } from 'kysely'

/** Other systems that sign in with a secret of their own, and the LoRaWAN addresses of terminals. */
export async function up(db: Kysely<never>): Promise<void> {
  for (const part of [INTEGRATIONS, DEVICE_EUIS]) await sql.raw(part).execute(db)
}

const INTEGRATIONS = `
create table integrations (
  id int generated always as identity primary key,
  kind text not null check (kind in ('chirpstack', 'things_stack', 'home_assistant')),
  name text not null,
  -- null: every firm
  firm_id int references firms on delete cascade,
  -- of the names that the other system is given
  language text not null,
  hash bytea not null unique,
  created_at timestamptz not null default now(),
  last_success_at timestamptz,
  last_failure_at timestamptz, last_fault text, last_fault_eui text
);
create index integrations_firm on integrations (firm_id);`

// PostgreSQL cannot change the expression of a generated column.
const DEVICE_EUIS = `
alter table terminals add column device_eui text collate "C" check (device_eui ~ '^[0-9A-F]{16}$');
create unique index terminals_live_eui on terminals (device_eui) where status <> 'deleted' and device_eui is not null;
alter table terminals drop column search;
alter table terminals add column search text
  generated always as (fold_text(code || ' ' || coalesce(ip_address, '') || ' ' || coalesce(device_eui, ''))) stored;
create index terminals_search on terminals using gin (search gin_trgm_ops);`
