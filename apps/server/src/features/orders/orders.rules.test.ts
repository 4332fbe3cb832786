import { ORDER_STATUSES, type OrderStatus } from '@dalyan/contracts/orders'
import { expect, test } from 'vitest'
import { isBeforeShipping, mayStep } from './orders.rules.ts'

test.each<[OrderStatus, OrderStatus[]]>([
  ['placed', ['placed', 'confirmed', 'shipped', 'delivered', 'cancelled']],
  ['confirmed', ['confirmed', 'shipped', 'delivered', 'cancelled']],
  ['shipped', ['shipped', 'delivered']],
  ['delivered', ['delivered']],
  ['cancelled', ['cancelled']],
])('an order that is %s may become %j', (from, expected) => {
  expect(ORDER_STATUSES.filter((to) => mayStep(from, to))).toEqual(expected)
})

test('the items of an order may change until it is shipped', () => {
  expect(ORDER_STATUSES.filter(isBeforeShipping)).toEqual(['placed', 'confirmed'])
})
