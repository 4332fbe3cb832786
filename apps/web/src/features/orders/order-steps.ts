import type { OrderStatus } from '@dalyan/contracts/orders'

export type OrderStep = 'confirmed' | 'shipped' | 'delivered'

const NEXT: Readonly<Record<OrderStatus, OrderStep | null>> = {
  placed: 'confirmed',
  confirmed: 'shipped',
  shipped: 'delivered',
  delivered: null,
  cancelled: null,
}

/** The status that follows; null at the end of the way. */
export function nextStep(status: OrderStatus): OrderStep | null {
  return NEXT[status]
}

/** What has not left yet can be changed, and called back. */
export function isBeforeShipping(status: OrderStatus): boolean {
  return status === 'placed' || status === 'confirmed'
}
