import type { OrderStatus } from '@dalyan/contracts/orders'
import type { Generated } from 'kysely'
import type { Stamped } from './schema-columns.ts'

/** Orders and the points they earn. */
export interface OrderTables {
  orders: {
    id: Generated<number>
    code: Generated<string>
    firm_id: number
    status: Generated<OrderStatus>
    note: string | null
    created_by: number | null
    created_at: Stamped
    updated_at: Stamped
  }
  order_items: {
    order_id: number
    position: number
    product: string
    quantity: number
    unit: string
    tank_id: number | null
  }
  points: {
    id: Generated<number>
    firm_id: number
    points: number
    reason: string
    order_id: number | null
    created_at: Stamped
  }
}
