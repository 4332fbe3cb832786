import { parseDays } from '@dalyan/contracts/days'
import { asPage, type Page } from '@dalyan/contracts/paging'
import type { RoleName } from '@dalyan/contracts/permissions'
import type { User, UserListQuery } from '@dalyan/contracts/users'
import { sql, type RawBuilder } from 'kysely'
import type { Connection } from '../../core/database/database.ts'
import { idsFound } from '../../core/database/ids-found.ts'
import { orderBy } from '../../core/database/order-by.ts'
import { asUser, SELECT_USERS, type UserRow } from './user-rows.repository.ts'

const SORTS = {
  id: 'u.id',
  name: 'u.name collate "tr-x-icu"',
  email: 'lower(u.email collate "C")',
  /** By the mightiest one. */
  role: `(select min(array_position('{admin,operator,customer}'::text[], r.role)) from user_roles r where r.user_id = u.id)`,
  created_at: 'u.created_at',
  updated_at: 'u.updated_at',
} as const

const SEARCHED = { table: 'users', where: 's.deleted_at is null' }

function conditions(query: UserListQuery): RawBuilder<unknown> {
  const all: RawBuilder<unknown>[] = [sql`u.deleted_at is null`]
  if (query.search) all.push(sql`u.id = any(${idsFound(SEARCHED, query.search)})`)
  if (query.filter_name) all.push(sql`u.id = any(${idsFound(SEARCHED, query.filter_name, 's.name')})`)
  if (query.filter_email) all.push(sql`u.id = any(${idsFound(SEARCHED, query.filter_email, 's.email')})`)
  if (query.role) all.push(hasRole(query.role))
  if (query.filter_role) all.push(hasRole(query.filter_role))
  const days = query.filter_created_at === undefined ? null : parseDays(query.filter_created_at)
  if (days) {
    all.push(sql`u.created_at >= ${days.first}::timestamp at time zone 'Europe/Istanbul'`)
    all.push(sql`u.created_at < (${days.last}::timestamp + interval '1 day') at time zone 'Europe/Istanbul'`)
  }
  return sql.join(all, sql` and `)
}

function hasRole(roles: readonly RoleName[]): RawBuilder<unknown> {
  return sql`exists (select from user_roles r where r.user_id = u.id and r.role = any(${[...roles]}::text[]))`
}

/** One page of the people who are not deleted. */
export async function listUsers({ db }: Pick<Connection, 'db'>, query: UserListQuery): Promise<Page<User>> {
  const where = conditions(query)
  const order = orderBy(SORTS, query.sort ?? [{ field: 'name', descending: false }])
  const offset = (query.page - 1) * query.per_page
  const [page, count] = await Promise.all([
    sql<UserRow>`${SELECT_USERS} where ${where} order by ${order} limit ${query.per_page} offset ${offset}`.execute(db),
    sql<{ n: number }>`select count(*) as n from users u where ${where}`.execute(db),
  ])
  return asPage(page.rows.map(asUser), count.rows[0]?.n ?? 0, query)
}
