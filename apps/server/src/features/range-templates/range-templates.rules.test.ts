import type { RangeTemplateInput } from '@dalyan/contracts/range-templates'
import { expect, test } from 'vitest'
import { rangeProblems } from './range-templates.rules.ts'

const problems = (ranges: RangeTemplateInput['ranges']) =>
  Object.fromEntries(Object.entries(rangeProblems(ranges)).map(([field, { code }]) => [field, code]))
const ph = (limits: Record<string, number | null>) => problems({ ph: { severity: 'warning', ...limits } })

test.each([
  ['both ends', { min: 7, max: 8.5 }],
  ['a lower end alone', { min: 7, max: null }],
  ['an upper end alone', { max: 8.5 }],
  ['the physical bounds themselves', { min: 0, max: 14 }],
  ['critical limits outside', { min: 7, max: 8.5, critical_min: 6.5, critical_max: 9 }],
  ['one critical limit', { min: 7, max: 8.5, critical_max: 9 }],
])('a range with %s is valid', (_title, limits) => {
  expect(ph(limits)).toEqual({})
})

test.each([
  ['no limit at all', { min: null, max: null }, { 'ranges.ph': 'range_needs_limit' }],
  ['the lower above the upper', { min: 9, max: 8 }, { 'ranges.ph.min': 'range_min_not_below_max' }],
  ['equal ends', { min: 8, max: 8 }, { 'ranges.ph.min': 'range_min_not_below_max' }],
  [
    'limits that are equal once rounded to reals',
    { min: 8.3, max: 8.300_000_001 },
    { 'ranges.ph.min': 'range_min_not_below_max' },
  ],
  [
    'a limit outside the physical bounds',
    { min: -0.1, max: 14.1 },
    { 'ranges.ph.min': 'range_outside_bounds', 'ranges.ph.max': 'range_outside_bounds' },
  ],
  [
    'a critical limit inside the range',
    { min: 7, max: 8.5, critical_min: 7.1 },
    { 'ranges.ph.critical_min': 'critical_inside_range' },
  ],
  [
    'a critical limit equal to the end',
    { min: 7, max: 8.5, critical_max: 8.5 },
    { 'ranges.ph.critical_max': 'critical_inside_range' },
  ],
  [
    'a critical limit without its end',
    { min: 7, max: null, critical_max: 9 },
    { 'ranges.ph.critical_max': 'critical_inside_range' },
  ],
])('a range with %s is refused at its field', (_title, limits, expected) => {
  expect(ph(limits)).toEqual(expected)
})

test('a template without any metric is refused', () => {
  expect(problems({})).toEqual({ ranges: 'range_needs_limit' })
  expect(problems({ ph: null })).toEqual({ ranges: 'range_needs_limit' })
})
