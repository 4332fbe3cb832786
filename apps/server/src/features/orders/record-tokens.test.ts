import { expect, test } from 'vitest'
import { isSigned, readRecordToken, signRecord } from './record-tokens.ts'

const ITEM = { order_id: 1234, position: 2, tank_id: 7 }
const SECRET = 'one'

test('a token names its item, and is the same whenever it is made', () => {
  const token = signRecord(SECRET, ITEM)
  expect(token).toBe(signRecord(SECRET, { ...ITEM }))
  const named = readRecordToken(token)
  expect(named).toMatchObject({ order_id: 1234, position: 2 })
  expect(isSigned(SECRET, ITEM, named?.signature ?? '')).toBe(true)
})

test.each([
  ['another order', { ...ITEM, order_id: 1235 }],
  ['another item', { ...ITEM, position: 1 }],
  ['another tank', { ...ITEM, tank_id: 8 }],
])('a token is not valid for %s', (_title, other) => {
  const { signature = '' } = readRecordToken(signRecord(SECRET, ITEM)) ?? {}
  expect(isSigned(SECRET, other, signature)).toBe(false)
})

test('a token is not valid for another secret', () => {
  const { signature = '' } = readRecordToken(signRecord('two', ITEM)) ?? {}
  expect(isSigned(SECRET, ITEM, signature)).toBe(false)
})

test.each(['', 'x', '1.1.short', `zzzzzz.1.${'a'.repeat(43)}`, `1.1.${'a'.repeat(43)}.1`, `-1.1.${'a'.repeat(43)}`])(
  '%j is no token of an origin record',
  (text) => expect(readRecordToken(text)).toBeNull(),
)
