import type { Instant } from '@dalyan/contracts/instant'
import type { OrderedProduct, OrderItem, OrderOrigins } from '@dalyan/contracts/orders'
import { sql } from 'kysely'
import type { Connection } from '../../core/database/database.ts'
import { isInFirms } from '../../core/database/list.ts'
import type { FirmScope } from '../../core/http/signed-in.ts'

// SQL text: the median and the newest spelling of grouped items, which the builder cannot express.

/** The number of a firm's newest orders whose products are offered. */
const OFFERED_ORDERS = 200
const MOST_PRODUCTS = 50

/** An item with its tank of origin, as its public record shows it. */
export interface RecordedItemRow extends Pick<OrderItem, 'product' | 'quantity' | 'unit'> {
  position: number
  tank_id: number
  tank_code: string
  /** The name of the tank's firm. */
  grower: string | null
  order_code: string
  shipped_at: Instant | null
}

/** Reads past orders: the products that a firm ordered before, and the tanks that the goods of an order come from. */
export function orderHistory({ db }: Pick<Connection, 'db'>) {
  return {
    /** The tanks of an order's items that a user of these firms may see, in the order of the items. */
    async findOrigins(id: number, firms: FirmScope): Promise<OrderOrigins['data']> {
      const isVisible = firms === 'all' ? sql`true` : sql`${isInFirms('k.firm_id', firms)} and k.status <> 'deleted'`
      const { rows } = await sql<OrderOrigins['data'][number]>`
        select json_build_object('id', k.id, 'code', k.code, 'name', k.name) as tank,
          array_agg(i.product order by i.position) as products
        from order_items i join tanks k on k.id = i.tank_id
        where i.order_id = ${id} and ${isVisible} group by k.id order by min(i.position)`.execute(db)
      return rows
    },

    /** The items of an order with a tank of origin, in their order; none once the order is cancelled. */
    async findRecordedItems(orderId: number): Promise<RecordedItemRow[]> {
      return db
        .selectFrom('order_items as i')
        .innerJoin('orders as o', 'o.id', 'i.order_id')
        .innerJoin('tanks as k', 'k.id', 'i.tank_id')
        .leftJoin('firms as f', 'f.id', 'k.firm_id')
        .select(['i.position', 'i.product', 'i.quantity', 'i.unit', 'k.id as tank_id', 'k.code as tank_code'])
        .select(['f.name as grower', 'o.code as order_code', 'o.shipped_at'])
        .where('o.id', '=', orderId)
        .where('o.status', '<>', 'cancelled')
        .orderBy('i.position')
        .execute()
    },

    /** The products that a firm ordered before and did not cancel, the most ordered first. */
    async findProducts(firmId: number, firms: FirmScope): Promise<OrderedProduct[]> {
      const { rows } = await sql<OrderedProduct>`
        with newest as (
          select o.id from orders o where o.firm_id = ${firmId} and ${isInFirms('o.firm_id', firms)} and o.status <> 'cancelled'
          order by o.id desc limit ${OFFERED_ORDERS}
        )
        select (array_agg(i.product order by i.order_id desc))[1] as product,
          (array_agg(i.unit order by i.order_id desc))[1] as unit,
          percentile_disc(0.5) within group (order by i.quantity) as quantity
        from newest n join order_items i on i.order_id = n.id
        group by i.search, lower(i.unit) order by count(*) desc, max(i.order_id) desc limit ${MOST_PRODUCTS}`.execute(
        db,
      )
      return rows
    },
  }
}
