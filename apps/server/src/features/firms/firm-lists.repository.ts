import type { Firm, FirmListQuery } from '@dalyan/contracts/firms'
import { asPage, type Page } from '@dalyan/contracts/paging'
import { sql } from 'kysely'
import type { Connection } from '../../core/database/database.ts'
import { allOf, conditionsOf, createList, isFound, isOneOf, type Filters } from '../../core/database/list.ts'
import type { Versioned } from '../../core/versioned.ts'

const FIRMS = createList({
  from: 'firms f',
  id: 'f.id',
  columns: `f.id, f.code, f.name, f.type, f.status, f.notes, f.phone, f.city, f.province, f.district, f.neighborhood, f.country, f.postal_code,
    f.created_at, f.updated_at, f.version,
    case when p.id is not null then json_build_object('id', p.id, 'code', p.code, 'name', p.name) end as parent,
    case when u.id is not null then json_build_object('id', u.id, 'name', u.name) end as edited_by,
    (select count(*) from tanks k where k.firm_id = f.id and k.status <> 'deleted') as tanks_count`,
  joins: 'left join firms p on p.id = f.parent_id left join users u on u.id = f.edited_by',
  sorts: {
    id: 'f.id',
    code: 'f.code',
    name: 'f.name collate "tr-x-icu"',
    type: 'f.type',
    status: 'f.status',
    city: 'f.city collate "tr-x-icu"',
    province: 'f.province collate "tr-x-icu"',
    created_at: 'f.created_at',
    updated_at: 'f.updated_at',
  },
  defaultSort: [{ field: 'code', descending: false }],
})

const SEARCHED = { table: 'firms' }

const FILTERS: Filters<FirmListQuery> = {
  search: isFound('f.id', SEARCHED),
  filter_city: isFound('f.id', SEARCHED, 's.city'),
  filter_province: isFound('f.id', SEARCHED, 's.province'),
  filter_status: isOneOf('f.status'),
  filter_type: isOneOf('f.type'),
}

export async function listFirms(on: Pick<Connection, 'db'>, query: FirmListQuery): Promise<Page<Firm>> {
  const shown = query.include_deleted ? sql`true` : sql`f.status <> 'deleted'`
  const { rows, total } = await FIRMS.readPageWithTotal<Versioned<Firm>>(
    on,
    query,
    allOf([shown, ...conditionsOf(FILTERS, query)]),
  )
  return asPage(rows, total, query)
}

export async function findFirm(on: Pick<Connection, 'db'>, id: number): Promise<Versioned<Firm> | undefined> {
  const [firm] = await FIRMS.find<Versioned<Firm>>(on, sql`f.id = ${id}`)
  return firm
}
