import { ordersApi } from '@dalyan/contracts/orders'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../core/http/serve.ts'
import {
  createOrder,
  findOrigins,
  getOrder,
  listOrders,
  listProducts,
  updateOrder,
  type OrderNeeds,
} from './orders.service.ts'

export function serveOrders(server: FastifyInstance, needs: OrderNeeds): void {
  serve(server, ordersApi.list, 'orders.view', ({ query, user }) => listOrders(needs, query, user))
  serve(server, ordersApi.get, 'orders.view', ({ params, user }) => getOrder(needs, params.id, user))
  serve(server, ordersApi.products, 'orders.create', async ({ query, user }) => ({
    data: await listProducts(needs, query.filter_firm_id, user),
  }))
  serve(server, ordersApi.origins, 'orders.view', ({ params, user }) => findOrigins(needs, params.id, user))
  serve(server, ordersApi.create, 'orders.create', ({ body, user }) => createOrder(needs, body, user))
  serve(server, ordersApi.update, 'orders.manage', ({ params, body, user }) =>
    updateOrder(needs, params.id, body, user),
  )
}
