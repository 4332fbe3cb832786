import { ordersApi } from '@dalyan/contracts/orders'
import { originRecordsApi } from '@dalyan/contracts/origin-records'
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
import { listRecordLinks, openRecord, type OriginRecords } from './origin-record.ts'

export function serveOrders(server: FastifyInstance, needs: OrderNeeds, records: OriginRecords): void {
  serve(server, ordersApi.list, 'orders.view', ({ query, user }) => listOrders(needs, query, user))
  serve(server, ordersApi.get, 'orders.view', ({ params, user }) => getOrder(needs, params.id, user))
  serve(server, ordersApi.products, 'orders.create', async ({ query, user }) => ({
    data: await listProducts(needs, query.filter_firm_id, user),
  }))
  serve(server, ordersApi.origins, 'orders.view', ({ params, user }) => findOrigins(needs, params.id, user))
  serve(server, ordersApi.recordLinks, 'orders.view', async ({ params, user }) => ({
    data: await listRecordLinks(records, params.id, user),
  }))
  serve(server, originRecordsApi.open, 'public', ({ body }) => openRecord(records, body.token))
  serve(server, ordersApi.create, 'orders.create', ({ body, user }) => createOrder(needs, body, user))
  serve(server, ordersApi.update, 'orders.manage', ({ params, body, user }) =>
    updateOrder(needs, params.id, body, user),
  )
}
