import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestDatabase } from '../../../tests/test-database.ts'
import type { Database } from '../database/database.ts'
import { StartError } from '../start-error.ts'
import { openSecrets } from './open-secrets.ts'

let database: Database
let folder: string
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dalyan-secrets-'))
  await database.query('delete from sealing_proof')
  return () => rm(folder, { recursive: true })
})
const file = () => join(folder, 'data', 'secrets.key')
const open = (given?: string, mayMake = true) => openSecrets({ database, given, file: file(), mayMake })
const KEY = randomBytes(32).toString('base64')

test('the first start creates a key that only the owner can read, and the next start uses it', async () => {
  const sealed = (await open()).seal('a', 'gizli')
  expect((await stat(file())).mode & 0o777).toBe(0o600)
  expect((await open()).open('a', sealed)).toBe('gizli')
})

test('two first starts at once use the same key', async () => {
  const [one, other] = await Promise.all([open(), open()])
  expect(other?.open('a', one?.seal('a', 'gizli') ?? '')).toBe('gizli')
})

test('with a PostgreSQL of the operator no secret is sealed until a key is given', async () => {
  expect((await open(undefined, false)).seal('a', 'açık')).toBe('açık')
  const sealed = (await open(KEY, false)).seal('a', 'gizli')
  expect((await open(KEY, false)).open('a', sealed)).toBe('gizli')
})

test('a missing or different key ends the start with a line that says so', async () => {
  await open(KEY)
  await expect(open()).rejects.toThrow(/key is missing: bring back .*secrets\.key, or set SECRETS_KEY/)
  await expect(open(undefined, false)).rejects.toBeInstanceOf(StartError)
  await expect(open(randomBytes(32).toString('base64'))).rejects.toThrow(/^SECRETS_KEY is not the key/)
})
