import { METRIC_KEYS, type MetricKey } from '@dalyan/contracts/metrics'
import { expect, test } from 'vitest'
import { outOfRangeBit, outOfRangeBits } from './limits-in-force.ts'

const perMetric = <T>(given: Partial<Record<MetricKey, T>>) => METRIC_KEYS.map((key) => given[key] ?? null)
const limits = perMetric({ ph: { min: 6.5, max: 8.3 }, orp: { min: null, max: 400 } })

test.each([
  ['a value inside', { ph: 7 }, 0],
  ['a value equal to its limit', { ph: Math.fround(8.3) }, 0],
  ['a value below', { ph: 6 }, outOfRangeBit('ph')],
  ['several values outside', { ph: 9, orp: 500 }, outOfRangeBit('ph') | outOfRangeBit('orp')],
  ['a value on its open side', { orp: -2000 }, 0],
  ['a metric without limits', { salinity: 100 }, 0],
])('a reading with %s has exactly the bits of its metrics out of range', (_, values, bits) => {
  expect(outOfRangeBits(perMetric(values), limits)).toBe(bits)
})

test('without limits no metric is out of range', () => {
  expect(outOfRangeBits(perMetric({ ph: 14 }), null)).toBe(0)
})

test("every metric has its own bit, different from the clock's", () => {
  const bits = METRIC_KEYS.map(outOfRangeBit)
  expect(new Set([1, ...bits]).size).toBe(METRIC_KEYS.length + 1)
  // All bits fit into a signed 16-bit column.
  expect(Math.max(...bits)).toBeLessThan(32_768)
})
