import type { Instant } from '@dalyan/contracts/instant'
import { parseDays } from '@dalyan/contracts/parse-instant'
import type { Page } from '@dalyan/contracts/paging'
import type { RoleName } from '@dalyan/contracts/permissions'
import type { User, UserListQuery } from '@dalyan/contracts/users'
import { sql, type RawBuilder } from 'kysely'
import type { Connection } from '../../core/database/database.ts'
import { createList, isFound, refOf } from '../../core/database/list.ts'
import { lockUntilCommit } from '../../core/database/lock-until-commit.ts'
import { orIfTaken } from '../../core/database/unique-violation.ts'
import { conflictingField, type AppError } from '../../core/errors.ts'
import type { Versioned } from '../../core/records.ts'
import { asRole, inOrder } from './users.rules.ts'

export interface NewUser {
  name: string
  email: string
  password_hash: string
  password_temporary?: boolean
  /** The address is only the user's own statement, from registration. */
  email_self_declared?: boolean
  roles: readonly RoleName[]
  firm_id?: number | null
}

/** The columns of a user that an admin changes, besides the password. */
export interface UserColumns {
  name: string
  email: string
  firm_id: number | null
  password_temporary: boolean
}

type UserRow = Versioned<Omit<User, 'roles'>> & { roles: RoleName[] }

const SEARCHED = { table: 'users', where: 's.deleted_at is null' }

const USERS = createList<UserListQuery, UserRow>({
  from: 'users u',
  id: 'u.id',
  columns: `u.id, u.name, u.email, u.preferred_theme, u.password_temporary as must_change_password, u.email_confirmed_at, u.email_trusted,
    u.created_at, u.updated_at, u.version,
    ${refOf('f', 'code', 'name')} as firm,
    array(select role from user_roles r where r.user_id = u.id) as roles`,
  joins: 'left join firms f on f.id = u.firm_id',
  isLive: 'u.deleted_at is null',
  filters: {
    search: isFound('u.id', SEARCHED),
    filter_name: isFound('u.id', SEARCHED, 's.name'),
    filter_email: isFound('u.id', SEARCHED, 's.email'),
    role: hasRole,
    filter_role: hasRole,
    filter_created_at: wasCreatedOn,
  },
  sorts: {
    id: 'u.id',
    name: 'u.name collate "tr-x-icu"',
    email: 'lower(u.email collate "C")',
    /** By the role with the most permissions. */
    role: `(select min(array_position('{admin,operator,customer}'::text[], r.role)) from user_roles r where r.user_id = u.id)`,
    created_at: 'u.created_at',
    updated_at: 'u.updated_at',
  },
  defaultSort: [{ field: 'name', descending: false }],
})

function hasRole(roles: readonly RoleName[]): RawBuilder<unknown> {
  return sql`exists (select from user_roles r where r.user_id = u.id and r.role = any(${[...roles]}::text[]))`
}

function wasCreatedOn(text: string): RawBuilder<unknown> {
  const days = parseDays(text)
  if (!days) return sql`true`
  return sql`u.created_at >= ${days.first}::timestamp at time zone 'Europe/Istanbul'
    and u.created_at < (${days.last}::timestamp + interval '1 day') at time zone 'Europe/Istanbul'`
}

/** Users. Emails are compared without ASCII case; deleted users are not found. */
export function usersRepository({ db }: Pick<Connection, 'db'>) {
  return {
    async list(query: UserListQuery): Promise<Page<User>> {
      const page = await USERS.readPage({ db }, query, USERS.conditionOf(query))
      return { ...page, data: page.data.map(asUser) }
    },

    async findById(id: number): Promise<Versioned<User> | undefined> {
      const [row] = await USERS.find({ db }, USERS.conditionOf({}, sql`u.id = ${id}`))
      return row && asUser(row)
    },

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

    /** The hash of the password, locked against change until the transaction ends. */
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

    /** The columns that an admin may change, locked until the transaction ends. */
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

    /** @returns the new id; undefined when another account has the email. */
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

    /**
     * A changed email is unconfirmed, but trusted because an administrator set it. @throws 409 `email_taken` when
     * another account has it.
     */
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

    /** Confirms the address if the user still has it. @returns whether it was unconfirmed before. */
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

    /** The user can no longer sign in; the email is free, and the name stays in records that the user changed. */
    async markDeleted(id: number, at: Instant): Promise<void> {
      await db
        .updateTable('users')
        .set((set) => ({ deleted_at: at, updated_at: at, version: set('version', '+', 1) }))
        .where('id', '=', id)
        .execute()
    },

    /** `temporary`: the user must replace the password; otherwise the user chose it. */
    async updatePassword(id: number, password_hash: string, temporary = false): Promise<void> {
      await db.updateTable('users').set({ password_hash, password_temporary: temporary }).where('id', '=', id).execute()
    },

    /** Saves a user's own preferences; this makes no admin's edit stale. */
    async updateChoice(id: number, choice: { preferred_theme: string } | { locale: string }): Promise<void> {
      await db.updateTable('users').set(choice).where('id', '=', id).execute()
    },

    /** Blocks other transactions from changing the set of admins until the transaction ends. */
    lockAdmins: (): Promise<void> => lockUntilCommit({ db }, 'admins'),

    /** Whether another admin exists. */
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

/** Emails are compared without ASCII case. */
function isEmail(email: string) {
  return sql<boolean>`lower(email collate "C") = lower(${email}::text collate "C")`
}

/** The error for an email that another account has. */
export function emailTaken(): AppError {
  return conflictingField('email', 'email_taken')
}

async function insertRoles(db: Connection['db'], userId: number, roles: readonly RoleName[]): Promise<void> {
  const rows = roles.map((role) => ({ user_id: userId, role }))
  await db.insertInto('user_roles').values(rows).execute()
}

function asUser({ roles, ...user }: UserRow): Versioned<User> {
  return { ...user, roles: inOrder(roles).map(asRole) }
}
