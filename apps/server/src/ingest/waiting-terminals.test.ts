import { expect, test } from 'vitest'
import { placeFor } from './waiting-terminals.ts'

const waiting = (count: number, addressOf: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => ({ id: n + 1, ip_address: addressOf(n) }))
const many = (count: number) => waiting(count, (n) => `10.0.${n >> 8}.${n & 255}`)

test('while enrolment is closed strangers take half of the places, the rest is kept for it', () => {
  expect(placeFor('192.0.2.1', many(499), false)).toEqual({ instead: null })
  expect(placeFor('192.0.2.1', many(500), false)).toBeNull()
  expect(placeFor('192.0.2.1', many(500), true)).toEqual({ instead: null })
  expect(placeFor('192.0.2.1', many(999), true)).toEqual({ instead: null })
})

test('while enrolment is open and the list is full, the one that has not tried for longest goes', () => {
  expect(placeFor('192.0.2.1', many(1_000), true)).toEqual({ instead: 1 })
})

test('a network takes fifty places while enrolment is closed; IPv6 counts as /64', () => {
  const own = waiting(50, (n) => `2001:db8::${(n + 1).toString(16)}`)
  expect(placeFor('2001:db8:0:0::/64', own.slice(1), false)).toEqual({ instead: null })
  expect(placeFor('2001:db8:0:0::/64', own, false)).toBeNull()
  expect(placeFor('2001:db8:0:1::/64', own, false)).toEqual({ instead: null })
  expect(placeFor('2001:db8:0:0::/64', own, true)).toEqual({ instead: null })
})
