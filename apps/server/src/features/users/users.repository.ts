import type { Instant } from '@dalyan/contracts/instant'
import type { RoleName } from '@dalyan/contracts/permissions'
import type { User } from '@dalyan/contracts/users'
import { sql } from 'kysely'
import type { Connection } from '../../core/database/database.ts'
import { lockUntilCommit } from '../../core/database/lock-until-commit.ts'
import { orIfTaken } from '../../core/database/unique-violation.ts'
import { AppError } from '../../core/errors.ts'
import type { Versioned } from '../../core/versioned.ts'
import { findUser } from './user-lists.repository.ts'

export interface NewUser {
  name: string
  email: string
  password_hash: string
  password_temporary?: boolean
  /** Only the user who registered says that the address is his. */
  email_self_declared?: boolean
  roles: readonly RoleName[]
  firm_id?: number | null
}

/** What an admin changes of a user, besides the password. */
export interface UserColumns {
  name: string
  email: string
  firm_id: number | null
  password_temporary: boolean
}

/** Users. E-mails are compared without ASCII case; deleted users are not found. */
export function usersRepository({ db }: Pick<Connection, 'db'>) {
  return {
    findById: (id: number): Promise<Versioned<User> | undefined> => findUser({ db }, id),

    async findSecretByEmail(email: string) {
      return db
        .selectFrom('users')
        .select(['id', 'password_hash'])
        .where(isEmail(email))
        .where('deleted_at', 'is', null)
        .executeTakeFirst()
    },

    async findSecretById(id: number) {
      return db
        .selectFrom('users')
        .select(['id', 'name', 'email', 'password_hash', 'password_temporary', 'locale'])
        .where('id', '=', id)
        .where('deleted_at', 'is', null)
        .executeTakeFirst()
    },

    /** The hash of the password; until the transaction's end it cannot change. */
    async holdPassword(id: number): Promise<string | undefined> {
      const row = await db
        .selectFrom('users')
        .select('password_hash')
        .where('id', '=', id)
        .where('deleted_at', 'is', null)
        .forNoKeyUpdate()
        .executeTakeFirst()
      return row?.password_hash
    },

    /** What an admin may change, locked until the transaction's end. */
    async lockById(id: number) {
      return db
        .selectFrom('users')
        .select(['id', 'name', 'email', 'firm_id', 'password_temporary', 'version'])
        .select(sql<RoleName[]>`array(select role from user_roles where user_id = users.id)`.as('roles'))
        .where('id', '=', id)
        .where('deleted_at', 'is', null)
        .forUpdate()
        .executeTakeFirst()
    },

    /** @returns the new id; undefined when the e-mail has an account. */
    async insert({ roles, ...user }: NewUser): Promise<number | undefined> {
      const row = await db
        .insertInto('users')
        .values(user)
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .executeTakeFirst()
      if (!row) return undefined
      await insertRoles(db, row.id, roles)
      return row.id
    },

    /** Another e-mail is not confirmed, and has an administrator's word. @throws 409 `email_taken` when it has another account. */
    async update(id: number, columns: UserColumns, roles: readonly RoleName[], at: Instant) {
      const update = db
        .updateTable('users')
        .set((set) => ({
          ...columns,
          email_confirmed_at: sql<Instant | null>`case when ${isEmail(columns.email)} then email_confirmed_at end`,
          email_self_declared: sql<boolean>`email_self_declared and ${isEmail(columns.email)}`,
          updated_at: at,
          version: set('version', '+', 1),
        }))
        .where('id', '=', id)
      await orIfTaken(update.execute(), emailTaken)
      await db.deleteFrom('user_roles').where('user_id', '=', id).execute()
      await insertRoles(db, id, roles)
    },

    /** Confirms the address, if the user still has it. @returns whether it was not confirmed before. */
    async confirmEmail(id: number, email: string, at: Instant): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('users')
        .set({ email_confirmed_at: at })
        .where('id', '=', id)
        .where('email', '=', email)
        .where('email_confirmed_at', 'is', null)
        .where('deleted_at', 'is', null)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    /** The user cannot sign in any more; the e-mail is free, the name stays in the records that it signed. */
    async markDeleted(id: number, at: Instant): Promise<void> {
      await db
        .updateTable('users')
        .set((set) => ({ deleted_at: at, updated_at: at, version: set('version', '+', 1) }))
        .where('id', '=', id)
        .execute()
    },

    /** Set by its owner, unless it is `temporary`: then he has to set his own. */
    async updatePassword(id: number, password_hash: string, temporary = false): Promise<void> {
      await db.updateTable('users').set({ password_hash, password_temporary: temporary }).where('id', '=', id).execute()
    },

    /** Saves what a user chose for himself; it makes no edit of an admin stale. */
    async updateChoice(id: number, choice: { preferred_theme: string } | { locale: string }): Promise<void> {
      await db.updateTable('users').set(choice).where('id', '=', id).execute()
    },

    /** Until the transaction's end, no other transaction decides who is an admin. */
    lockAdmins: (): Promise<void> => lockUntilCommit({ db }, 'admins'),

    /** Whether there is an admin besides this one. */
    async hasAdmin(exceptId = 0): Promise<boolean> {
      const row = await db
        .selectFrom('user_roles')
        .innerJoin('users', 'users.id', 'user_roles.user_id')
        .where('role', '=', 'admin')
        .where('deleted_at', 'is', null)
        .where('users.id', '<>', exceptId)
        .select('users.id')
        .limit(1)
        .executeTakeFirst()
      return row !== undefined
    },
  }
}

/** E-mails are compared without ASCII case. */
function isEmail(email: string) {
  return sql<boolean>`lower(email collate "C") = lower(${email}::text collate "C")`
}

/** The refusal of an e-mail that has an account. */
export function emailTaken(): AppError {
  return new AppError(409, 'email_taken', { fields: { email: 'email_taken' } })
}

async function insertRoles(db: Connection['db'], userId: number, roles: readonly RoleName[]): Promise<void> {
  const rows = roles.map((role) => ({ user_id: userId, role }))
  await db.insertInto('user_roles').values(rows).execute()
}
