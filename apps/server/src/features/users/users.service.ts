import type { User, UserChange, UserInput } from '@dalyan/contracts/users'
import type { Basics } from '../../basics.ts'
import { instantAt } from '../../core/clock.ts'
import type { Connection } from '../../core/database/database.ts'
import { AppError, invalidField, conflictingField } from '../../core/errors.ts'
import type { UserActor } from '../../core/http/actor.ts'
import { checkVersion, requireFound, withChange, withoutVersion, type Versioned } from '../../core/records.ts'
import { emailTaken, usersRepository as users } from './users.repository.ts'
import { firmOf, firmProblem, inOrder } from './users.rules.ts'

export interface UserNeeds extends Basics {
  /** @throws 422 at its field when the password is not allowed for this user. */
  hashNewPassword: (
    given: { password: string; password_confirmation?: string | undefined },
    user: { name: string; email: string },
  ) => Promise<string>
  /** Ends all sessions of a user inside the transaction; announce the returned ids after the commit. */
  endSessions: (on: Connection, userId: number) => Promise<number[]>
  announceEnded: (sessionIds: readonly number[]) => void
  hasFirm: (on: Connection, id: number) => Promise<boolean>
}

export async function getUser({ database }: UserNeeds, id: number): Promise<Versioned<User>> {
  return requireFound(await users(database).findById(id))
}

export async function createUser(needs: UserNeeds, input: UserInput, actor: UserActor): Promise<Versioned<User>> {
  const { name, email, password_temporary = false } = input
  const roles = inOrder(input.roles)
  const firm_id = firmOf(roles, input.firm_id ?? null)
  const password_hash = await needs.hashNewPassword(input, input)
  const id = await needs.database.transact(async (on) => {
    await checkFirm(needs, on, roles, null, firm_id)
    const made = await users(on).insert({ name, email, password_hash, password_temporary, firm_id, roles })
    if (made === undefined) throw emailTaken()
    const after = { name, email, roles, firm_id, password_temporary }
    await needs.audit(on, actor, { event: 'user_created', target: { kind: 'user', id: made, name }, after })
    return made
  })
  return getUser(needs, id)
}

/** Without a password the old one stays; a new one ends all sessions. `expected`: the version that the editor saw. */
export async function updateUser(
  needs: UserNeeds,
  id: number,
  { password, password_confirmation, ...change }: UserChange,
  actor: UserActor,
  expected?: number,
): Promise<Versioned<User>> {
  const password_hash =
    password === undefined
      ? undefined
      : await needs.hashNewPassword({ password, password_confirmation }, withChange(await getUser(needs, id), change))
  const ended = await needs.database.transact(async (on) => {
    await users(on).lockAdmins()
    const before = requireFound(await users(on).lockById(id))
    checkVersion(before, expected)
    const { name, email, password_temporary, ...wanted } = withChange(before, change)
    const roles = inOrder(wanted.roles)
    const firm_id = firmOf(roles, wanted.firm_id)
    await checkFirm(needs, on, roles, before.firm_id, firm_id)
    if (!roles.includes('admin') && (await isLastAdmin(on, before))) throw conflictingField('roles', 'last_admin')
    const columns = { name, email, firm_id, password_temporary }
    await users(on).update(id, columns, roles, instantAt(needs.clock.now()))
    await needs.audit(on, actor, {
      event: 'user_updated',
      target: { kind: 'user', id, name },
      before: { ...withoutVersion(before), roles: inOrder(before.roles) },
      after: { id, ...columns, roles, ...(password_hash === undefined ? {} : { password: 'new' }) },
    })
    if (password_hash === undefined) return []
    await users(on).updatePassword(id, password_hash, password_temporary)
    return needs.endSessions(on, id)
  })
  needs.announceEnded(ended)
  needs.events.emit('user.changed', { id })
  return getUser(needs, id)
}

/** Ends the sessions and frees the email; the name stays in records that the user changed. */
export async function removeUser(needs: UserNeeds, id: number, actor: UserActor): Promise<void> {
  if (id === actor.id) throw new AppError(409, 'own_account')
  const ended = await needs.database.transact(async (on) => {
    await users(on).lockAdmins()
    const before = requireFound(await users(on).lockById(id))
    if (await isLastAdmin(on, before)) throw new AppError(409, 'last_admin')
    await users(on).markDeleted(id, instantAt(needs.clock.now()))
    const target = { kind: 'user' as const, id, name: before.name }
    await needs.audit(on, actor, { event: 'user_deleted', target, before: withoutVersion(before) })
    return needs.endSessions(on, id)
  })
  needs.announceEnded(ended)
  needs.events.emit('user.changed', { id })
}

async function checkFirm(
  { hasFirm }: UserNeeds,
  on: Connection,
  roles: UserInput['roles'],
  before: number | null,
  after: number | null,
): Promise<void> {
  const problem = firmProblem(roles, after)
  if (problem) throw invalidField('firm_id', problem)
  if (after !== null && after !== before && !(await hasFirm(on, after))) throw invalidField('firm_id', 'unknown_firm')
}

/** Call it while the admins are locked. */
async function isLastAdmin(on: Connection, user: { id: number; roles: readonly string[] }): Promise<boolean> {
  return user.roles.includes('admin') && !(await users(on).hasAdmin(user.id))
}
