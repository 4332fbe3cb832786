import { expect, test } from 'vitest'
import { daysBetween, filledRuns } from './ConnectionStrip.tsx'

test('neighbouring buckets with readings are one run', () => {
  expect(filledRuns([0, 3, 1, 0, 0, 2])).toEqual([
    { first: 1, length: 2 },
    { first: 5, length: 1 },
  ])
  expect(filledRuns([0, 0])).toEqual([])
})

test('days begin at midnight of Istanbul', () => {
  const from = Date.parse('2026-11-18T10:00:00Z')
  const to = Date.parse('2026-11-20T22:00:00Z')
  expect(daysBetween(from, to).map((day) => new Date(day).toISOString())).toEqual([
    '2026-11-18T21:00:00.000Z',
    '2026-11-19T21:00:00.000Z',
    '2026-11-20T21:00:00.000Z',
  ])
})
