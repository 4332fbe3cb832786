import { expect, test } from 'vitest'
import { barsOf, LEAST_BAR_PX, mostBars, roundedTop } from './day-bars.ts'

const days = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    day: new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10),
    critical: 1,
    warning: index % 2,
    info: 0,
  }))

test('the chart of alarms has one bar for each day', () => {
  expect(barsOf(days(92))).toHaveLength(92)
  expect(barsOf(days(2))[1]).toEqual({
    first: '2026-01-02',
    last: '2026-01-02',
    critical: 1,
    warning: 1,
    info: 0,
    total: 2,
  })
})

test('in long windows a bar stands for seven days, the last one perhaps for fewer, and no alarm is lost', () => {
  const bars = barsOf(days(100))
  expect(bars).toHaveLength(15)
  expect(bars[0]).toMatchObject({ first: '2026-01-01', last: '2026-01-07', critical: 7, warning: 3 })
  expect(bars.at(-1)).toMatchObject({ first: '2026-04-09', last: '2026-04-10' })
  expect(bars.reduce((sum, { total }) => sum + total, 0)).toBe(150)
})

test.each([
  [0, 1],
  [1, 1],
  [3, 5],
  [6, 10],
  [10, 10],
  [11, 20],
  [470, 500],
])('the axis above %d ends at %d', (total, top) => {
  expect(roundedTop([{ first: '', last: '', critical: 0, warning: 0, info: 0, total }])).toBe(top)
})

test.each([
  [280, 30],
  [280, 90],
  [280, 365],
  [900, 30],
  [900, 90],
  [1300, 365],
])('on %d px the bars of %d days are wide enough for a finger, and no alarm is lost', (width, count) => {
  const bars = barsOf(days(count), mostBars(width))
  expect(width / bars.length).toBeGreaterThanOrEqual(LEAST_BAR_PX)
  expect(bars.at(-1)?.last).toBe(days(count).at(-1)?.day)
  expect(bars.reduce((sum, { critical }) => sum + critical, 0)).toBe(count)
})
