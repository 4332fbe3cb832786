import type { Instant } from '@dalyan/contracts/instant'
import type { Page } from '@dalyan/contracts/paging'
import type { Order, OrderItemInput, OrderListQuery, OrderStatus } from '@dalyan/contracts/orders'
import { sql, type RawBuilder } from 'kysely'
import { containsFolded, foldedContains, isTooShortForIndex } from '../../core/database/contains-folded.ts'
import type { Connection } from '../../core/database/database.ts'
import { createList, equals, isInFirms, isOneOf, refOf } from '../../core/database/list.ts'
import type { FirmScope } from '../../core/http/signed-in.ts'

export interface NewOrder {
  firm_id: number
  note: string | null
  items: readonly OrderItemInput[]
}

/** The fields that decide which changes an order allows, under lock. */
export interface LockedOrder {
  id: number
  firm_id: number
  status: OrderStatus
  note: string | null
  /** The tanks that its items come from. */
  tank_ids: number[]
}

const ORDERS = createList<OrderListQuery, Order>({
  from: 'orders o',
  id: 'o.id',
  columns: `o.id, o.code, o.status, o.note, o.created_at, o.updated_at,
    ${refOf('f', 'code', 'name')} as firm,
    ${refOf('u', 'name')} as created_by,
    (select json_agg(json_build_object('product', i.product, 'quantity', i.quantity, 'unit', i.unit,
      'tank', ${refOf('k', 'code')}) order by i.position)
      from order_items i left join tanks k on k.id = i.tank_id where i.order_id = o.id) as items`,
  joins: 'join firms f on f.id = o.firm_id left join users u on u.id = o.created_by',
  filters: {
    filter_status: isOneOf('o.status'),
    filter_firm_id: equals('o.firm_id'),
    search: (part) => (isTooShortForIndex(part) ? holdsShort(part) : sql`o.id in (${found(part)})`),
  },
  sorts: {
    id: 'o.id',
    // Sorts codes by id, as text S-10000 would come before S-9999.
    code: 'o.id',
    status: "array_position(array['placed', 'confirmed', 'shipped', 'delivered', 'cancelled'], o.status)",
    created_at: 'o.created_at',
    updated_at: 'o.updated_at',
  },
  defaultSort: [],
  isNewestFirst: true,
})

/**
 * Finds orders by code, note, product or firm; one subquery per index, since PostgreSQL reads every order for an `or` over several tables.
 */
function found(part: string): RawBuilder<unknown> {
  return sql`(select s.id from orders s where ${foldedContains(sql.ref('s.search'), part)})
    union select i.order_id from order_items i where ${foldedContains(sql.ref('i.search'), part)}
    union select s.id from orders s join firms sf on sf.id = s.firm_id where ${hasName(part)}`
}

/** The same for a part that most orders contain: the first matching text of the rows that are read anyway is enough. */
function holdsShort(part: string): RawBuilder<unknown> {
  return sql`(${foldedContains(sql.ref('o.search'), part)}
    or exists (select from order_items i where i.order_id = o.id and ${foldedContains(sql.ref('i.search'), part)})
    or exists (select from firms sf where sf.id = o.firm_id and ${hasName(part)}))`
}

function hasName(part: string): RawBuilder<unknown> {
  return sql`${foldedContains(sql.ref('sf.search'), part)} and ${containsFolded(sql.ref('sf.name'), part)}`
}

export function ordersRepository({ db }: Pick<Connection, 'db'>) {
  async function writeItems(orderId: number, items: readonly OrderItemInput[]): Promise<void> {
    const rows = items.map(({ product, quantity, unit, tank_id = null }, i) => {
      return { order_id: orderId, position: i + 1, product, quantity, unit, tank_id }
    })
    await db.insertInto('order_items').values(rows).execute()
  }

  return {
    list: (query: OrderListQuery, firms: FirmScope): Promise<Page<Order>> =>
      ORDERS.readPage({ db }, query, ORDERS.conditionOf(query, isInFirms('o.firm_id', firms))),

    async findById(id: number, firms: FirmScope): Promise<Order | undefined> {
      const [order] = await ORDERS.find({ db }, sql`o.id = ${id}`, isInFirms('o.firm_id', firms))
      return order
    },

    /** When the order was shipped; null: not yet. */
    async findShippedAt(id: number): Promise<Instant | null> {
      const row = await db.selectFrom('orders').select('shipped_at').where('id', '=', id).executeTakeFirst()
      return row?.shipped_at ?? null
    },

    async lockById(id: number, firms: FirmScope): Promise<LockedOrder | undefined> {
      return db
        .selectFrom('orders as o')
        .select(['o.id', 'o.firm_id', 'o.status', 'o.note'])
        .select(
          sql<
            number[]
          >`array(select i.tank_id from order_items i where i.order_id = o.id and i.tank_id is not null)`.as(
            'tank_ids',
          ),
        )
        .where('o.id', '=', id)
        .where(isInFirms('o.firm_id', firms))
        .forUpdate()
        .executeTakeFirst()
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

    async update(
      id: number,
      columns: { status: OrderStatus; note: string | null; shipped_at?: Instant },
      at: Instant,
    ): Promise<void> {
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
