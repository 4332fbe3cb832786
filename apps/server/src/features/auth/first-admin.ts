import { randomBytes } from 'node:crypto'
import { errorText } from '@dalyan/contracts/errors'
import { SYSTEM_ACTOR } from '../../core/http/actor.ts'
import { StartError } from '../../core/start-error.ts'
import type { AccountNeeds } from './auth-needs.ts'
import { LISTED_PASSWORDS } from './new-password.ts'
import { passwordProblem } from './password.rules.ts'

/** The account for the first sign-in; `password` null: it came from the environment and is not repeated. */
export interface FirstAdmin {
  email: string
  password: string | null
}

/**
 * Creates the first admin when there is none.
 * @returns what the console prints once; null when an admin exists.
 * @throws StartError when ADMIN_PASSWORD is not allowed as a password.
 */
export async function ensureFirstAdmin(
  { database, hasher, users, audit }: Pick<AccountNeeds, 'database' | 'hasher' | 'users' | 'audit'>,
  given: { email: string | undefined; password: string | undefined },
): Promise<FirstAdmin | null> {
  if (await users(database).hasAdmin()) return null
  const email = given.email ?? 'admin@dalyan.local'
  const name = 'Yönetici'
  const problem =
    given.password === undefined ? null : passwordProblem(given.password, { email, name }, LISTED_PASSWORDS)
  if (problem) throw new StartError(`ADMIN_PASSWORD: ${errorText(problem.code, 'en', problem.parts)}`)
  const password = given.password ?? randomBytes(15).toString('base64url')
  const password_hash = await hasher.hash(password)
  const made = await database.transact(async (on) => {
    // When two servers start at once, only one creates the admin.
    await users(on).lockAdmins()
    if (await users(on).hasAdmin()) return false
    const user = { name, email, password_hash, roles: ['admin'] as const }
    const id = await users(on).insert(user)
    if (id === undefined) return false
    const after = { name: user.name, email, roles: user.roles }
    await audit(on, SYSTEM_ACTOR, { event: 'user_created', target: { kind: 'user', id, name: user.name }, after })
    return true
  })
  return made ? { email, password: given.password === undefined ? password : null } : null
}
