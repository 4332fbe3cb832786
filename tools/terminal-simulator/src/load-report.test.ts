import { expect, test } from 'vitest'
import { createLatencyHistogram } from './load-report.ts'

test('an empty histogram has no percentiles', () => {
  expect(createLatencyHistogram().percentile(0.5)).toBeNull()
})

test('percentiles are accurate to two per cent', () => {
  const histogram = createLatencyHistogram()
  for (let ms = 1; ms <= 1000; ms += 1) histogram.add(ms)
  for (const share of [0.01, 0.5, 0.99]) {
    const found = histogram.percentile(share) ?? 0
    expect(Math.abs(found / (share * 1000) - 1)).toBeLessThan(0.021)
  }
  expect(histogram.percentile(1)).toBe(1000)
  expect(histogram.count).toBe(1000)
})

test('values outside the scale are counted, not lost', () => {
  const histogram = createLatencyHistogram()
  histogram.add(0)
  histogram.add(9e9)
  expect(histogram.count).toBe(2)
  expect(histogram.max).toBe(9e9)
})
