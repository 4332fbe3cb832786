import type { Stats } from '@dalyan/contracts/measurements'
import { expect, test } from 'vitest'
import { worstShare } from './ExplorerToolbar.tsx'

const stats = (seconds: Record<string, number | null>) =>
  Object.fromEntries(
    Object.entries(seconds).map(([key, out_of_range_seconds]) => [
      key,
      { min: 1, avg: 2, max: 3, count: 9, out_of_range_seconds },
    ]),
  ) as Stats

test('the worst share is that of the metric that was out of range longest', () => {
  const day = stats({ ph: 2592, orp: 864, salinity: 0, conductivity: null })
  expect(worstShare(day, ['ph', 'orp', 'salinity'], 86_400)).toEqual({ metric: 'ph', share: 0.03 })
  expect(worstShare(day, ['orp', 'salinity'], 86_400)).toEqual({ metric: 'orp', share: 0.01 })
  expect(worstShare(day, ['salinity'], 86_400)).toEqual({ metric: 'salinity', share: 0 })
})

test('metrics without limits have no share, nor has a window of no length', () => {
  expect(worstShare(stats({ conductivity: null }), ['conductivity', 'ph'], 86_400)).toBeNull()
  expect(worstShare(stats({ ph: 5 }), ['ph'], 0)).toBeNull()
})

test('the share of time out of range is at most 1', () => {
  expect(worstShare(stats({ ph: 90 }), ['ph'], 60)?.share).toBe(1)
})
