import type { OrderStatus } from '@dalyan/contracts/orders'

const NEXT = {
  placed: 'confirmed',
  confirmed: 'shipped',
  shipped: 'delivered',
  delivered: null,
  cancelled: null,
} as const satisfies Record<OrderStatus, OrderStatus | null>

/** The next status; null after the last one. */
export const nextStatus = (status: OrderStatus) => NEXT[status]

/** An order that has not been shipped can be changed and cancelled. */
export const isBeforeShipping = (status: OrderStatus): boolean => status === 'placed' || status === 'confirmed'
