import type { Series, Stats } from '@dalyan/contracts/measurements'
import { expect, test } from 'vitest'
import { hoursBetween, originMetrics } from './origin-record.rules.ts'

/** Epoch seconds. */
const at = (instant: string) => Date.parse(instant) / 1000
const stats = (min: number, max: number): Stats => ({
  ph: { min, avg: (min + max) / 2, max, count: 4, out_of_range_seconds: 60 },
})
const series = (times: number[], min: (number | null)[], max: (number | null)[], bucket_seconds = 3600): Series => ({
  from: '2026-11-01T00:00:00.000Z',
  to: '2026-11-03T00:00:00.000Z',
  bucket_seconds,
  times,
  metrics: { ph: { min, avg: min, max }, orp: { min: [], avg: [], max: [] } },
})

test('the hours of a day of Istanbul are one range, and a day without values is left out', () => {
  const times = ['2026-11-01T19:00Z', '2026-11-01T20:00Z', '2026-11-01T21:00Z', '2026-11-03T20:00Z'].map(at)
  const [ph, ...others] = originMetrics({
    stats: stats(7.1, 8.4),
    series: series(times, [7.2, 7.1, null, 7.9], [7.6, 7.3, null, 8.4]),
    limits: { ph: [{ from: 0, min: 7, max: 8 }] },
  })
  expect(others).toEqual([])
  expect(ph).toEqual({
    metric: 'ph',
    min: 7.1,
    avg: 7.75,
    max: 8.4,
    out_of_range_seconds: 60,
    measured_hours: 3,
    limits: [{ from: 0, min: 7, max: 8 }],
    days: [
      { day: '2026-11-01', min: 7.1, max: 7.6 },
      { day: '2026-11-03', min: 7.9, max: 8.4 },
    ],
  })
})

test('a bucket of six hours counts as six', () => {
  const [ph] = originMetrics({
    stats: stats(7, 8),
    series: series(['2026-11-01T00:00Z', '2026-11-01T06:00Z'].map(at), [7, 7], [8, 8], 21_600),
    limits: {},
  })
  expect(ph).toMatchObject({ measured_hours: 12, limits: [] })
})

test('a metric that was never measured is left out', () => {
  const none: Stats = { orp: { min: null, avg: null, max: null, count: 0, out_of_range_seconds: null } }
  expect(originMetrics({ stats: none, series: series([], [], []), limits: {} })).toEqual([])
})

test('a part of an hour counts as an hour, and an empty period has none', () => {
  const hour = 3_600_000
  expect(hoursBetween(0, 2 * hour, 3600)).toBe(2)
  expect(hoursBetween(1, 2 * hour + 1, 3600)).toBe(3)
  expect(hoursBetween(0, 7 * hour, 21_600)).toBe(12)
  expect(hoursBetween(5, 5, 3600)).toBe(0)
})
