import { expect, test } from 'vitest'
import { basisOf, DAY_MS, readingsBehind, runsOf, wholeDays } from './out-of-range-days.rules.ts'

const NOON = 20_000.5 * DAY_MS
const day = (n: number) => (20_000 + n) * DAY_MS

test('the whole days of a window, if it has any', () => {
  expect(wholeDays({ from: NOON, to: NOON + 3 * DAY_MS })).toEqual({ from: day(1), to: day(3) })
  expect(wholeDays({ from: day(1), to: day(2) })).toEqual({ from: day(1), to: day(2) })
  expect(wholeDays({ from: NOON, to: NOON + DAY_MS })).toBeNull()
  expect(wholeDays({ from: NOON, to: NOON })).toBeNull()
})

test('days in a row are one run, up to a length', () => {
  expect(runsOf([day(0), day(1), day(2), day(5), day(7), day(8)], 2)).toEqual([
    { from: day(0), to: day(2) },
    { from: day(2), to: day(3) },
    { from: day(5), to: day(6) },
    { from: day(7), to: day(9) },
  ])
  expect(runsOf([], 2)).toEqual([])
})

test('a day is counted from its own values and those of the days that reach into it', () => {
  const readings = new Map([
    [day(0), { ph: 5 }],
    [day(1), { ph: 7, orp: 1 }],
    [day(3), null],
  ])
  expect(readingsBehind(readings, 'ph', day(1), 1)).toBe(12)
  expect(readingsBehind(readings, 'ph', day(1), 0)).toBe(7)
  expect(readingsBehind(readings, 'orp', day(0), 1)).toBe(0)
  expect(readingsBehind(readings, 'ph', day(2), 1)).toBe(7)
  // More came that nobody has counted yet.
  expect(readingsBehind(readings, 'ph', day(3), 1)).toBeNull()
  expect(readingsBehind(readings, 'ph', day(4), 1)).toBeNull()
})

test('what is judged by has another name when limits, a set interval or a terminal change, not when a learnt interval moves', () => {
  const limits = { metric: 'ph', lo: 7, hi: null } as const
  const terminal = { terminal_id: 1, expected: null, isKnown: true }
  const name = basisOf(limits, [terminal, { ...terminal, terminal_id: 2 }])
  expect(basisOf(limits, [{ ...terminal, terminal_id: 2 }, terminal])).toBe(name)
  const others = [
    basisOf({ ...limits, lo: 7.1 }, [terminal, { ...terminal, terminal_id: 2 }]),
    basisOf({ ...limits, hi: 9 }, [terminal, { ...terminal, terminal_id: 2 }]),
    basisOf(limits, [terminal]),
    basisOf(limits, [terminal, { ...terminal, terminal_id: 2, expected: 60 }]),
    basisOf(limits, [terminal, { ...terminal, terminal_id: 2, isKnown: false }]),
  ]
  expect(new Set([name, ...others]).size).toBe(6)
})
