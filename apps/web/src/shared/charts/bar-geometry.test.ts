import { expect, test } from 'vitest'
import { barGeometry } from './bar-geometry.ts'

const bounds = { min: 0, max: 100 }

test('the band takes the middle third and the pointer stands at its value', () => {
  const bar = barGeometry(50, { min: 40, max: 60 }, bounds)
  expect(bar.band).toEqual({ start: expect.closeTo(1 / 3), end: expect.closeTo(2 / 3), hasStart: true, hasEnd: true })
  expect(bar.pointer).toBeCloseTo(0.5)
})

test('the bar ends at the physical bounds', () => {
  const bar = barGeometry(0, { min: 10, max: 60 }, bounds)
  expect(bar.pointer).toBe(0)
  expect(bar.band?.start).toBeCloseTo(0.1)
})

test('a value beyond the bar stays at its end', () => {
  expect(barGeometry(99, { min: 40, max: 60 }, bounds).pointer).toBe(1)
  expect(barGeometry(1, { min: 40, max: 60 }, bounds).pointer).toBe(0)
})

test('an open side reaches the end of the bar', () => {
  expect(barGeometry(42, { min: null, max: 70 }, bounds)).toEqual({
    band: { start: 0, end: 0.7, hasStart: false, hasEnd: true },
    pointer: 0.42,
  })
})

test('no limits, no band; no value, no pointer', () => {
  expect(barGeometry(42, null, bounds)).toEqual({ band: null, pointer: 0.42 })
  expect(barGeometry(null, { min: 1, max: 2 }, bounds).pointer).toBeNull()
})

test('negative limits', () => {
  const bar = barGeometry(-50, { min: -50, max: 350 }, { min: -2000, max: 2000 })
  expect(bar.pointer).toBe(bar.band?.start)
})
