import { ordersApi } from '@dalyan/contracts/orders'
import type { FastifyInstance } from 'fastify'
import { notFound } from '../../core/errors.ts'
import { serve } from '../../core/http/serve.ts'
import type { OrdersService } from './orders.service.ts'
import type { OrderReader } from './read-orders.ts'

interface Needs {
  reader: OrderReader
  orders: OrdersService
}

export function serveOrders(server: FastifyInstance, { reader, orders }: Needs): void {
  serve(server, ordersApi.list, 'orders.view', ({ query, user }) => reader.list(query, user))
  serve(server, ordersApi.get, 'orders.view', async ({ params, user }) => {
    const order = await reader.find(params.id, user)
    if (!order) throw notFound()
    return order
  })
  serve(server, ordersApi.create, 'orders.create', ({ body, user }) => orders.create(body, user))
  serve(server, ordersApi.update, 'orders.manage', ({ params, body, user }) => orders.update(params.id, body, user))
}
