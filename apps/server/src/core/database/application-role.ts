import { createHmac } from 'node:crypto'
import type { Connection } from './database.ts'

/**
 * As whom the server works in the embedded PostgreSQL: it reads and writes rows and can make, change or remove no table. The owner of the tables,
 * the role that initdb made, migrates at each start and then leaves. With an own DATABASE_URL the given role does both.
 */
export const APPLICATION_ROLE = 'dalyan_app'

/**
 * Tables of which the role has other rights than to read and write rows. Default privileges give those for every table that a migration makes, so
 * that a table needs a line here only to have less. A migration may also revoke by itself, where `pg_roles` has the role: what it revokes stays
 * revoked.
 */
const OTHER_RIGHTS: Readonly<Record<string, string>> = {
  // Append-only. `xid` orders the rows and says nothing of what happened.
  audit_logs: 'select, insert, update (xid)',
  kysely_migration: 'select',
  kysely_migration_lock: 'select',
}

const ROWS = 'select, insert, update, delete'
/** Two processes that start at once give the same rights one after the other. */
const LOCK = 7105

/** The address of a database for the application, from that for its owner. From the owner's password this one can be derived; never the reverse. */
export function applicationUrl(ownerUrl: string): string {
  const url = new URL(ownerUrl)
  return Object.assign(url, { username: APPLICATION_ROLE, password: passwordBehind(url.password) }).href
}

function passwordBehind(ownerPassword: string): string {
  return createHmac('sha256', ownerPassword).update(APPLICATION_ROLE).digest('base64url')
}

/** Makes the role, or gives it its password again. @param ownerUrl of any database of this PostgreSQL */
export function roleStatement(ownerUrl: string): string {
  return `
do $$ begin
  if not exists (select from pg_roles where rolname = '${APPLICATION_ROLE}') then create role ${APPLICATION_ROLE}; end if;
  alter role ${APPLICATION_ROLE} login nosuperuser nocreatedb nocreaterole noreplication nobypassrls
    password '${passwordBehind(new URL(ownerUrl).password)}';
end $$`
}

/**
 * Gives the role its rights in the schema that comes first: once on every table that is there, and by default on all that are made later. To be
 * called before the migrations, in a transaction.
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

/** The exceptions. To be called after the migrations, in a transaction. */
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
grant execute on function ensure_month(date) to ${APPLICATION_ROLE}`)
}

function grantsOnAll(schema: string): string {
  return `grant ${ROWS} on all tables in schema ${schema} to ${APPLICATION_ROLE};
grant usage, select, update on all sequences in schema ${schema} to ${APPLICATION_ROLE};`
}
