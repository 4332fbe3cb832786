import { expect, test } from 'vitest'
import { parseDays, parseInstant } from './parse-instant.ts'

test('a single day is its own first and last day', () => {
  expect(parseDays('2026-11-20')).toEqual({ first: '2026-11-20', last: '2026-11-20' })
  expect(parseDays('2024-02-29..2026-11-20')).toEqual({ first: '2024-02-29', last: '2026-11-20' })
})

test.each([
  '',
  '2026-11',
  '2026-02-30',
  '2026-11-20..',
  '2026-11-20..2026-11-19',
  '2026-11-20..2026-11-31',
  '0999-01-01',
  '2026-11-20T10:00',
  '20-11-2026',
])('%j is not a valid filter of days', (text) => {
  expect(parseDays(text)).toBeNull()
})

test.each([
  ['2026-11-20T10:00:00.123Z', '2026-11-20T10:00:00.123Z'],
  ['2024-02-29T23:59:59.999Z', '2024-02-29T23:59:59.999Z'],
  ['2026-11-20 10:00', '2026-11-20T10:00:00.000Z'],
  ['2026-11-20T13:00:00,5+03', '2026-11-20T10:00:00.500Z'],
  ['2026-11-20T10:00:00.1239-0230', '2026-11-20T12:30:00.123Z'],
])('%s is the instant %s', (text, instant) => {
  expect(parseInstant(text)).toBe(Date.parse(instant))
})

test.each([
  '2026-02-29T10:00:00.000Z',
  '2026-13-01T10:00:00.000Z',
  '2026-00-01T10:00:00.000Z',
  '2026-11-00T10:00:00.000Z',
  '2026-11-20T24:00:00.000Z',
  '2026-11-20T10:60:00.000Z',
  '2026-11-20T10:00:60.000Z',
  '2026-11-20T10:00:60Z',
  '2026-02-30T10:00+03:00',
])('%s names no instant', (text) => {
  expect(parseInstant(text)).toBeNull()
})
