import { expect, test } from 'vitest'
import { measuredPercent, recordDays } from './record-days.ts'

const PERIOD = { from: '2026-10-30T22:30:00.000Z', to: '2026-11-02T21:00:00.000Z' }
const seconds = (instant: string) => Date.parse(instant) / 1000

test('every day of the period is listed in the time of Istanbul, also those without a value', () => {
  const days = recordDays(PERIOD, { days: [{ day: '2026-11-01', min: 7, max: 8 }], limits: [] })
  expect(days).toEqual([
    { day: '2026-10-31', range: null, limits: null },
    { day: '2026-11-01', range: { min: 7, max: 8 }, limits: null },
    { day: '2026-11-02', range: null, limits: null },
  ])
})

test('a day has the limits of its noon', () => {
  const limits = [
    { from: seconds(PERIOD.from), min: 7, max: 8 },
    { from: seconds('2026-11-01T10:00:00Z'), min: 6, max: 9 },
    { from: seconds('2026-11-01T22:00:00Z'), min: null, max: null },
  ]
  expect(recordDays(PERIOD, { days: [], limits }).map((day) => day.limits?.max ?? null)).toEqual([8, 8, null])
})

test('a period that begins after noon has its first limits on the first day', () => {
  const from = '2026-10-31T15:00:00.000Z'
  const limits = [{ from: seconds(from), min: null, max: 8 }]
  expect(recordDays({ ...PERIOD, from }, { days: [], limits })[0]?.limits).toMatchObject({ max: 8 })
})

test('the measured part is 100 percent only when no hour lacks a value', () => {
  expect([
    measuredPercent(720, 720),
    measuredPercent(719, 720),
    measuredPercent(0, 720),
    measuredPercent(0, 0),
  ]).toEqual([100, 99, 0, 0])
})
