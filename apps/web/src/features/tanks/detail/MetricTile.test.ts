import { expect, test } from 'vitest'
import { sparkPath } from './MetricTile.tsx'

test('a gap interrupts the path', () => {
  expect(sparkPath([{ x: 0, y: 1 }, { x: 1, y: 2 }, null, { x: 3, y: 1 }, { x: 4, y: 2 }])).toBe(
    'M0.0 1.0L1.0 2.0M3.0 1.0L4.0 2.0',
  )
})

test('an isolated point becomes a short stroke', () => {
  expect(sparkPath([null, { x: 3, y: 1 }, null])).toBe('M3.0 1.0h0.1')
})

test('no points make an empty path', () => {
  expect(sparkPath([])).toBe('')
})
