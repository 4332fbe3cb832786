import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { openDatabase, type Database } from '../src/core/database/database.ts'
import { createLogger } from '../src/core/log.ts'
import { TEMPLATE, withName } from './postgres.ts'

/** A database of its own on this worker's PostgreSQL, brought up to date; `close` drops it. */
export async function openTestDatabase(): Promise<Database> {
  const urls = inject('databaseUrls')
  const url = urls[(Number(process.env['VITEST_POOL_ID']) - 1) % urls.length] ?? ''
  const name = `t_${randomBytes(6).toString('hex')}`
  await onMaintenance(url, `create database ${name} template ${TEMPLATE.name}`)
  const database = openDatabase({
    url: withName(url, name),
    schema: TEMPLATE.schema,
    log: createLogger('silent'),
    poolSize: 8,
  })
  return {
    ...database,
    async close() {
      await database.close()
      await onMaintenance(url, `drop database ${name} with (force)`)
    },
  }
}

async function onMaintenance(url: string, statement: string): Promise<void> {
  const database = openDatabase({ url, log: createLogger('silent'), poolSize: 1 })
  await database.query(statement)
  await database.close()
}
