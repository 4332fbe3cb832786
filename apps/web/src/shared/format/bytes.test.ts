import { expect, test } from 'vitest'
import { formatBytes } from './bytes.ts'

test.each([
  [0, '0\u00a0B'],
  [999, '999\u00a0B'],
  [1_500, '1,5\u00a0kB'],
  [240_000_000, '240\u00a0MB'],
  [1_234_000_000, '1,2\u00a0GB'],
  [2.5e12, '2,5\u00a0TB'],
])('a size of %i bytes is shown with its unit', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text)
})
