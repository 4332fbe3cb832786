import { pressureAt } from '@dalyan/contracts/derived-values'
import { METRIC_KEYS, type MetricKey } from '@dalyan/contracts/metrics'
import type { ConductivityKind } from '@dalyan/contracts/quality-rules'
import { expect, test } from 'vitest'
import { derivedValues, oneFigure } from './derived-values.ts'

const SEA = { tank_temperature: 10, salinity: 35, ph: 8, cabinet_temperature: 25, cabinet_humidity: 50 }

function derived(
  values: Partial<Record<MetricKey, number>>,
  old: readonly MetricKey[] = [],
  pressure: number | null = 1013.25,
  conductivity: ConductivityKind | null = null,
) {
  const found = derivedValues(
    METRIC_KEYS.map((metric) => ({
      metric,
      value: values[metric] ?? null,
      state: old.includes(metric) ? 'stale' : 'none',
    })),
    pressure,
    conductivity,
  )
  return Object.fromEntries(Object.entries(found).map(([name, value]) => [name, Number(value?.toFixed(2))]))
}

test('the missing one of the two oxygen values is derived from the other, with temperature and salinity', () => {
  // Benson and Krause: 9.024 mg/l are 100 % at 10 °C and 35 ‰.
  expect(derived({ ...SEA, dissolved_oxygen: 9.024 })['oxygen_saturation']).toBe(100)
  expect(derived({ ...SEA, oxygen_saturation: 50 })['dissolved_oxygen']).toBe(4.51)
})

test('high above the sea the same oxygen is a greater share, and without a known pressure none is derived', () => {
  expect(derived({ ...SEA, dissolved_oxygen: 9.024 }, [], pressureAt(1000))['oxygen_saturation']).toBeCloseTo(112.9, 0)
  expect(derived({ ...SEA, dissolved_oxygen: 9.024 }, [], null)['oxygen_saturation']).toBeUndefined()
})

test('where both oxygen values are measured, neither is derived', () => {
  const found = derived({ ...SEA, dissolved_oxygen: 9, oxygen_saturation: 99 })
  expect(found).toEqual({ ammonia_share: 0.02, dew_point: 13.85 })
})

test('nothing is derived from an old value, or without the salinity', () => {
  expect(derived({ ...SEA, dissolved_oxygen: 9 }, ['tank_temperature'])).toEqual({ dew_point: 13.85 })
  expect(derived({ tank_temperature: 10, dissolved_oxygen: 9 })).toEqual({})
})

test('the margin of the dew point is given only where water is about to condense', () => {
  expect(derived({ cabinet_temperature: 20, cabinet_humidity: 95 })).toEqual({ dew_point: 19.17, dew_margin: 0.83 })
  expect(derived({ cabinet_temperature: 25, cabinet_humidity: 50 })).toEqual({ dew_point: 13.85 })
})

test.each([
  [0.0381, 0.04, 2],
  [3.81, 4, 0],
  [0.00039, 0.0004, 4],
  [0.096, 0.1, 1],
  [0, 0, 0],
])('%d is shown with one significant figure', (value, rounded, decimals) => {
  expect(oneFigure(value)).toEqual({ value: rounded, decimals })
})

test('a missing salinity is derived by the kind of conductivity, and by both where that is unknown', () => {
  // The check value of TEOS-10: 34.5487 mS/cm at 28.7856 °C.
  const sonde = { tank_temperature: 28.7856, conductivity: 34.5487 }
  expect(derived(sonde, [], null, 'raw')).toEqual({ salinity_raw: 20.01 })
  expect(derived(sonde, [], null, 'at_25')).toEqual({ salinity_at_25: 21.62 })
  expect(derived(sonde)).toEqual({ salinity_raw: 20.01, salinity_at_25: 21.62 })
  expect(derived({ ...sonde, salinity: 20 })).toEqual({})
  expect(derived(sonde, ['tank_temperature'])).toEqual({})
})
