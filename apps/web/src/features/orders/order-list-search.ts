import type { OrderStatus } from '@dalyan/contracts/orders'
import { listAddress } from '../../shared/list/list-address.ts'

/** The order list's state in the address. */
export const orderList = listAddress({
  filters: {
    status: ['placed', 'confirmed', 'shipped', 'delivered', 'cancelled'] satisfies OrderStatus[],
    firm_id: 'id',
  },
  sorts: ['code', 'status', 'created_at'],
  defaultSort: '-created_at',
  pageDialogs: ['create'],
  recordDialogs: ['view', 'edit', 'step', 'cancel'],
})
