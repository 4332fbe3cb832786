import type { OrderedProduct } from '@dalyan/contracts/orders'
import { formatNumber } from '../../shared/format/number.ts'

const DECIMALS = 3

/** `1.500 adet`, `2,5 kg` */
export function productAmount({ quantity, unit }: Pick<OrderedProduct, 'quantity' | 'unit'>): string {
  const whole = Number.isInteger(quantity)
  return `${formatNumber(quantity, whole ? 0 : DECIMALS).replace(/(,\d*?)0+$/, '$1')} ${unit}`
}
