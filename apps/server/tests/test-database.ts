import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { openDatabase, type Database } from '../src/core/database/database.ts'
import { migrate } from '../src/core/database/migrate.ts'
import { createLogger } from '../src/core/log.ts'

/** A schema of its own on the project's PostgreSQL, brought up to date; `close` drops it. */
export async function openTestDatabase(): Promise<Database> {
  const schema = `t_${randomBytes(6).toString('hex')}`
  const database = openDatabase({ url: inject('databaseUrl'), log: createLogger('silent'), schema, poolSize: 8 })
  await database.query(`create schema ${schema}`)
  await migrate(database.db as never, schema)
  return {
    ...database,
    async close() {
      await database.query(`drop schema ${schema} cascade; drop schema if exists ${schema}_jobs cascade`)
      await database.close()
    },
  }
}
