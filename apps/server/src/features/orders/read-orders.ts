import type { Order, OrderListQuery } from '@dalyan/contracts/orders'
import { asPage, type Page } from '@dalyan/contracts/paging'
import type { Database } from '../../core/database/database.ts'
import type { SignedIn } from '../../core/http/signed-in.ts'
import { ordersRepository } from './orders.repository.ts'

type Caller = Pick<SignedIn, 'firms' | 'permissions'>

export interface OrderReader {
  list(query: OrderListQuery, caller: Caller): Promise<Page<Order>>
  /** Undefined: it does not exist, or the caller may not see its firm. */
  find(id: number, caller: Caller): Promise<Order | undefined>
}

/** Orders as the caller may see them: only users who manage orders see the tank of an item. */
export function createOrderReader({ database }: { database: Database }): OrderReader {
  const orders = ordersRepository(database)

  function asSeen(order: Order, { permissions }: Caller): Order {
    if (permissions.has('orders.manage')) return order
    return { ...order, items: order.items.map((item) => ({ ...item, tank: null })) }
  }

  return {
    async list(query, caller) {
      const { rows, total } = await orders.list(query, caller.firms)
      return asPage(
        rows.map((order) => asSeen(order, caller)),
        total,
        query,
      )
    },
    async find(id, caller) {
      const order = await orders.findById(id, caller.firms)
      return order && asSeen(order, caller)
    },
  }
}
