import { describe, expect, test } from 'vitest'
import { dueMonths, gapsBetween, lengthWithin, monthAt, monthSpan, nextMonth, previousMonth } from './month.rules.ts'

const HOUR = 3_600_000
const at = (instant: string) => Date.parse(instant)

describe('the days of a month', () => {
  test('a month of Türkiye begins at nine in the evening of UTC', () => {
    const { days, bounds } = monthSpan('2026-10')
    expect([days.length, days[0], days.at(-1)]).toEqual([31, '2026-10-01', '2026-10-31'])
    expect(bounds[0]).toBe(at('2026-09-30T21:00:00Z'))
    expect(bounds.at(-1)).toBe(at('2026-10-31T21:00:00Z'))
  })

  test.each([
    ['2015-11', '2015-11-08', 25],
    ['2016-03', '2016-03-27', 23],
    ['2024-02', '2024-02-29', 24],
  ])('in %s the day %s has %i hours', (month, day, hours) => {
    const { days, bounds } = monthSpan(month)
    const i = days.indexOf(day)
    expect(((bounds[i + 1] ?? 0) - (bounds[i] ?? 0)) / HOUR).toBe(hours)
  })

  test('the month of an instant is that of Türkiye', () => {
    expect(monthAt(at('2026-10-31T20:59:59Z'))).toBe('2026-10')
    expect(monthAt(at('2026-10-31T21:00:00Z'))).toBe('2026-11')
    expect([nextMonth('2026-12'), previousMonth('2026-01')]).toEqual(['2027-01', '2025-12'])
  })
})

describe('the months whose reports are due', () => {
  const SIX = at('2026-11-01T03:00:00Z')

  test('a month is due at six in the morning of the next one', () => {
    expect(dueMonths(SIX - 1, '2026-09')).toEqual([])
    expect(dueMonths(SIX, '2026-09')).toEqual(['2026-10'])
    expect(dueMonths(SIX, '2026-10')).toEqual([])
  })

  test('months in which the server was down are made up for', () => {
    expect(dueMonths(SIX, '2026-06')).toEqual(['2026-07', '2026-08', '2026-09', '2026-10'])
  })

  test('a new installation begins with the month that ended last', () => {
    expect(dueMonths(SIX, null)).toEqual(['2026-10'])
  })
})

describe('gaps between buckets with values', () => {
  const whole = { from: 0, to: 100 }

  test('a pause that is longer than the limit is a gap, also at the ends', () => {
    expect(gapsBetween([20, 30, 70], whole, 10, 15)).toEqual([
      { from: 0, to: 20 },
      { from: 40, to: 70 },
      { from: 80, to: 100 },
    ])
  })

  test('a pause as long as the limit is no gap', () => {
    expect(gapsBetween([0, 25, 50, 75, 90], whole, 10, 15)).toEqual([])
  })

  test('a window without values is one gap', () => {
    expect(gapsBetween([], whole, 10, 15)).toEqual([whole])
  })

  test('only the part of a gap inside a window counts', () => {
    expect(
      lengthWithin(
        [
          { from: 0, to: 20 },
          { from: 40, to: 70 },
        ],
        { from: 10, to: 50 },
      ),
    ).toBe(20)
  })
})
