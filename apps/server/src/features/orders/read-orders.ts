import type { Order, OrderListQuery } from '@dalyan/contracts/orders'
import { asPage, type Page } from '@dalyan/contracts/paging'
import type { Database } from '../../core/database/database.ts'
import type { SignedIn } from '../../core/http/signed-in.ts'
import { ordersRepository } from './orders.repository.ts'

type Reader = Pick<SignedIn, 'firms' | 'permissions'>

export interface OrderReader {
  list(query: OrderListQuery, reader: Reader): Promise<Page<Order>>
  /** Undefined: not there, or not theirs. */
  find(id: number, reader: Reader): Promise<Order | undefined>
}

/** Orders as the asking person may see them: where an item came from is for those who manage orders. */
export function createOrderReader({ database }: { database: Database }): OrderReader {
  const orders = ordersRepository(database)

  function asSeen(order: Order, { permissions }: Reader): Order {
    if (permissions.has('orders.manage')) return order
    return { ...order, items: order.items.map((item) => ({ ...item, tank: null })) }
  }

  return {
    async list(query, reader) {
      const { orders: found, total } = await orders.list(query, reader.firms)
      return asPage(
        found.map((order) => asSeen(order, reader)),
        total,
        query,
      )
    },
    async find(id, reader) {
      const order = await orders.findById(id, reader.firms)
      return order && asSeen(order, reader)
    },
  }
}
