import { describe, expect, test } from 'vitest'
import { stripDomain, stripPaths, stripY } from './strip-paths.ts'

const PH = { min: 0, max: 14 }
const course = { from: 0, to: 480, times: [0, 240], min: [7, null], max: [9, null] }

describe('the scale of a strip', () => {
  test('holds the data and all limits with some space around them', () => {
    expect(stripDomain(course, [6, null, 8], PH)).toEqual([5.55, 9.45])
  })
  test('does not leave what the metric can measure', () => {
    expect(stripDomain({ min: [0.1], max: [13.9] }, [], PH)).toEqual([0, 14])
  })
  test('is that of the metric where there are neither data nor limits, and ignores a text that is no number', () => {
    expect(stripDomain({ min: [], max: [] }, [Number.NaN], PH)).toEqual([0, 14])
  })
  test('is not empty where all values are the same', () => {
    const [bottom, top] = stripDomain({ min: [8], max: [8] }, [], PH)
    expect(stripY(8, [bottom, top])).toBe(32)
  })
})

test('a bar reaches from the least to the greatest value, and its parts beyond the limits are drawn again', () => {
  expect(stripPaths(course, { min: 7.5, max: 8.5 }, [6, 10])).toEqual({
    bars: 'M0 48.8V15.3',
    out: 'M0 40V48M0 24V16',
  })
  expect(stripPaths(course, { min: null, max: 9 }, [6, 10]).out).toBe('')
})
