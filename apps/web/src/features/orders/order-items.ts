import type { OrderItem } from '@dalyan/contracts/orders'
import { formatNumber } from '../../shared/format/number.ts'

const DECIMALS = 3

/** `Levrek yavrusu 1.500 adet` */
export function itemText({ product, quantity, unit }: Pick<OrderItem, 'product' | 'quantity' | 'unit'>): string {
  const whole = Number.isInteger(quantity)
  return `${product} ${formatNumber(quantity, whole ? 0 : DECIMALS).replace(/(,\d*?)0+$/, '$1')} ${unit}`
}
