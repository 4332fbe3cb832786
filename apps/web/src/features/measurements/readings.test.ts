import { expect, test } from 'vitest'
import { given } from '../../../tests/given.ts'
import { limitsOf } from '../records/public/tank-limits.ts'
import { commonLimits, sideOfReading } from './readings.ts'

const tank = given.tank()
const template = tank.range_template
if (!template) throw new Error('a tank without limits')

test('there are no limits from a template that is switched off, nor without a tank', () => {
  expect(limitsOf(tank, 'ph')).toMatchObject({ min: 7.5, max: 8.3 })
  expect(limitsOf({ ...tank, range_template: { ...template, active: false } }, 'ph')).toBeNull()
  expect(limitsOf(tank, 'conductivity')).toBeNull()
  expect(limitsOf(undefined, 'ph')).toBeNull()
})

test('several tanks have common limits only where all have the same', () => {
  const narrower = { ...template, id: 2, ranges: { ph: { min: 7.6, max: 8.3, severity: 'warning' as const } } }
  expect(commonLimits([tank, { ...tank, id: 3 }], 'ph')).toMatchObject({ min: 7.5, max: 8.3 })
  expect(commonLimits([tank, { ...tank, id: 3, range_template: narrower }], 'ph')).toBeNull()
  expect(commonLimits([tank, { ...tank, id: 3, range_template: null }], 'ph')).toBeNull()
  expect(commonLimits([], 'ph')).toBeNull()
})

test('a reading is compared with the limits of its own tank', () => {
  const reading = given.measurement({ ph: 8.6, salinity: 36, orp: null })
  expect(sideOfReading(reading, tank, 'ph')).toBe('high')
  expect(sideOfReading(reading, tank, 'salinity')).toBeNull()
  expect(sideOfReading(reading, tank, 'orp')).toBeNull()
  expect(sideOfReading(reading, undefined, 'ph')).toBeNull()
})
