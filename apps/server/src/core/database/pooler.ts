import { StartError } from '../start-error.ts'
import { sessionSettings } from './connections.ts'
import type { Database } from './database.ts'

/**
 * A pooler between the server and PostgreSQL passes no settings on. So the role gets, in this database, the time zone and the time limits
 * that requests need; connections without the pooler choose their own.
 * @throws StartError when the pooler's connections do not have them
 */
export async function preparePooler(database: Database): Promise<void> {
  const settings = Object.entries(sessionSettings('request'))
  const role = await roleOf(database.patient)
  for (const [name, value] of settings)
    await database.patient.query(`do $$ begin
      execute format('alter role %I in database %I set ${name} = %L', current_user, current_database(), '${value}');
    end $$`)
  const { rows } = await database.query<{ name: string; value: string }>(
    `select name, setting as value from pg_settings where lower(name) = any($1)`,
    [settings.map(([name]) => name)],
  )
  const pooled = new Map(rows.map(({ name, value }) => [name.toLowerCase(), value]))
  const other = settings.find(([name, value]) => pooled.get(name) !== value)
  const pooledRole = await roleOf(database)
  if (pooledRole !== role)
    throw new StartError(`DATABASE_URL and DATABASE_SESSION_URL have to be of one role (${pooledRole}, ${role}).`)
  if (other)
    throw new StartError(
      `The pooler of DATABASE_URL has connections with another ${other[0]} (${pooled.get(other[0])} instead of ${other[1]}): close them, in PgBouncer by RECONNECT, and start again.`,
    )
}

async function roleOf({ query }: Pick<Database, 'query'>): Promise<string> {
  const { rows } = await query<{ role: string }>('select current_user as role')
  return rows[0]?.role ?? ''
}
