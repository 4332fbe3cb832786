import { expect, test } from 'vitest'
import { slotFor } from './waiting-terminals.ts'

const waiting = (count: number, addressOf: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => ({ id: n + 1, ip_address: addressOf(n) }))
const many = (count: number) => waiting(count, (n) => `10.0.${n >> 8}.${n & 255}`)

test('while enrolment is closed, unknown terminals fill half of the list, and the rest stays free for an enrolment', () => {
  expect(slotFor('192.0.2.1', many(499), false)).toEqual({ instead: null })
  expect(slotFor('192.0.2.1', many(500), false)).toBeNull()
  expect(slotFor('192.0.2.1', many(500), true)).toEqual({ instead: null })
  expect(slotFor('192.0.2.1', many(999), true)).toEqual({ instead: null })
})

test('while enrolment is open and the list is full, the terminal with the oldest last try is removed', () => {
  expect(slotFor('192.0.2.1', many(1_000), true)).toEqual({ instead: 1 })
})

test('a network may add fifty entries while enrolment is closed, and an IPv6 /64 counts as one network', () => {
  const own = waiting(50, (n) => `2001:db8::${(n + 1).toString(16)}`)
  expect(slotFor('2001:db8:0:0::/64', own.slice(1), false)).toEqual({ instead: null })
  expect(slotFor('2001:db8:0:0::/64', own, false)).toBeNull()
  expect(slotFor('2001:db8:0:1::/64', own, false)).toEqual({ instead: null })
  expect(slotFor('2001:db8:0:0::/64', own, true)).toEqual({ instead: null })
})
