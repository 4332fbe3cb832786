import { type Order, type OrderListQuery, type OrderStatus, ordersApi } from '@dalyan/contracts/orders'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { ASKED_ANEW } from '../../shared/api/asked-anew.ts'
import { call } from '../../shared/api/call.ts'

export const orderKeys = { all: ['orders'] as const }

export const orderQueries = {
  list: (query: Partial<OrderListQuery>) =>
    queryOptions({
      queryKey: [...orderKeys.all, 'list', query],
      queryFn: ({ signal }) => call(ordersApi.list, { query }, signal),
      placeholderData: keepPreviousData,
    }),
  /** One to read or to step; asked anew each time. */
  one: (id: number) =>
    queryOptions({
      queryKey: [...orderKeys.all, 'one', id],
      queryFn: ({ signal }) => call(ordersApi.get, { params: { id } }, signal),
      ...ASKED_ANEW,
    }),
}

/** @throws ApiError: 409 `order_step` when it went on meanwhile. */
export function setOrderStatus(id: number, status: OrderStatus): Promise<Order> {
  return call(ordersApi.update, { params: { id }, body: { status } })
}
