import { isRoleName, ROLE_PERMISSIONS, type RoleName } from '@dalyan/contracts/permissions'
import type { User } from '@dalyan/contracts/users'
import { sql } from 'kysely'
import type { Connection } from '../../core/database/database.ts'

export interface NewUser {
  name: string
  email: string
  password_hash: string
  role: RoleName
  firm_id?: number | null
}

/** People. E-mails are compared without ASCII case; deleted ones are found nowhere. */
export const usersRepository = {
  async findById(on: Connection, id: number): Promise<User | undefined> {
    const row = await on.db
      .selectFrom('users')
      .leftJoin('firms', 'firms.id', 'users.firm_id')
      .where('users.id', '=', id)
      .where('users.deleted_at', 'is', null)
      .select([
        'users.id',
        'users.name',
        'users.email',
        'users.preferred_theme',
        'users.created_at',
        'users.updated_at',
      ])
      .select(['firms.id as firm_id', 'firms.code as firm_code', 'firms.name as firm_name'])
      .select(sql<string[]>`array(select role from user_roles where user_id = users.id order by role)`.as('roles'))
      .executeTakeFirst()
    if (!row) return undefined
    const { firm_id, firm_code, firm_name, roles, ...user } = row
    return {
      ...user,
      firm: firm_id === null ? null : { id: firm_id, code: firm_code ?? '', name: firm_name ?? '' },
      roles: roles
        .filter(isRoleName)
        .map((name) => ({ name, permissions: ROLE_PERMISSIONS[name].map((permission) => ({ name: permission })) })),
    }
  },

  async findSecretByEmail(on: Connection, email: string) {
    return on.db
      .selectFrom('users')
      .select(['id', 'password_hash'])
      .where(sql`lower(email collate "C")`, '=', sql`lower(${email}::text collate "C")`)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
  },

  async findSecretById(on: Connection, id: number) {
    return on.db
      .selectFrom('users')
      .select(['id', 'name', 'email', 'password_hash'])
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
  },

  /** @returns the new id; undefined when the e-mail has an account. */
  async insert(on: Connection, { role, ...user }: NewUser): Promise<number | undefined> {
    const row = await on.db
      .insertInto('users')
      .values(user)
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!row) return undefined
    await on.db.insertInto('user_roles').values({ user_id: row.id, role }).execute()
    return row.id
  },

  async updatePassword(on: Connection, id: number, password_hash: string): Promise<void> {
    await on.db.updateTable('users').set({ password_hash }).where('id', '=', id).execute()
  },

  /** What somebody chose for himself; it makes no edit of an admin stale. */
  async updateChoice(
    on: Connection,
    id: number,
    choice: { preferred_theme: string } | { locale: string },
  ): Promise<void> {
    await on.db.updateTable('users').set(choice).where('id', '=', id).execute()
  },

  /** Until the transaction's end, nobody else decides who is an admin. */
  async lockAdmins(on: Connection): Promise<void> {
    await sql`select pg_advisory_xact_lock(hashtextextended('admins', 0))`.execute(on.db)
  },

  async hasAdmin(on: Connection): Promise<boolean> {
    const row = await on.db
      .selectFrom('user_roles')
      .innerJoin('users', 'users.id', 'user_roles.user_id')
      .where('role', '=', 'admin')
      .where('deleted_at', 'is', null)
      .select('users.id')
      .limit(1)
      .executeTakeFirst()
    return row !== undefined
  },
}
