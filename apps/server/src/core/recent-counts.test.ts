import { expect, test } from 'vitest'
import { createTestClock } from '../../tests/test-clock.ts'
import { createRecentCounts } from './recent-counts.ts'

test('a count ends with its span and is then removed', () => {
  const clock = createTestClock()
  const counts = createRecentCounts(60_000, clock)
  for (let n = 0; n < 1_000; n += 1) counts.add(`early ${n}`)
  clock.advance(30_000)
  counts.add('late')
  expect([counts.add('early 0'), counts.of('late'), counts.size()]).toEqual([2, 1, 1_001])
  clock.advance(30_000)
  expect([counts.of('early 0'), counts.of('late'), counts.size()]).toEqual([0, 1, 1])
})

test('beyond a hundred thousand names at once the oldest are removed', () => {
  const counts = createRecentCounts(60_000, createTestClock())
  for (let n = 0; n < 100_010; n += 1) counts.add(`name ${n}`)
  expect([counts.size(), counts.of('name 0'), counts.of('name 100009')]).toEqual([100_000, 0, 1])
})
