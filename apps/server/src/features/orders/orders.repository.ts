import type { Instant } from '@dalyan/contracts/instant'
import type { Order, OrderItemInput, OrderListQuery, OrderStatus } from '@dalyan/contracts/orders'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { containsFolded, foldedContains, isTooShortForIndex } from '../../core/database/contains-folded.ts'
import type { Connection } from '../../core/database/database.ts'
import { pageFound } from '../../core/database/page-found.ts'
import type { FirmScope } from '../../core/http/signed-in.ts'

export interface NewOrder {
  firm_id: number
  note: string | null
  items: readonly OrderItemInput[]
}

/** What decides what may become of an order, under lock. */
export interface LockedOrder {
  id: number
  firm_id: number
  status: OrderStatus
  note: string | null
  /** Where its items come from. */
  tank_ids: number[]
}

const SELECT = sql.raw(`select o.id, o.code, o.status, o.note, o.created_at, o.updated_at,
json_build_object('id', f.id, 'code', f.code, 'name', f.name) as firm,
case when u.id is not null then json_build_object('id', u.id, 'name', u.name) end as created_by,
(select json_agg(json_build_object('product', i.product, 'quantity', i.quantity, 'unit', i.unit,
  'tank', case when k.id is not null then json_build_object('id', k.id, 'code', k.code) end) order by i.place)
  from order_items i left join tanks k on k.id = i.tank_id where i.order_id = o.id) as items`)
const AROUND = sql.raw('join firms f on f.id = o.firm_id left join users u on u.id = o.created_by')

const SORTS = {
  id: 'o.id',
  // Codes count as ids do; as texts S-10000 would stand before S-9999.
  code: 'o.id',
  status: "array_position(array['placed', 'confirmed', 'shipped', 'delivered', 'cancelled'], o.status)",
  created_at: 'o.created_at',
  updated_at: 'o.updated_at',
} as const

function scoped(firms: FirmScope): RawBuilder<SqlBool> {
  return firms === 'all' ? sql`true` : sql`o.firm_id = any(${[...firms]}::int[])`
}

function conditions(query: OrderListQuery, firms: FirmScope): RawBuilder<SqlBool> {
  const all: RawBuilder<unknown>[] = [scoped(firms)]
  if (query.filter_status) all.push(sql`o.status = any(${query.filter_status}::text[])`)
  if (query.filter_firm_id !== undefined) all.push(sql`o.firm_id = ${query.filter_firm_id}`)
  if (query.search)
    all.push(isTooShortForIndex(query.search) ? holdsShort(query.search) : sql`o.id in (${found(query.search)})`)
  return sql<SqlBool>`${sql.join(all, sql` and `)}`
}

/** Orders by code, note, product or firm; one part for each index, since PostgreSQL reads every order for an `or` over several tables. */
function found(part: string): RawBuilder<unknown> {
  return sql`select s.id from orders s where ${foldedContains(sql.ref('s.search'), part)}
    union select i.order_id from order_items i where ${foldedContains(sql.ref('i.search'), part)}
    union select s.id from orders s join firms sf on sf.id = s.firm_id where ${hasName(part)}`
}

/** The same for a part that most orders have: where each is read anyhow, the first of its texts that has it is enough. */
function holdsShort(part: string): RawBuilder<unknown> {
  return sql`(${foldedContains(sql.ref('o.search'), part)}
    or exists (select from order_items i where i.order_id = o.id and ${foldedContains(sql.ref('i.search'), part)})
    or exists (select from firms sf where sf.id = o.firm_id and ${hasName(part)}))`
}

function hasName(part: string): RawBuilder<unknown> {
  return sql`${foldedContains(sql.ref('sf.search'), part)} and ${containsFolded(sql.ref('sf.name'), part)}`
}

/** Orders of firms, with their items. */
export function ordersRepository({ db }: Pick<Connection, 'db'>) {
  async function writeItems(orderId: number, items: readonly OrderItemInput[]): Promise<void> {
    const rows = items.map(({ product, quantity, unit, tank_id = null }, i) => {
      return { order_id: orderId, place: i + 1, product, quantity, unit, tank_id }
    })
    await db.insertInto('order_items').values(rows).execute()
  }

  return {
    async list(query: OrderListQuery, firms: FirmScope): Promise<{ orders: Order[]; total: number }> {
      const where = conditions(query, firms)
      const wanted = [...(query.sort ?? []), { field: 'id' as const, descending: true }]
      const order = sql.raw(
        wanted.map(({ field, descending }) => `${SORTS[field]} ${descending ? 'desc' : 'asc'}`).join(', '),
      )
      const ids = pageFound(sql`select o.id from orders o where ${where} order by ${order}`, query)
      const [page, count] = await Promise.all([
        sql<Order>`${SELECT} from ${ids} join orders o on o.id = page.id ${AROUND} order by page.place`.execute(db),
        sql<{ n: number }>`select count(*) as n from orders o where ${where}`.execute(db),
      ])
      return { orders: page.rows, total: count.rows[0]?.n ?? 0 }
    },

    async findById(id: number, firms: FirmScope): Promise<Order | undefined> {
      const { rows } =
        await sql<Order>`${SELECT} from orders o ${AROUND} where o.id = ${id} and ${scoped(firms)}`.execute(db)
      return rows[0]
    },

    async lockById(id: number, firms: FirmScope): Promise<LockedOrder | undefined> {
      const { rows } = await sql<LockedOrder>`select o.id, o.firm_id, o.status, o.note,
        array(select i.tank_id from order_items i where i.order_id = o.id and i.tank_id is not null) as tank_ids
        from orders o where o.id = ${id} and ${scoped(firms)} for update`.execute(db)
      return rows[0]
    },

    async insert({ firm_id, note, items }: NewOrder, by: number, at: Instant): Promise<number> {
      const { id } = await db
        .insertInto('orders')
        .values({ firm_id, note, created_by: by, created_at: at, updated_at: at })
        .returning('id')
        .executeTakeFirstOrThrow()
      await writeItems(id, items)
      return id
    },

    async update(id: number, columns: { status: OrderStatus; note: string | null }, at: Instant): Promise<void> {
      await db
        .updateTable('orders')
        .set({ ...columns, updated_at: at })
        .where('id', '=', id)
        .execute()
    },

    async replaceItems(id: number, items: readonly OrderItemInput[]): Promise<void> {
      await db.deleteFrom('order_items').where('order_id', '=', id).execute()
      await writeItems(id, items)
    },
  }
}
