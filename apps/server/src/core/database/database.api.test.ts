import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../../tests/test-database.ts'
import type { Connection, Database } from './database.ts'

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

async function lose(connection: Connection): Promise<void> {
  const { rows } = await connection.query<{ pid: number }>('select pg_backend_pid() as pid')
  await database.query('select pg_terminate_backend($1)', [rows[0]?.pid])
  await delay(100)
}

// An error that nobody listens for would end the process (here: the test run).
test('a connection that is lost between two statements fails its transaction and nothing else', async () => {
  const failing = database.transact(async (on) => {
    await lose(on)
    await on.query('select 1')
  })
  await expect(failing).rejects.toThrow(/terminat|not queryable|connection error/i)
  expect((await database.query('select 1 as one')).rows).toEqual([{ one: 1 }])
})
