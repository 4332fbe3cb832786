import { parseDays } from '@dalyan/contracts/days'
import { asPage, type Page } from '@dalyan/contracts/paging'
import type { RoleName } from '@dalyan/contracts/permissions'
import type { User, UserListQuery } from '@dalyan/contracts/users'
import { sql, type RawBuilder } from 'kysely'
import type { Connection } from '../../core/database/database.ts'
import { allOf, conditionsOf, createList, isFound, type Filters } from '../../core/database/list.ts'
import type { Versioned } from '../../core/versioned.ts'
import { asRole, inOrder } from './roles.ts'

type UserRow = Versioned<Omit<User, 'roles'>> & { roles: RoleName[] }

const USERS = createList({
  from: 'users u',
  id: 'u.id',
  columns: `u.id, u.name, u.email, u.preferred_theme, u.password_temporary as must_change_password, u.email_confirmed_at, u.email_trusted,
    u.created_at, u.updated_at, u.version,
    case when f.id is not null then json_build_object('id', f.id, 'code', f.code, 'name', f.name) end as firm,
    array(select role from user_roles r where r.user_id = u.id) as roles`,
  joins: 'left join firms f on f.id = u.firm_id',
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

const SEARCHED = { table: 'users', where: 's.deleted_at is null' }
const NOT_DELETED = sql`u.deleted_at is null`

const FILTERS: Filters<UserListQuery> = {
  search: isFound('u.id', SEARCHED),
  filter_name: isFound('u.id', SEARCHED, 's.name'),
  filter_email: isFound('u.id', SEARCHED, 's.email'),
  role: hasRole,
  filter_role: hasRole,
  filter_created_at: wasCreatedOn,
}

function hasRole(roles: readonly RoleName[]): RawBuilder<unknown> {
  return sql`exists (select from user_roles r where r.user_id = u.id and r.role = any(${[...roles]}::text[]))`
}

function wasCreatedOn(text: string): RawBuilder<unknown> {
  const days = parseDays(text)
  if (!days) return sql`true`
  return sql`u.created_at >= ${days.first}::timestamp at time zone 'Europe/Istanbul'
    and u.created_at < (${days.last}::timestamp + interval '1 day') at time zone 'Europe/Istanbul'`
}

/** One page of users; deleted users are excluded. */
export async function listUsers(on: Pick<Connection, 'db'>, query: UserListQuery): Promise<Page<User>> {
  const where = allOf([NOT_DELETED, ...conditionsOf(FILTERS, query)])
  const { rows, total } = await USERS.readPageWithTotal<UserRow>(on, query, where)
  return asPage(rows.map(asUser), total, query)
}

export async function findUser(on: Pick<Connection, 'db'>, id: number): Promise<Versioned<User> | undefined> {
  const [row] = await USERS.find<UserRow>(on, sql`u.id = ${id} and ${NOT_DELETED}`)
  return row && asUser(row)
}

function asUser({ roles, ...user }: UserRow): Versioned<User> {
  return { ...user, roles: inOrder(roles).map(asRole) }
}
