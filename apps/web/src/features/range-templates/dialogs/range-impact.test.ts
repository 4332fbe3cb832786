import { expect, test } from 'vitest'
import { given } from '../../../../tests/given.ts'
import { outsideBy, tanksOutside } from './range-impact.ts'

const PH = { ph: { min: 7.5, max: 8.3, severity: 'warning' as const } }
const tank = (ph: number) => given.tank({ values: { ph } })

test('a value on the limit is inside; an open or unreadable limit counts as none', () => {
  expect(outsideBy(8.3, PH.ph)).toBe(0)
  expect(outsideBy(8.5, PH.ph)).toBeCloseTo(0.2)
  expect(outsideBy(7, PH.ph)).toBeCloseTo(0.5)
  expect(outsideBy(99, { min: 1, max: null })).toBe(0)
  expect(outsideBy(99, { min: 1, max: Number.NaN })).toBe(0)
})

test('a tank counts once, and not before its first reading', () => {
  expect(tanksOutside([tank(8), tank(8.5), tank(9)], PH)).toBe(2)
  expect(tanksOutside([given.tank({ last_measurement: null })], PH)).toBe(0)
})
