import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../../tests/test-database.ts'
import { terminalDirectoryRepository } from './terminal-directory.sql.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
  for (const statement of [
    `insert into tanks (code, name) values ('T-1', 'T'), ('T-2', 'T')`,
    `insert into key_profiles (name, map) values ('P', '{"acidity": "ph"}')`,
    `insert into terminals (code, status) values ('D-1', 'active'), ('D-2', 'active')`,
    `insert into terminal_keys (terminal_id, hash) values (1, '\\x01'), (2, '\\x02')`,
    `insert into terminal_assignments (terminal_id, tank_id, from_at) values (1, 1, now()), (2, 2, now())`,
  ])
    await database.query(statement)
})
afterAll(() => database.close())

test.each([
  `update terminals set code = 'D-3' where id = 1`,
  `update terminals set device_eui = '0004A30B001C0530' where id = 1`,
  `update terminals set status = 'inactive' where id = 1`,
  'update terminals set expected_interval_seconds = 60 where id = 1',
  'update terminals set offline_after_seconds = 60 where id = 1',
  `update terminals set key_map = '{"acidity": "ph"}' where id = 1`,
  `update terminals set key_map = '{"acidity": "orp"}' where id = 1`,
  'update terminals set key_map = null, key_profile_id = 1 where id = 1',
  `update key_profiles set map = '{"acidity": "orp"}'`,
  `update key_profiles set quality = '{"ph": {"max_step": 1}}'`,
  `insert into key_profiles (name, map) values ('Q', '{}')`,
  `update terminal_keys set expires_at = now() where terminal_id = 1`,
  'delete from terminal_keys where terminal_id = 1',
  'update terminal_assignments set to_at = now() where terminal_id = 1',
  'insert into terminal_assignments (terminal_id, tank_id, from_at) values (1, 2, now())',
])('the fingerprint of the directory changes with: %s', async (statement) => {
  const { fingerprint } = terminalDirectoryRepository(database)
  const before = await fingerprint()
  expect(await fingerprint()).toBe(before)
  await database.query(statement)
  expect(await fingerprint()).not.toBe(before)
})

test('the fingerprint of the directory stays when something else of a terminal changes', async () => {
  const { fingerprint } = terminalDirectoryRepository(database)
  const before = await fingerprint()
  await database.query('update terminals set updated_at = now()')
  expect(await fingerprint()).toBe(before)
})
