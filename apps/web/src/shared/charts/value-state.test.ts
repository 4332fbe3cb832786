import { describe, expect, test } from 'vitest'
import { distanceOutside, valueState } from './value-state.ts'

const ph = { min: 7.5, max: 8.3 }

describe('the state of a value', () => {
  test.each([
    ['inside', 8, 'in'],
    ['at the upper limit', 8.3, 'in'],
    ['at the lower limit', 7.5, 'in'],
    ['above', 8.31, 'high'],
    ['below', 7.49, 'low'],
  ])('%s', (_, value, state) => {
    expect(valueState(value, ph, false)).toBe(state)
  })

  test('a limit and a value that went through a 32-bit column are equal to their decimals', () => {
    expect(valueState(Math.fround(8.3), ph, false)).toBe('in')
    expect(valueState(8.3, { min: null, max: Math.fround(8.3) }, false)).toBe('in')
    expect(valueState(Math.fround(-0.1), { min: -0.1, max: null }, false)).toBe('in')
  })

  test('negative and zero limits are limits', () => {
    expect(valueState(-51, { min: -50, max: 350 }, false)).toBe('low')
    expect(valueState(-1, { min: 0, max: null }, false)).toBe('low')
    expect(valueState(1, { min: null, max: 0 }, false)).toBe('high')
  })

  test('an old value is stale even when it is far out', () => {
    expect(valueState(99, ph, true)).toBe('stale')
  })

  test('no value, or nothing to compare with, is no state', () => {
    expect(valueState(null, ph, false)).toBe('none')
    expect(valueState(null, ph, true)).toBe('none')
    expect(valueState(Number.NaN, ph, false)).toBe('none')
    expect(valueState(8, null, false)).toBe('none')
    expect(valueState(8, { min: null, max: null }, false)).toBe('none')
  })
})

describe('the distance outside', () => {
  test('is measured from the limit that is passed', () => {
    expect(distanceOutside(8.59, ph)).toEqual({ side: 'high', distance: expect.closeTo(0.29, 10) })
    expect(distanceOutside(7.2, ph)).toEqual({ side: 'low', distance: expect.closeTo(0.3, 10) })
  })

  test('is nothing inside and at the limit', () => {
    expect(distanceOutside(8.3, ph)).toBeNull()
    expect(distanceOutside(8, ph)).toBeNull()
  })
})
