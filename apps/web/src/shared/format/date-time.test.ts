import { expect, test } from 'vitest'
import { formatDateTime, formatDateTimeWithSeconds, formatLongDate, hourOfDay } from './date-time.ts'

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
