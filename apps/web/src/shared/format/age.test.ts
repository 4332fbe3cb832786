import { expect, test } from 'vitest'
import { ageParts, formatDuration, formatLength, formatStep } from './age.ts'

test.each([
  [-5_000, 'now', 0],
  [999, 'now', 0],
  [8_900, 'seconds', 8],
  [59_999, 'seconds', 59],
  [60_000, 'minutes', 1],
  [3_599_999, 'minutes', 59],
  [3_600_000, 'hours', 1],
  [86_400_000, 'days', 1],
] as const)('%d ms are shown as %s %d', (ms, unit, n) => {
  expect(ageParts(ms)).toMatchObject({ unit, n })
})

test('a duration names its unit', () => {
  expect(formatDuration(38 * 60_000)).toBe('38 dk')
})

test.each([
  [0, '0 dk'],
  [42_000, '42 sn'],
  [12 * 60_000 + 30_000, '12 dk'],
  [3_600_000, '1 sa'],
  [5 * 3_600_000 + 40 * 60_000, '5 sa 40 dk'],
  [5 * 3_600_000 + 59_000, '5 sa'],
  [53 * 3_600_000, '2 gün 5 sa'],
  [48 * 3_600_000 + 60_000, '2 gün'],
])('a length of %d ms is %s', (ms, text) => {
  expect(formatLength(ms)).toBe(text)
})

test.each([
  [40, '40 sn'],
  [173, '2 dk 53 sn'],
  [900, '15 dk'],
  [5_400, '1 sa 30 dk'],
  [21_600, '6 sa'],
  [108_000, '1 gün 6 sa'],
])('the distance of points %d s apart is not shown as less: %s', (seconds, text) => {
  expect(formatStep(seconds * 1000)).toBe(text)
})
