import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bucketSeconds, endOf, startOf, LEVELS, planChart, splitAround, splitSpan } from './time-spans.rules.ts'

const at = (text: string) => Date.parse(text)

test('a time interval is cut into the coarsest full buckets', () => {
  const spans = splitSpan(at('2026-01-30T22:50:30Z'), at('2026-03-01T06:20:00Z'))
  expect(
    spans.map(({ level, from, to }) => [
      level,
      new Date(from).toISOString().slice(5, 16),
      new Date(to).toISOString().slice(5, 16),
    ]),
  ).toEqual([
    ['raw', '01-30T22:50', '01-30T23:00'],
    ['15m', '01-30T23:00', '01-31T00:00'],
    ['day', '01-31T00:00', '02-01T00:00'],
    ['month', '02-01T00:00', '03-01T00:00'],
    ['6h', '03-01T00:00', '03-01T06:00'],
    ['15m', '03-01T06:00', '03-01T06:15'],
    ['raw', '03-01T06:15', '03-01T06:20'],
  ])
})

test('spans follow each other without gaps, each of full buckets', () => {
  const instant = fc.integer({ min: at('2019-12-01T00:00:00Z'), max: at('2021-02-01T00:00:00Z') })
  fc.assert(
    fc.property(instant, instant, (a, b) => {
      const spans = splitSpan(Math.min(a, b), Math.max(a, b))
      const ends = spans.flatMap(({ from, to }) => [from, to])
      expect(ends.slice(1, -1).filter((_, i, all) => i % 2 === 0 && all[i] !== all[i + 1])).toEqual([])
      if (a === b) expect(spans).toEqual([])
      else expect([ends[0], ends.at(-1)]).toEqual([Math.min(a, b), Math.max(a, b)])
      for (const { level, from, to } of spans) expect([startOf(level, from), startOf(level, to)]).toEqual([from, to])
    }),
  )
})

test('every level computes the end of its bucket, for months of any length', () => {
  const ends = LEVELS.map((level) => endOf(level, at('2024-02-01T00:00:00Z')) - at('2024-02-01T00:00:00Z'))
  expect(ends).toEqual([29 * 86_400_000, 86_400_000, 21_600_000, 900_000, 1])
})

describe('buckets of a chart', () => {
  test('are at most as many as the points, and no wider than needed', () => {
    const windows = fc.record({
      from: fc.integer({ min: 0, max: 2_000_000_000_000 }),
      width: fc.integer({ min: 1, max: 100_000_000_000 }),
      points: fc.integer({ min: 10, max: 5000 }),
      step: fc.constantFrom(1, 900, 21_600),
    })
    fc.assert(
      fc.property(windows, ({ from, width, points, step }) => {
        const to = from + width
        const count = (size: number) => Math.floor((to - 1) / 1000 / size) - Math.floor(from / 1000 / size) + 1
        const size = bucketSeconds(from, to, points, step)
        expect(size % step).toBe(0)
        expect(count(size)).toBeLessThanOrEqual(points)
        if (size > step) expect(count(size - step)).toBeGreaterThan(points)
      }),
    )
  })
})

describe('the source of a chart', () => {
  const year = { from: at('2025-01-01T00:00:00Z'), to: at('2026-01-01T00:00:00Z'), points: 500, terminals: 1 }
  test('is every reading when there are at most as many as points', () => {
    expect(planChart({ ...year, readings: 500 })).toEqual({ source: 'raw', seconds: 0 })
    expect(planChart({ ...year, readings: 501 })).toMatchObject({
      source: 'raw',
      seconds: bucketSeconds(year.from, year.to, 500, 1),
    })
  })
  test('is raw readings in buckets for up to 20,000 readings', () => {
    expect(planChart({ ...year, readings: 20_000 }).source).toBe('raw')
    expect(planChart({ ...year, readings: 20_001 }).source).not.toBe('raw')
  })
  test('is the 15-minute roll-up for weeks, the 6-hour roll-up for a year, and that of days where a point is a day or longer', () => {
    const month = { ...year, to: at('2025-02-01T00:00:00Z') }
    expect(planChart({ ...month, readings: 90_000 })).toMatchObject({ source: '15m' })
    expect(planChart({ ...year, readings: 1_000_000 })).toEqual({ source: '6h', seconds: 64_800 })
    const years = { ...year, from: at('2023-01-01T00:00:00Z') }
    expect(planChart({ ...years, readings: 3_000_000 })).toEqual({ source: 'day', seconds: 3 * 86_400 })
    expect(planChart({ ...years, points: 2_000, readings: 3_000_000 })).toEqual({ source: '6h', seconds: 64_800 })
  })
})

describe('splitAround', () => {
  const at = (text: string) => Date.parse(`2026-03-01T${text}Z`)
  const split = (from: string, to: string, done: string, dirty: readonly string[] = []) =>
    splitAround({ from: at(from), to: at(to), done: at(done), dirty: dirty.map(at) }).map(
      (span) =>
        `${span.level} ${new Date(span.from).toISOString().slice(11, 19)}-${new Date(span.to).toISOString().slice(11, 19)}`,
    )

  test('returns raw spans after the rolled up part', () => {
    expect(split('00:00:00', '06:50:00', '06:30:00')).toEqual([
      '6h 00:00:00-06:00:00',
      '15m 06:00:00-06:30:00',
      'raw 06:30:00-06:50:00',
    ])
    expect(split('07:00:00', '08:00:00', '06:30:00')).toEqual(['raw 07:00:00-08:00:00'])
  })

  test('returns raw spans for dirty buckets, joins adjacent ones, and stays within the window', () => {
    expect(split('00:05:00', '01:30:00', '12:00:00', ['00:00:00', '00:30:00', '00:45:00', '01:15:00'])).toEqual([
      'raw 00:05:00-00:15:00',
      '15m 00:15:00-00:30:00',
      'raw 00:30:00-01:00:00',
      '15m 01:00:00-01:15:00',
      'raw 01:15:00-01:30:00',
    ])
  })

  test('returns no spans for an empty window', () => {
    expect(split('01:00:00', '01:00:00', '12:00:00')).toEqual([])
  })
})
