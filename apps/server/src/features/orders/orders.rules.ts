import { ORIGIN_DAYS, type OrderStatus } from '@dalyan/contracts/orders'

const NEXT_STATUS: readonly OrderStatus[] = ['placed', 'confirmed', 'shipped', 'delivered']

/** The period for which an order shows its tanks of origin, epoch milliseconds. @param to when the order was shipped, or now */
export function originPeriod(to: number): { from: number; to: number } {
  return { from: to - ORIGIN_DAYS * 86_400_000, to }
}

/** Whether items may change and the order may be cancelled. */
export function isBeforeShipping(status: OrderStatus): boolean {
  return status === 'placed' || status === 'confirmed'
}

/** Whether an order may change its status like this: forward only, or cancelled before it is shipped. */
export function mayStep(from: OrderStatus, to: OrderStatus): boolean {
  if (from === to) return true
  if (to === 'cancelled') return isBeforeShipping(from)
  return from !== 'cancelled' && NEXT_STATUS.indexOf(to) > NEXT_STATUS.indexOf(from)
}

/** Whether this step ships the order. */
export function isShipping(from: OrderStatus, to: OrderStatus): boolean {
  return isBeforeShipping(from) && (to === 'shipped' || to === 'delivered')
}
