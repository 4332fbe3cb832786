import { readdir } from 'node:fs/promises'
import type { Kysely } from 'kysely'
import { Migrator, type Migration, type MigrationProvider } from 'kysely/migration'
import type { Logger } from '../log.ts'
import { grantDefaults, grantExceptions } from './application-role.ts'
import { openDatabase, type DatabaseAddress } from './database.ts'
import { StartError } from '../start-error.ts'

const FOLDER = new URL('./migrations/', import.meta.url)

/** The migrations beside this file, by name; Node runs their TypeScript directly. */
const provider: MigrationProvider = {
  async getMigrations() {
    const names = (await readdir(FOLDER)).filter((name) => name.endsWith('.ts')).sort()
    const loaded = await Promise.all(
      names.map(async (name) => [name.slice(0, -3), (await import(new URL(name, FOLDER).href)) as Migration] as const),
    )
    return Object.fromEntries(loaded)
  },
}

interface Needs {
  /** Of the owner of the tables, or of a role that may create them. */
  address: DatabaseAddress
  log: Logger
  /** Whether the server uses a separate role, which is then granted its rights. */
  hasApplicationRole: boolean
}

/** Migrates a database to this version and grants the server's role its rights. The time depends on the number of rows. */
export async function prepareDatabase({ address, log, hasApplicationRole }: Needs): Promise<void> {
  const database = openDatabase({ ...address, log, patience: 'endless', poolSize: 2, purpose: 'migration' })
  try {
    if (hasApplicationRole) await database.transact(grantDefaults)
    await migrate(database.db as never, address.schema)
    if (hasApplicationRole) await database.transact(grantExceptions)
  } finally {
    await database.close()
  }
}

/**
 * Migrates the database to this version, forward only, under the migrator's lock: of two starting servers one waits.
 * @throws StartError when a migration fails, or when the database has migrations of another version
 */
export async function migrate(db: Kysely<never>, schema?: string): Promise<void> {
  const migrator = new Migrator({ db, provider, ...(schema ? { migrationTableSchema: schema } : {}) })
  const { error } = await migrator.migrateToLatest()
  if (error) {
    const reason = error instanceof Error ? error.message : String(error)
    // Kysely's message for applied migrations that this version does not have.
    if (reason.startsWith('corrupted migrations'))
      throw new StartError(`The database was made by a version of Dalyan that this one cannot upgrade (${reason}).`)
    throw new StartError(`The database could not be brought up to date (${reason}).`)
  }
}
