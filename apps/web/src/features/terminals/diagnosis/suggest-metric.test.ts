import { expect, test } from 'vitest'
import { mappedValue, suggestedMetric } from './suggest-metric.ts'

test.each([
  ['temp', 18.4, 'tank_temperature', 1],
  ['PH', 7.9, 'ph', 1],
  ['water_temp', 184, 'tank_temperature', 0.1],
  ['pH1', 790, 'ph', 0.01],
  ['EC', 48_000, 'conductivity', 0.001],
  ['Tuzluluk', 36.2, 'salinity', 1],
  ['air-temperature', 21, 'ambient_temperature', 1],
  ['hum', 62, 'ambient_humidity', 1],
  ['kabinSicaklik', 31, 'cabinet_temperature', 1],
  ['Tank_Temperature', 18, 'tank_temperature', 1],
])('%s = %d is suggested as %s with the factor %d', (name, sample, metric, scale) => {
  expect(suggestedMetric(name, sample)).toEqual({ metric, scale, offset: 0 })
})

test.each([
  ['rssi', -71],
  ['battery', 3.7],
  ['temp', 'warm'],
  ['ph', -3],
  ['', 1],
])('%s = %j has no suggestion', (name, sample) => {
  expect(suggestedMetric(name, sample)).toBeNull()
})

test('a mapped value is in the stored precision and inside the bounds of its metric', () => {
  expect(mappedValue(140, { metric: 'ph', scale: 0.1, offset: 0 })).toBe(14)
  expect(mappedValue(64.4, { metric: 'tank_temperature', scale: 5 / 9, offset: -17.7778 })).toBeCloseTo(18, 3)
  expect(mappedValue(150, { metric: 'ph', scale: 0.1, offset: 0 })).toBeNull()
  expect(mappedValue('7', { metric: 'ph', scale: 1, offset: 0 })).toBeNull()
})
