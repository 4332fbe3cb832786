import { createHmac } from 'node:crypto'
import type { Connection } from './database.ts'

/**
 * The role of the server in the embedded PostgreSQL: it reads and writes rows and cannot create, alter or drop a table. The owner of the tables,
 * the role that initdb created, runs the migrations at each start and then disconnects. With a DATABASE_URL of the operator the given role does
 * both.
 */
export const APPLICATION_ROLE = 'dalyan_app'

/**
 * Tables on which the role has fewer rights than reading and writing rows. Default privileges grant those on every table that a migration
 * creates. A migration may also revoke rights itself, where `pg_roles` has the role; they stay revoked.
 */
const OTHER_RIGHTS: Readonly<Record<string, string>> = {
  // Append-only. `xid` only orders the rows; it records no facts.
  audit_days: 'select, insert',
  audit_logs: 'select, insert, update (xid)',
  calibrations: 'select, insert',
  handover_notes: 'select, insert',
  journal_entries: 'select, insert',
  kysely_migration: 'select',
  kysely_migration_lock: 'select',
  monthly_reports: 'select, insert',
  range_template_versions: 'select, insert',
  report_months: 'select, insert',
}

const ROWS = 'select, insert, update, delete'
/** Makes two processes that start at once grant the same rights one after the other. */
const LOCK = 7105

/** Derives the application's database address from the owner's. Its password can be derived from the owner's, never the reverse. */
export function applicationUrl(ownerUrl: string): string {
  const url = new URL(ownerUrl)
  return Object.assign(url, { username: APPLICATION_ROLE, password: passwordBehind(url.password) }).href
}

function passwordBehind(ownerPassword: string): string {
  return createHmac('sha256', ownerPassword).update(APPLICATION_ROLE).digest('base64url')
}

/** Creates the role, or sets its password again. @param ownerUrl of any database of this PostgreSQL */
export function roleStatement(ownerUrl: string): string {
  return `
do $$ begin
  if not exists (select from pg_roles where rolname = '${APPLICATION_ROLE}') then create role ${APPLICATION_ROLE}; end if;
  alter role ${APPLICATION_ROLE} login nosuperuser nocreatedb nocreaterole noreplication nobypassrls
    password '${passwordBehind(new URL(ownerUrl).password)}';
end $$`
}

/**
 * Grants the role its rights in the first schema of the search path: on all existing tables, and by default on all later ones. Call it before
 * the migrations, in a transaction.
 */
export async function grantDefaults({ query }: Connection): Promise<void> {
  const { rows } = await query<{ schema: string; isDone: boolean }>(
    `select current_schema() as schema, exists (select from pg_default_acl d
      where d.defaclnamespace = current_schema()::regnamespace and d.defaclacl::text like '%${APPLICATION_ROLE}=%') as "isDone"`,
  )
  const [found] = rows
  if (!found || found.isDone) return
  await query(`
do $$ begin
  execute format('revoke temporary on database %I from public', current_database());
end $$;
grant usage on schema ${found.schema} to ${APPLICATION_ROLE};
${grantsOnAll(found.schema)}
alter default privileges in schema ${found.schema} grant ${ROWS} on tables to ${APPLICATION_ROLE};
alter default privileges in schema ${found.schema} grant usage, select, update on sequences to ${APPLICATION_ROLE}`)
}

/** Applies the exceptions. Call it after the migrations, in a transaction. */
export async function grantExceptions({ query }: Connection): Promise<void> {
  const tables = Object.entries(OTHER_RIGHTS)
    .map(
      ([table, rights]) => `
  if to_regclass('${table}') is not null then
    revoke all on ${table} from ${APPLICATION_ROLE};
    grant ${rights} on ${table} to ${APPLICATION_ROLE};
  end if;`,
    )
    .join('')
  await query(`
select pg_advisory_xact_lock(${LOCK});
do $$ begin${tables}
end $$;
grant execute on function ensure_month(date), detach_month(text, date), drop_detached_months() to ${APPLICATION_ROLE}`)
}

function grantsOnAll(schema: string): string {
  return `grant ${ROWS} on all tables in schema ${schema} to ${APPLICATION_ROLE};
grant usage, select, update on all sequences in schema ${schema} to ${APPLICATION_ROLE};`
}
