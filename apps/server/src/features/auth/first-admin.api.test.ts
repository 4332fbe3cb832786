import { authApi } from '@dalyan/contracts/auth'
import { expect, test } from 'vitest'
import { openTestDatabase } from '../../../tests/test-database.ts'
import { startTestApp } from '../../../tests/test-app.ts'
import { StartError } from '../../core/start-error.ts'
import { systemClock } from '../../core/clock.ts'
import { createAudit } from '../logs/audit-log.ts'
import { usersRepository } from '../users/users.repository.ts'
import { ensureFirstAdmin } from './first-admin.ts'
import { createPasswordHasher } from './password-hasher.ts'

test('without settings the first admin gets a random password that is printed once and signs in', async () => {
  const kit = await startTestApp({ ADMIN_EMAIL: '', ADMIN_PASSWORD: '' })
  const { email, password } = kit.app.firstAdmin ?? {}
  expect(email).toBe('admin@dalyan.local')
  expect(password).toMatch(/^[\w-]{20}$/)
  const reply = await kit.as.visitor.post(authApi.login, { body: { email: email ?? '', password: password ?? '' } })
  expect(reply).toMatchObject({ status: 200, body: { user: { roles: [{ name: 'admin' }] } } })
  await kit.close()
})

test.each([
  ['a common password', 'rainbow6', /^ADMIN_PASSWORD: This password is too common/],
  ['the email itself', 'boss@dalyan.test', /^ADMIN_PASSWORD: The password must not be the e-mail/],
])('a first start with %s as ADMIN_PASSWORD fails with one line that says why', async (_title, password, line) => {
  const database = await openTestDatabase()
  const hasher = createPasswordHasher()
  const audit = createAudit({ clock: systemClock })
  const start = () =>
    ensureFirstAdmin({ database, hasher, users: usersRepository, audit }, { email: 'boss@dalyan.test', password })
  const failed: unknown = await start().catch((error: unknown) => error)
  expect(failed).toBeInstanceOf(StartError)
  expect(String((failed as Error).message)).toMatch(line)
  expect(await usersRepository(database).hasAdmin()).toBe(false)
  // Once an administrator exists, the variable is ignored.
  await usersRepository(database).insert({ name: 'A', email: 'a@dalyan.test', password_hash: 'x', roles: ['admin'] })
  expect(await start()).toBeNull()
  await database.close()
})

test('when two servers start at once, one creates the admin; a later start creates none', async () => {
  const database = await openTestDatabase()
  const ensure = () =>
    ensureFirstAdmin(
      {
        database,
        hasher: createPasswordHasher(),
        users: usersRepository,
        audit: createAudit({ clock: systemClock }),
      },
      { email: undefined, password: undefined },
    )
  const made = await Promise.all([ensure(), ensure()])
  expect(made.filter((admin) => admin !== null)).toHaveLength(1)
  expect(await ensure()).toBeNull()
  await database.close()
})
