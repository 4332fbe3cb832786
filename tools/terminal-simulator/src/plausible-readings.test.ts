import { METRICS } from '@dalyan/contracts/metrics'
import { expect, test } from 'vitest'
import { plausibleReading } from './plausible-readings.ts'

const NOON = Date.UTC(2026, 10, 20, 12)

test('every metric has a value inside its physical bounds, at every hour', () => {
  for (let hour = 0; hour < 24; hour += 1) {
    const reading = plausibleReading(3, NOON + hour * 3_600_000)
    for (const { key, min, max } of METRICS) {
      expect(reading[key]).toBeGreaterThanOrEqual(min)
      expect(reading[key]).toBeLessThanOrEqual(max)
    }
  }
})

test('the same terminal and instant give the same reading, another terminal another one', () => {
  expect(plausibleReading(1, NOON)).toEqual(plausibleReading(1, NOON))
  expect(plausibleReading(1, NOON).tank_temperature).not.toBe(plausibleReading(2, NOON).tank_temperature)
})
