import { describe, expect, test } from 'vitest'
import { distanceOutside, isBeyond, severityOf, severityRank, sideOf, spanOf, worstSeverity } from './out-of-range.ts'
import { SEVERITIES } from './alarm-words.ts'

describe('the side of a value', () => {
  test.each([
    [6.4, { min: 6.5, max: 8.5 }, 'low'],
    [6.5, { min: 6.5, max: 8.5 }, null],
    [8.5, { min: 6.5, max: 8.5 }, null],
    [8.51, { min: 6.5, max: 8.5 }, 'high'],
    [-100, { min: null, max: 8.5 }, null],
    [100, { min: 6.5, max: null }, null],
    [0, { min: null, max: null }, null],
    [-1, { min: 0, max: null }, 'low'],
  ] as const)('of %d in %j is %s', (value, limits, side) => {
    expect(sideOf(value, limits)).toBe(side)
  })

  test('compares 32-bit floats, as values are stored', () => {
    expect(sideOf(Math.fround(8.3), { min: null, max: 8.3 })).toBeNull()
    expect(sideOf(Math.fround(8.1), { min: 8.1, max: null })).toBeNull()
    expect(isBeyond('high', 8.300_000_1, 8.3)).toBe(false)
  })
})

test.each([
  [9, { min: 6, max: 8 }, { side: 'high', distance: 1 }],
  [-3, { min: 0, max: null }, { side: 'low', distance: 3 }],
  [7, { min: 6, max: 8 }, null],
] as const)('%d lies outside %j by %j', (value, limits, outside) => {
  expect(distanceOutside(value, limits)).toEqual(outside)
})

describe('the severity of a value', () => {
  const range = { severity: 'info', critical_min: 4, critical_max: 10 } as const
  test.each([
    [9, 'info'],
    [10, 'info'],
    [10.1, 'critical'],
    [3.9, 'critical'],
  ] as const)('of %d is %s', (value, severity) => {
    expect(severityOf(value, range)).toBe(severity)
  })

  test('without critical limits is the one of its metric', () => {
    expect(severityOf(1000, { severity: 'warning' })).toBe('warning')
  })
})

test('the worst severity comes first', () => {
  expect((['info', 'critical', 'warning'] as const).toSorted((a, b) => severityRank(a) - severityRank(b))).toEqual(
    SEVERITIES,
  )
  expect(worstSeverity(['info', 'warning'])).toBe('warning')
  expect(worstSeverity([])).toBeNull()
})

test.each([
  [{ min: 6, max: 8 }, 2],
  [{ min: -4, max: null }, 4],
  [{ min: null, max: 30 }, 30],
  [{ min: null, max: null }, 0],
])('the span of %j is %d', (limits, span) => {
  expect(spanOf(limits)).toBe(span)
})
