import type { Measurement, Series } from '@dalyan/contracts/measurements'
import { describe, expect, test } from 'vitest'
import { given } from '../../../../tests/given.ts'
import { withReadings } from './live-series.ts'

const column = (...values: (number | null)[]) => ({ min: [...values], avg: [...values], max: [...values] })
const instant = (at: number) => new Date(at * 1000).toISOString()
const ends = { from: instant(0), to: instant(100) }
const raw = (): Series => ({
  ...ends,
  bucket_seconds: 0,
  times: [10, 20],
  metrics: { ph: column(8, 8.1), orp: column(200, null) },
})
const buckets = (): Series => ({
  ...ends,
  bucket_seconds: 60,
  times: [0, 60],
  metrics: { ph: { min: [7, 7.5], avg: [8, 8], max: [9, 8.5] } },
})

/** @param at epoch seconds */
const reading = (at: number, values: Partial<Measurement>) => given.reading(values, at * 1000)

describe('raw series', () => {
  test('a new reading is appended, and a metric that it lacks stays empty', () => {
    const next = withReadings(raw(), [reading(30.5, { ph: 8.2 })], 0)
    expect(next.times).toEqual([10, 20, 30.5])
    expect(next.metrics.ph?.avg).toEqual([8, 8.1, 8.2])
    expect(next.metrics.orp?.avg).toEqual([200, null, null])
  })

  test('a late reading is inserted at its time', () => {
    const next = withReadings(raw(), [reading(15, { ph: 7.9, orp: 210 })], 0)
    expect(next.times).toEqual([10, 15, 20])
    expect(next.metrics.ph?.avg).toEqual([8, 7.9, 8.1])
    expect(next.metrics.orp?.avg).toEqual([200, 210, null])
  })

  test('a metric that arrives later completes the reading of the same instant', () => {
    const next = withReadings(raw(), [reading(20, { orp: 220 })], 0)
    expect(next.times).toEqual([10, 20])
    expect(next.metrics.orp?.avg).toEqual([200, 220])
  })

  test('readings of two terminals at the same instant keep both extremes', () => {
    const next = withReadings(raw(), [reading(30, { ph: 8 }), reading(30, { ph: 9 })], 0)
    expect([next.metrics.ph?.min[2], next.metrics.ph?.avg[2], next.metrics.ph?.max[2]]).toEqual([8, 8.5, 9])
  })

  test('a live reading that the series already has changes nothing', () => {
    expect(withReadings(raw(), [reading(20, { ph: 8.1 })], 0)).toEqual(raw())
  })

  test('points before the window are dropped, also late ones', () => {
    const next = withReadings(raw(), [reading(11, { ph: 1 }), reading(40, { ph: 8.3 })], 15)
    expect(next.times).toEqual([20, 40])
    expect(next.metrics.ph?.avg).toEqual([8.1, 8.3])
  })

  test('an unknown metric is ignored and the old series stays unchanged', () => {
    const before = raw()
    const next = withReadings(before, [reading(30, { depth: 4 } as Partial<Measurement>)], 0)
    expect(Object.keys(next.metrics)).toEqual(['ph', 'orp'])
    expect(before.times).toEqual([10, 20])
  })
})

describe('bucketed series', () => {
  test('a spike widens the bucket of the server and leaves its average', () => {
    const next = withReadings(buckets(), [reading(70, { ph: 12 })], 0)
    expect(next.times).toEqual([0, 60])
    expect([next.metrics.ph?.min[1], next.metrics.ph?.avg[1], next.metrics.ph?.max[1]]).toEqual([7.5, 8, 12])
  })

  test('a bucket that the server did not have yet is averaged over all its readings', () => {
    const live = [reading(121, { ph: 6 }), reading(122, { ph: 7 }), reading(130, { ph: 11 })]
    const next = withReadings(buckets(), live, 0)
    expect(next.times).toEqual([0, 60, 120])
    expect([next.metrics.ph?.min[2], next.metrics.ph?.avg[2], next.metrics.ph?.max[2]]).toEqual([6, 8, 11])
  })

  test('applying a point again that the server already counted changes nothing', () => {
    const known = reading(70, { ph: 8.5 })
    expect(withReadings(buckets(), [known, known], 0)).toEqual(withReadings(buckets(), [], 0))
  })

  test('the bucket in which the window begins stays', () => {
    expect(withReadings(buckets(), [], 90).times).toEqual([60])
  })
})

describe('a refused live value', () => {
  const spike = { ...reading(30, { ph: 5, orp: 200 }), refused: { ph: 'step' as const } }

  test('is no point of the line, but one of the refused values, once', () => {
    const next = withReadings(raw(), [spike], 0)
    expect(next.metrics.ph?.avg).toEqual([8, 8.1, null])
    expect(next.metrics.orp?.avg).toEqual([200, null, 200])
    expect(next.refused).toEqual({ ph: [{ time: 30, value: 5, reason: 'step' }] })
    expect(withReadings(next, [spike], 0).refused?.ph).toHaveLength(1)
  })

  test('from before the window is dropped', () => {
    expect(withReadings(raw(), [spike], 40)).not.toHaveProperty('refused')
  })
})
