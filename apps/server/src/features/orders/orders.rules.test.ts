import { ORDER_STATUSES, type OrderStatus } from '@dalyan/contracts/orders'
import { expect, test } from 'vitest'
import { isBeforeShipping, mayStep } from './orders.rules.ts'

test.each<[OrderStatus, OrderStatus[]]>([
  ['placed', ['placed', 'confirmed', 'shipped', 'delivered', 'cancelled']],
  ['confirmed', ['confirmed', 'shipped', 'delivered', 'cancelled']],
  ['shipped', ['shipped', 'delivered']],
  ['delivered', ['delivered']],
  ['cancelled', ['cancelled']],
])('from %s it may become %j', (from, expected) => {
  expect(ORDER_STATUSES.filter((to) => mayStep(from, to))).toEqual(expected)
})

test('until it is shipped its items may change', () => {
  expect(ORDER_STATUSES.filter(isBeforeShipping)).toEqual(['placed', 'confirmed'])
})
