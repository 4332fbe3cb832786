import { expect, test } from 'vitest'
import { greetingAt } from './greeting.ts'

test.each([
  [4, 'greetingEvening'],
  [5, 'greetingMorning'],
  [11, 'greetingMorning'],
  [12, 'greetingAfternoon'],
  [17, 'greetingAfternoon'],
  [18, 'greetingEvening'],
])('the greeting at %d o’clock: %s', (hour, greeting) => {
  expect(greetingAt(hour)).toBe(greeting)
})
