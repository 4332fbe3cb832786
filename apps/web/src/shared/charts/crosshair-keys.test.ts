import { expect, test } from 'vitest'
import { nextPoint } from './crosshair-keys.ts'

const values = [1, 2, null, 4, 5]
const press = (key: string, at: number | null, isFar = false) => nextPoint(values, at, key, isFar)

test('the first key moves the crosshair to the newest point', () => {
  expect(press('ArrowLeft', null)).toBe(4)
  expect(press('ArrowRight', null)).toBe(4)
})

test('arrows skip points without a value', () => {
  expect(press('ArrowLeft', 3)).toBe(1)
  expect(press('ArrowRight', 1)).toBe(3)
  expect(press('ArrowLeft', 2)).toBe(0)
})

test('Shift moves the crosshair by ten points and stops at the ends', () => {
  const long = Array.from({ length: 30 }, (_, i) => i)
  expect(nextPoint(long, 15, 'ArrowLeft', true)).toBe(5)
  expect(nextPoint(long, 5, 'ArrowLeft', true)).toBe(0)
  expect(nextPoint(long, 25, 'ArrowRight', true)).toBe(29)
})

test('Home and End move the crosshair to the ends', () => {
  expect(press('Home', 3)).toBe(0)
  expect(press('End', 0)).toBe(4)
})

test('other keys do not move the crosshair, nor does any key in an empty chart', () => {
  expect(press('a', 3)).toBeNull()
  expect(nextPoint([null], null, 'Home', false)).toBeNull()
})
