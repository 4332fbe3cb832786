import type { Firm, FirmListQuery } from '@dalyan/contracts/firms'
import { asPage, type Page } from '@dalyan/contracts/paging'
import { sql, type RawBuilder } from 'kysely'
import type { Connection } from '../../core/database/database.ts'
import { idsFound } from '../../core/database/ids-found.ts'
import { orderBy } from '../../core/database/order-by.ts'
import { SELECT_FIRMS, type FirmRow } from './firm-rows.repository.ts'

const SORTS = {
  id: 'f.id',
  code: 'f.code',
  name: 'f.name collate "tr-x-icu"',
  type: 'f.type',
  status: 'f.status',
  city: 'f.city collate "tr-x-icu"',
  province: 'f.province collate "tr-x-icu"',
  created_at: 'f.created_at',
  updated_at: 'f.updated_at',
} as const

const SEARCHED = { table: 'firms' }

function conditions(query: FirmListQuery): RawBuilder<unknown> {
  const all: RawBuilder<unknown>[] = [query.include_deleted ? sql`true` : sql`f.status <> 'deleted'`]
  if (query.search) all.push(sql`f.id = any(${idsFound(SEARCHED, query.search)})`)
  if (query.filter_city) all.push(sql`f.id = any(${idsFound(SEARCHED, query.filter_city, 's.city')})`)
  if (query.filter_province) all.push(sql`f.id = any(${idsFound(SEARCHED, query.filter_province, 's.province')})`)
  if (query.filter_status) all.push(sql`f.status = any(${query.filter_status}::text[])`)
  if (query.filter_type) all.push(sql`f.type = any(${query.filter_type}::text[])`)
  return sql.join(all, sql` and `)
}

/** One page of firms. */
export async function listFirms({ db }: Pick<Connection, 'db'>, query: FirmListQuery): Promise<Page<Firm>> {
  const where = conditions(query)
  const order = orderBy(SORTS, query.sort ?? [{ field: 'code', descending: false }])
  const offset = (query.page - 1) * query.per_page
  const [page, count] = await Promise.all([
    sql<FirmRow>`${SELECT_FIRMS} where ${where} order by ${order} limit ${query.per_page} offset ${offset}`.execute(db),
    sql<{ n: number }>`select count(*) as n from firms f where ${where}`.execute(db),
  ])
  return asPage(page.rows, count.rows[0]?.n ?? 0, query)
}
