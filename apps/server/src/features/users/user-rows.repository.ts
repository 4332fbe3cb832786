import type { RoleName } from '@dalyan/contracts/permissions'
import type { User } from '@dalyan/contracts/users'
import { sql } from 'kysely'
import type { Versioned } from '../../core/versioned.ts'
import { asRole, inOrder } from './roles.ts'

export type UserRow = Versioned<Omit<User, 'roles'>> & { roles: RoleName[] }

/** Users as the wire has them, but for their roles' permissions. */
export const SELECT_USERS = sql.raw(`select u.id, u.name, u.email, u.preferred_theme,
u.password_temporary as must_change_password, u.email_confirmed_at, u.email_trusted,
u.created_at, u.updated_at, u.version,
case when f.id is not null then json_build_object('id', f.id, 'code', f.code, 'name', f.name) end as firm,
array(select role from user_roles r where r.user_id = u.id) as roles
from users u left join firms f on f.id = u.firm_id`)

export function asUser({ roles, ...user }: UserRow): Versioned<User> {
  return { ...user, roles: inOrder(roles).map(asRole) }
}
