import { expect, test } from 'vitest'
import { readTypedDays, typedDays } from './typed-days.ts'

test.each([
  ['', '', undefined],
  ['31.01.2026', '', '2026-01-31'],
  [' 1.2.2026 ', '3/2/2026', '2026-02-01..2026-02-03'],
  ['01.02.2026', '01.02.2026', '2026-02-01'],
])('the typed days %j to %j are %j', (first, last, days) => {
  expect(readTypedDays({ first, last })).toEqual({ days })
})

test.each([
  ['29.02.2025', '', { first: 'notADay' }],
  ['2026-01-31', 'dün', { first: 'notADay', last: 'notADay' }],
  ['', '01.02.2026', { first: 'firstMissing' }],
  ['02.02.2026', '01.02.2026', { last: 'order' }],
])('the typed days %j to %j are refused at the end that is wrong', (first, last, problems) => {
  expect(readTypedDays({ first, last })).toEqual({ problems })
})

test.each(['2026-01-31', '2026-01-01..2026-01-31', undefined])('the day %j is formatted and read', (days) => {
  expect(readTypedDays(typedDays(days))).toEqual({ days })
})
