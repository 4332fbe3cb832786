import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { applicationUrl } from '../src/core/database/application-role.ts'
import { openDatabase, type Database } from '../src/core/database/database.ts'
import { createLogger } from '../src/core/log.ts'
import { TEMPLATE, withName } from './postgres.ts'

/** The test's own connection, as the owner; the product connects `asApplication`, so that a missing right shows. */
export interface TestDatabase extends Database {
  asApplication: Database
}

/** Creates a migrated database on this worker's PostgreSQL; `close` drops it. */
export async function openTestDatabase(): Promise<TestDatabase> {
  const urls = inject('databaseUrls')
  const url = urls[(Number(process.env['VITEST_POOL_ID']) - 1) % urls.length] ?? ''
  const name = `t_${randomBytes(6).toString('hex')}`
  await onMaintenance(url, `create database ${name} template ${TEMPLATE.name}`)
  const own = withName(url, name)
  const open = (as: string) =>
    openDatabase({ url: as, schema: TEMPLATE.schema, log: createLogger('silent'), poolSize: 8 })
  const database = open(own)
  const asApplication = open(applicationUrl(own))
  return {
    ...database,
    asApplication,
    async close() {
      await Promise.all([database.close(), asApplication.close()])
      await onMaintenance(url, `drop database ${name} with (force)`)
    },
  }
}

async function onMaintenance(url: string, statement: string): Promise<void> {
  const database = openDatabase({ url, log: createLogger('silent'), poolSize: 1 })
  await database.query(statement)
  await database.close()
}
