import { expect, test } from 'vitest'
import { formatDateTime, formatDateTimeWithSeconds, formatLongDate, formatShortTime, hourOfDay } from './date-time.ts'

const moment = '2026-07-09T11:30:12.000Z'

test('a time is Istanbul time, day first, 24 hours', () => {
  expect(formatDateTime(moment)).toBe('09.07.2026 14:30')
  expect(formatDateTimeWithSeconds(moment)).toBe('09.07.2026 14:30:12')
})

test('midnight in Istanbul is 00, on the next day of UTC', () => {
  expect(formatDateTime('2026-07-09T21:00:00.000Z')).toBe('10.07.2026 00:00')
  expect(hourOfDay('2026-07-09T21:00:00.000Z')).toBe(0)
})

test('the long form names the month and the day of the week', () => {
  expect(formatLongDate(moment)).toBe('09 Temmuz 2026 Perşembe')
})

test.each([
  ['just before midnight seen after it', '2026-07-09T20:50:00Z', '2026-07-09T21:20:00Z', '23:50'],
  ['in the coming night', '2026-07-09T22:30:00Z', '2026-07-09T19:00:00Z', '01:30'],
  ['early on the same day', '2026-07-08T21:05:00Z', '2026-07-09T20:00:00Z', '00:05'],
  ['twelve hours earlier on the day before', '2026-07-09T20:00:00Z', '2026-07-10T08:00:00Z', '09.07.2026 23:00'],
])('the short form of a time %s', (_, at, now, text) => expect(formatShortTime(at, now)).toBe(text))
