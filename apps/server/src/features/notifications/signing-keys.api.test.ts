import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../../tests/test-database.ts'
import type { Database } from '../../core/database/database.ts'
import { createSecretBox } from '../../core/secrets/secret-box.ts'
import { sealSigningKeys, signingKey } from './signing-keys.repository.ts'

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const box = createSecretBox(Buffer.alloc(32, 1))
const key = (secrets: typeof box, name: string) => signingKey(database, secrets, name, () => ({ secret: `of ${name}` }))
const kept = async () => JSON.stringify((await database.query('select value from signing_keys')).rows)

test('a signing key is created once, and stored sealed', async () => {
  expect(await key(box, 'new')).toEqual({ secret: 'of new' })
  expect(await signingKey(database, box, 'new', () => ({ secret: 'another' }))).toEqual({ secret: 'of new' })
  expect(await kept()).not.toContain('of new')
})

test('an unsealed signing key is sealed and stays the same', async () => {
  await key(createSecretBox(null), 'old')
  expect(await kept()).toContain('of old')
  await sealSigningKeys(database, box)
  expect(await kept()).not.toContain('of old')
  expect(await signingKey(database, box, 'old', () => ({ secret: 'another' }))).toEqual({ secret: 'of old' })
})
