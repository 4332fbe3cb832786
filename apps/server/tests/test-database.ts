import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { applicationUrl } from '../src/core/database/application-role.ts'
import { openDatabase, type Database } from '../src/core/database/database.ts'
import { distributeTable, planDistribution } from '../src/core/database/distribute.ts'
import { prepareDatabase } from '../src/core/database/prepare-database.ts'
import { createLogger } from '../src/core/log.ts'
import { TEMPLATE, withName } from './postgres.ts'
import type { Replica } from './replica.ts'

/** The test's own connection, as the owner; the product connects `asApplication`, so that a missing right shows. */
export interface TestDatabase extends Database {
  asApplication: Database
}

/** The PostgreSQL of this worker, as its owner. */
export function workerUrl(): string {
  const urls = inject('databaseUrls')
  return urls[(Number(process.env['VITEST_POOL_ID']) - 1) % urls.length] ?? ''
}

/** Creates a migrated database on this worker's PostgreSQL; `close` drops it. @param replica of this PostgreSQL; the product reads there, too */
export async function openTestDatabase(replica?: Replica): Promise<TestDatabase> {
  const url = workerUrl()
  const citusUrl = inject('citusUrl')
  if (citusUrl !== null) return openDistributedDatabase(citusUrl)
  const name = `t_${randomBytes(6).toString('hex')}`
  await onMaintenance(url, `create database ${name} template ${TEMPLATE.name}`)
  const own = withName(url, name)
  const open = (as: string, readUrl?: string) =>
    openDatabase({ url: as, readUrl, schema: TEMPLATE.schema, log: createLogger('silent'), poolSize: 8 })
  const database = open(own)
  const asApplication = open(applicationUrl(own), replica?.urlOf(own))
  return {
    ...database,
    asApplication,
    async close() {
      await Promise.all([database.close(), asApplication.close()])
      await onMaintenance(url, `drop database ${name} with (force)`)
    },
  }
}

/** On a Citus cluster, which has the product's tables once in each schema; with one role. */
async function openDistributedDatabase(url: string): Promise<TestDatabase> {
  const schema = `t_${randomBytes(6).toString('hex')}`
  const log = createLogger('silent')
  // Not in the schema of the test that comes first.
  await onMaintenance(url, 'create extension if not exists pg_trgm schema public')
  await onMaintenance(url, `create schema ${schema}`)
  await prepareDatabase({ address: { url, schema }, log, hasApplicationRole: false })
  const database = openDatabase({ url, schema, isDistributed: true, log, poolSize: 8 })
  const { tables } = await planDistribution(database)
  for (const table of tables) await distributeTable(database, table)
  return {
    ...database,
    asApplication: database,
    async close() {
      await database.close()
      await onMaintenance(url, `drop schema ${schema} cascade`)
    },
  }
}

async function onMaintenance(url: string, statement: string): Promise<void> {
  const database = openDatabase({ url, log: createLogger('silent'), poolSize: 1 })
  await database.query(statement)
  await database.close()
}
