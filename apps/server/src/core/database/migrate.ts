import { readdir } from 'node:fs/promises'
import type { Kysely } from 'kysely'
import { Migrator, type Migration, type MigrationProvider } from 'kysely/migration'
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

/**
 * Migrates the database to this version, forward only, under the migrator's lock: of two starting servers one waits.
 * @throws StartError when a migration fails, or when the database has migrations of another version
 */
export async function migrate(db: Kysely<never>, schema?: string): Promise<string[]> {
  const migrator = new Migrator({ db, provider, ...(schema ? { migrationTableSchema: schema } : {}) })
  const { error, results = [] } = await migrator.migrateToLatest()
  if (error) {
    const reason = error instanceof Error ? error.message : String(error)
    // Kysely's message for applied migrations that this version does not have.
    if (reason.startsWith('corrupted migrations'))
      throw new StartError(`The database was made by a version of Dalyan that this one cannot upgrade (${reason}).`)
    throw new StartError(`The database could not be brought up to date (${reason}).`)
  }
  return results.filter((result) => result.status === 'Success').map((result) => result.migrationName)
}
