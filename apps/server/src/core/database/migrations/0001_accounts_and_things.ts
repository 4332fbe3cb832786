import { sql, type Kysely } from 'kysely'

/** Firms, users, sign-in, tanks, terminals, range templates, settings. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql
    .raw(
      `
create extension if not exists pg_trgm;

-- Search ignores case and Turkish letters. Immutable, so that indexes can use it.
create function fold_text(given text) returns text language sql immutable strict parallel safe as $$
  select lower(translate(given, 'ıİIşŞğĞüÜöÖçÇâÂîÎûÛ', 'iiissgguuooccaaiiuu') collate "C")
$$;

create table firms (
  id int generated always as identity primary key,
  code text collate "C" not null, name text not null,
  type text not null default 'grower' check (type in ('grower', 'distributor', 'restaurant')),
  status text not null default 'active' check (status in ('active', 'inactive', 'deleted')),
  notes text, phone text, city text, province text, district text, neighborhood text, country text, postal_code text,
  parent_id int references firms, edited_by int,
  version int not null default 1, created_at timestamptz not null default now(), updated_at timestamptz not null default now()
);
create unique index firms_live_code on firms (code) where status <> 'deleted';
create index firms_parent on firms (parent_id);

create table users (
  id int generated always as identity primary key,
  name text not null, email text not null, password_hash text not null,
  firm_id int references firms, preferred_theme text, locale text not null default 'tr',
  version int not null default 1, created_at timestamptz not null default now(), updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
-- E-mails are compared without ASCII case alone: lower() under "C" leaves every other letter as it is.
create unique index users_live_email on users (lower(email collate "C")) where deleted_at is null;
create index users_firm on users (firm_id);
create table user_roles (
  user_id int not null references users on delete cascade,
  role text not null check (role in ('admin', 'operator', 'customer')),
  primary key (user_id, role)
);
create table tokens (
  id int generated always as identity primary key,
  user_id int not null references users on delete cascade,
  hash bytea not null unique,
  address text, agent text,
  created_at timestamptz not null default now(), last_used_at timestamptz not null default now()
);
create index tokens_user on tokens (user_id);
-- Failed attempts, shared by several processes; losing them in a crash is harmless.
create unlogged table attempts (key text not null, at timestamptz not null default now());
create index attempts_key on attempts (key, at);

create table settings (key text primary key, value jsonb not null, updated_at timestamptz not null default now());

-- Limits per metric in the order of the registry; null: open. Real, as the readings are, so that a value equal to its limit is inside.
create table range_templates (
  id int generated always as identity primary key,
  name text not null, active boolean not null default true,
  delay_seconds int not null default 60 check (delay_seconds between 0 and 3600),
  lo real[] not null, hi real[] not null, critical_lo real[] not null, critical_hi real[] not null, severity text[] not null,
  version int not null default 1, edited_by int references users,
  created_at timestamptz not null default now(), updated_at timestamptz not null default now(), deleted_at timestamptz
);
create unique index range_templates_live_name on range_templates (fold_text(name)) where deleted_at is null;

create table tanks (
  id int generated always as identity primary key,
  code text collate "C" not null, name text not null,
  firm_id int references firms,
  status text not null default 'inactive' check (status in ('active', 'inactive', 'suspended', 'deleted')),
  suspended_until timestamptz,
  location text, province text, district text, address text, notes text,
  range_template_id int references range_templates,
  version int not null default 1, last_modified_by int references users, last_action_at timestamptz,
  created_at timestamptz not null default now(), updated_at timestamptz not null default now()
);
create unique index tanks_live_code on tanks (code) where status <> 'deleted';
create index tanks_firm on tanks (firm_id);
create index tanks_template on tanks (range_template_id);
create index tanks_search on tanks using gin (fold_text(code || ' ' || name || ' ' || coalesce(notes, '')) gin_trgm_ops);

create table terminals (
  id int generated always as identity primary key,
  code text collate "C" not null,
  -- manual: one hidden terminal per tank that carries readings entered by hand
  kind text not null default 'device' check (kind in ('device', 'manual')),
  status text not null check (status in ('active', 'inactive', 'suspended', 'unauthorized', 'banned', 'deleted')),
  suspended_until timestamptz,
  ip_address text, expected_interval_seconds int,
  first_try_at timestamptz, last_try_at timestamptz,
  version int not null default 1, last_modified_by int references users,
  created_at timestamptz not null default now(), updated_at timestamptz not null default now()
);
create unique index terminals_live_code on terminals (code) where status <> 'deleted';
create index terminals_search on terminals using gin (fold_text(code) gin_trgm_ops);

-- SHA-256 of keys: random 256 bits need no slow hash.
create table terminal_keys (
  terminal_id int not null references terminals on delete cascade,
  hash bytea not null, created_at timestamptz not null default now(), expires_at timestamptz,
  primary key (terminal_id, hash)
);
create index terminal_keys_hash on terminal_keys (hash);

-- Which tank a terminal measured, and when; the open one (to_at null) is where it sits now. The first one reaches back before its from_at.
create table terminal_assignments (
  terminal_id int not null references terminals, tank_id int not null references tanks,
  from_at timestamptz not null, to_at timestamptz check (to_at >= from_at),
  primary key (terminal_id, from_at)
);
create unique index terminal_assignments_open on terminal_assignments (terminal_id) where to_at is null;
create index terminal_assignments_tank on terminal_assignments (tank_id);

-- What devices' traffic teaches about a terminal; apart from terminals, so that traffic never raises a version. Written now and then, in batches.
create table terminal_presence (
  terminal_id int primary key references terminals on delete cascade,
  -- seconds between the last accepted messages, oldest first, at most 20
  gap_seconds real[] not null default '{}',
  -- their median, known from the third gap on
  usual_interval_seconds real,
  refused_count bigint not null default 0,
  unknown_keys jsonb not null default '{}'
) with (fillfactor = 70);
`,
    )
    .execute(db)
}
