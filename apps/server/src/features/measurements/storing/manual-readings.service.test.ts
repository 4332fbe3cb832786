import { expect, test } from 'vitest'
import { timeProblem } from './manual-readings.service.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const now = Date.parse('2026-11-20T12:00:00Z')

test.each([
  ['now', 0, undefined],
  ['as far ahead as clocks may be', 5 * MINUTE, undefined],
  ['further ahead', 5 * MINUTE + 1, 'in_future'],
  ['as old as devices may be late', -30 * DAY, undefined],
  ['older', -30 * DAY - 1, 'too_old'],
])('the time of a manual reading is checked: %s', (_, shift, code) => {
  expect(timeProblem(now + shift, { now, lateDays: 30 })?.code).toBe(code)
})
