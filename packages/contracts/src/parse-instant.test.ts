import { expect, test } from 'vitest'
import { parseDays } from './parse-instant.ts'

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
