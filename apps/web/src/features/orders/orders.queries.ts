import { ordersApi } from '@dalyan/contracts/orders'
import { resourceQueries } from '../../shared/resource/resource-queries.ts'

export const orderQueries = resourceQueries('orders', ordersApi)
