import { expect, test } from 'vitest'
import { askedWindow, wallWindow, windowOfDays } from './alarm-statistics.queries.ts'

// 01:30 in Istanbul, still the day before in UTC.
const NOW = Date.parse('2026-11-20T22:30:42.000Z')

test('statistics cover thirty days of Istanbul including today by default', () => {
  expect(wallWindow({}, NOW)).toEqual({ from: '2026-10-23T00:00' })
  expect(askedWindow({}, NOW)).toEqual({ from: '2026-10-22T21:00:00.000Z' })
  expect(askedWindow({ from: 'now-7d' }, NOW)).toEqual({ from: '2026-11-14T21:00:00.000Z' })
})

test('typed ends stay unchanged; a distance that is not a number of days is rounded to the minute', () => {
  const typed = { from: '2026-11-01T08:00', to: '2026-11-02T08:00' }
  expect(wallWindow(typed, NOW)).toEqual(typed)
  expect(askedWindow(typed, NOW)).toEqual({ from: '2026-11-01T05:00:00.000Z', to: '2026-11-02T05:00:00.000Z' })
  expect(askedWindow({ from: 'now-6h' }, NOW)).toEqual({ from: '2026-11-20T16:30:00.000Z' })
})

test('days become a window of the history from the first midnight to the one after the last', () => {
  expect(windowOfDays('2026-02-28', '2026-02-28')).toEqual({ from: '2026-02-28T00:00', to: '2026-03-01T00:00' })
  expect(windowOfDays('2026-11-14', '2026-11-20')).toEqual({ from: '2026-11-14T00:00', to: '2026-11-21T00:00' })
})
