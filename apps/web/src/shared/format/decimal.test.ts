import { expect, test } from 'vitest'
import { readDecimal, typedDecimal } from './decimal.ts'

test.each([
  ['16,5', 16.5],
  ['16.5', 16.5],
  [' −50 ', -50],
  ['-0,25', -0.25],
  ['7', 7],
  ['', null],
  ['  ', null],
])('the typed number %j is read', (text, value) => {
  expect(readDecimal(text)).toBe(value)
})

test.each(['1.234,5', '12a', '-', ',', '1e3', 'NaN'])('the typed %j is not a number', (text) => {
  expect(readDecimal(text)).toBeNaN()
})

test.each([
  [16, 1, '16,0'],
  [7.255, 2, '7,255'],
  [-50, 0, '-50'],
  [1500, 0, '1500'],
  [null, 1, ''],
])('%j with %i decimals is shown in a field as %s', (value, decimals, text) => {
  expect(typedDecimal(value, decimals)).toBe(text)
})
