import { expect, test } from 'vitest'
import { isTestHour, testWeekOf } from './weekly-test.rules.ts'

const at = (text: string) => Date.parse(`${text}+03:00`)

test('a week begins on Monday at nine', () => {
  const week = testWeekOf(at('2026-11-23T09:00:00'))
  expect(testWeekOf(at('2026-11-23T08:59:59'))).toBe(week - 1)
  expect(testWeekOf(at('2026-11-30T08:59:59'))).toBe(week)
  expect(testWeekOf(at('2026-11-30T09:00:00'))).toBe(week + 1)
})

test.each([
  ['08:59:59', false],
  ['09:00:00', true],
  ['19:59:59', true],
  ['20:00:00', false],
  ['03:00:00', false],
])('a weekly test must not wake a user: at %s it may be sent: %s', (time, may) => {
  expect(isTestHour(at(`2026-11-25T${time}`))).toBe(may)
})
