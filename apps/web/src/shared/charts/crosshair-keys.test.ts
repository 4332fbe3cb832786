import { expect, test } from 'vitest'
import { nextPoint } from './crosshair-keys.ts'

const values = [1, 2, null, 4, 5]
const press = (key: string, at: number | null, isFar = false) => nextPoint(values, at, key, isFar)

test('the first move starts at the newest point', () => {
  expect(press('ArrowLeft', null)).toBe(4)
  expect(press('ArrowRight', null)).toBe(4)
})

test('arrows pass over places without a value', () => {
  expect(press('ArrowLeft', 3)).toBe(1)
  expect(press('ArrowRight', 1)).toBe(3)
  expect(press('ArrowLeft', 2)).toBe(0)
})

test('Shift goes ten at a time and stops at the ends', () => {
  const long = Array.from({ length: 30 }, (_, i) => i)
  expect(nextPoint(long, 15, 'ArrowLeft', true)).toBe(5)
  expect(nextPoint(long, 5, 'ArrowLeft', true)).toBe(0)
  expect(nextPoint(long, 25, 'ArrowRight', true)).toBe(29)
})

test('Home and End', () => {
  expect(press('Home', 3)).toBe(0)
  expect(press('End', 0)).toBe(4)
})

test('other keys and empty charts are left alone', () => {
  expect(press('a', 3)).toBeNull()
  expect(nextPoint([null], null, 'Home', false)).toBeNull()
})
