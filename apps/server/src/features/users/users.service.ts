import type { User, UserChange, UserInput } from '@dalyan/contracts/users'
import { instantAt, type Clock } from '../../core/clock.ts'
import type { Connection, Database } from '../../core/database/database.ts'
import { AppError, invalidField, notFound } from '../../core/errors.ts'
import type { UserActor } from '../../core/http/actor.ts'
import { checkVersion, withoutVersion, type Versioned } from '../../core/versioned.ts'
import { withChange } from '../../core/with-change.ts'
import type { AppEvents } from '../../events.ts'
import type { Audit } from '../logs/audit-log.ts'
import { inOrder } from './roles.ts'
import { emailTaken, usersRepository as users } from './users.repository.ts'
import { firmOf, firmProblem } from './users.rules.ts'

interface Needs {
  database: Database
  clock: Clock
  events: AppEvents
  /** @throws 422 at its field when the password is not allowed for this user. */
  hashNewPassword: (
    given: { password: string; password_confirmation?: string | undefined },
    user: { name: string; email: string },
  ) => Promise<string>
  /** Ends all sessions of a user inside the transaction; announce the returned ids after the commit. */
  endSessions: (on: Connection, userId: number) => Promise<number[]>
  announceEnded: (sessionIds: readonly number[]) => void
  hasFirm: (on: Connection, id: number) => Promise<boolean>
  audit: Audit
}

export type UsersService = ReturnType<typeof createUsersService>

/** Admins create, change and delete accounts. */
export function createUsersService(needs: Needs) {
  const { database, clock, events, hashNewPassword, endSessions, announceEnded, hasFirm, audit } = needs

  async function found(id: number): Promise<Versioned<User>> {
    const user = await users(database).findById(id)
    if (!user) throw notFound()
    return user
  }

  async function checkFirm(on: Connection, roles: UserInput['roles'], before: number | null, after: number | null) {
    const problem = firmProblem(roles, after)
    if (problem) throw invalidField('firm_id', problem)
    if (after !== null && after !== before && !(await hasFirm(on, after))) throw invalidField('firm_id', 'unknown_firm')
  }

  /** Call it while the admins are locked. */
  async function isLastAdmin(on: Connection, user: { id: number; roles: readonly string[] }): Promise<boolean> {
    return user.roles.includes('admin') && !(await users(on).hasAdmin(user.id))
  }

  return {
    get: found,

    async create(input: UserInput, actor: UserActor): Promise<Versioned<User>> {
      const { name, email, password_temporary = false } = input
      const roles = inOrder(input.roles)
      const firm_id = firmOf(roles, input.firm_id ?? null)
      const password_hash = await hashNewPassword(input, input)
      const id = await database.transact(async (on) => {
        await checkFirm(on, roles, null, firm_id)
        const made = await users(on).insert({ name, email, password_hash, password_temporary, firm_id, roles })
        if (made !== undefined) {
          const after = { name, email, roles, firm_id, password_temporary }
          await audit(on, actor, { event: 'user_created', target: { kind: 'user', id: made, name }, after })
        }
        return made
      })
      if (id === undefined) throw emailTaken()
      return found(id)
    },

    /** Without a password the old one stays; a new one ends all sessions. `expected`: the version that the editor saw. */
    async update(id: number, change: UserChange, actor: UserActor, expected?: number): Promise<Versioned<User>> {
      const { password, password_confirmation, ...rest } = change
      const password_hash =
        password === undefined
          ? undefined
          : await hashNewPassword({ password, password_confirmation }, withChange(await found(id), rest))
      const ended = await database.transact(async (on) => {
        await users(on).lockAdmins()
        const before = await users(on).lockById(id)
        if (!before) throw notFound()
        checkVersion(before, expected)
        const { name, email, password_temporary, ...after } = withChange(before, rest)
        const roles = inOrder(after.roles)
        const firm_id = firmOf(roles, after.firm_id)
        await checkFirm(on, roles, before.firm_id, firm_id)
        if (!roles.includes('admin') && (await isLastAdmin(on, before))) {
          throw new AppError(409, 'last_admin', { fields: { roles: 'last_admin' } })
        }
        await users(on).update(id, { name, email, firm_id, password_temporary }, roles, instantAt(clock.now()))
        await audit(on, actor, {
          event: 'user_updated',
          target: { kind: 'user', id, name },
          before: { ...withoutVersion(before), roles: inOrder(before.roles) },
          after: {
            id,
            name,
            email,
            roles,
            firm_id,
            password_temporary,
            ...(password_hash === undefined ? {} : { password: 'new' }),
          },
        })
        if (password_hash === undefined) return []
        await users(on).updatePassword(id, password_hash, password_temporary)
        return endSessions(on, id)
      })
      announceEnded(ended)
      events.emit('user.changed', { id })
      return found(id)
    },

    /** Ends the sessions and frees the email; the name stays in records that the user changed. */
    async remove(id: number, actor: UserActor): Promise<void> {
      if (id === actor.id) throw new AppError(409, 'own_account')
      const ended = await database.transact(async (on) => {
        await users(on).lockAdmins()
        const before = await users(on).lockById(id)
        if (!before) throw notFound()
        if (await isLastAdmin(on, before)) throw new AppError(409, 'last_admin')
        await users(on).markDeleted(id, instantAt(clock.now()))
        await audit(on, actor, {
          event: 'user_deleted',
          target: { kind: 'user', id, name: before.name },
          before: withoutVersion(before),
        })
        return endSessions(on, id)
      })
      announceEnded(ended)
      events.emit('user.changed', { id })
    },
  }
}
