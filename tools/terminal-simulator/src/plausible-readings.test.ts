import { healthValue } from '@dalyan/contracts/device-health'
import { HEALTH_NAMES } from '@dalyan/contracts/health-words'
import { METRIC_KEYS, metricOf, metricsInUse } from '@dalyan/contracts/metrics'
import { expect, test } from 'vitest'
import { plausibleHealth, plausibleReading, plausibleTexts } from './plausible-readings.ts'

const NOON = Date.UTC(2026, 10, 20, 12)

test('every usual metric has a value inside its physical bounds, at every hour', () => {
  for (let hour = 0; hour < 24; hour += 1) {
    const reading = plausibleReading(3, NOON + hour * 3_600_000)
    const usual = metricsInUse(METRIC_KEYS, () => false)
    for (const { key, min, max } of usual.map(metricOf)) {
      expect(reading[key]).toBeGreaterThanOrEqual(min)
      expect(reading[key]).toBeLessThanOrEqual(max)
    }
  }
})

test('the same terminal and instant give the same reading, another terminal another one', () => {
  expect(plausibleReading(1, NOON)).toEqual(plausibleReading(1, NOON))
  expect(plausibleReading(1, NOON).tank_temperature).not.toBe(plausibleReading(2, NOON).tank_temperature)
})

test('texts for a load have the values of the terminal and the instant they are asked for', () => {
  const textOf = plausibleTexts()
  for (const at of [NOON, NOON + 1]) expect(JSON.parse(textOf(1, at))).toEqual(plausibleReading(1, at))
  const repeated = JSON.parse(textOf(1, NOON + 16)) as unknown
  expect(repeated).toEqual({ ...plausibleReading(1, NOON), measured_at: new Date(NOON + 16).toISOString() })
  expect(JSON.parse(textOf(2, NOON))).toEqual(plausibleReading(2, NOON))
})

test('battery and signal are believed by the server on every day', () => {
  for (let day = 0; day < 60; day += 1) {
    const health = plausibleHealth(2, NOON + day * 86_400_000)
    for (const name of HEALTH_NAMES) expect(healthValue(name, health[name])).toBeDefined()
  }
})
