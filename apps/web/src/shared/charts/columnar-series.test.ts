import { describe, expect, test } from 'vitest'
import { withLivePoints } from './columnar-series.ts'

const column = (...values: (number | null)[]) => ({ min: [...values], avg: [...values], max: [...values] })
const raw = () => ({ bucket_seconds: 0, times: [10, 20], metrics: { ph: column(8, 8.1), orp: column(200, null) } })
const buckets = () => ({
  bucket_seconds: 60,
  times: [0, 60],
  metrics: { ph: { min: [7, 7.5], avg: [8, 8], max: [9, 8.5] } },
})

describe('raw series', () => {
  test('a new reading is appended, and a metric that it lacks stays empty', () => {
    const next = withLivePoints(raw(), [{ at: 30.5, values: { ph: 8.2 } }], 0)
    expect(next.times).toEqual([10, 20, 30.5])
    expect(next.metrics.ph?.avg).toEqual([8, 8.1, 8.2])
    expect(next.metrics.orp?.avg).toEqual([200, null, null])
  })

  test('a late reading is inserted at its time', () => {
    const next = withLivePoints(raw(), [{ at: 15, values: { ph: 7.9, orp: 210 } }], 0)
    expect(next.times).toEqual([10, 15, 20])
    expect(next.metrics.ph?.avg).toEqual([8, 7.9, 8.1])
    expect(next.metrics.orp?.avg).toEqual([200, 210, null])
  })

  test('a metric that arrives later completes the reading of the same instant', () => {
    const next = withLivePoints(raw(), [{ at: 20, values: { orp: 220 } }], 0)
    expect(next.times).toEqual([10, 20])
    expect(next.metrics.orp?.avg).toEqual([200, 220])
  })

  test('readings of two terminals at the same instant keep both extremes', () => {
    const next = withLivePoints(
      raw(),
      [
        { at: 30, values: { ph: 8 } },
        { at: 30, values: { ph: 9 } },
      ],
      0,
    )
    expect([next.metrics.ph?.min[2], next.metrics.ph?.avg[2], next.metrics.ph?.max[2]]).toEqual([8, 8.5, 9])
  })

  test('a live reading that the series already has changes nothing', () => {
    expect(withLivePoints(raw(), [{ at: 20, values: { ph: 8.1 } }], 0)).toEqual(raw())
  })

  test('points before the window are dropped, also late ones', () => {
    const next = withLivePoints(
      raw(),
      [
        { at: 11, values: { ph: 1 } },
        { at: 40, values: { ph: 8.3 } },
      ],
      15,
    )
    expect(next.times).toEqual([20, 40])
    expect(next.metrics.ph?.avg).toEqual([8.1, 8.3])
  })

  test('an unknown metric is ignored and the old series stays unchanged', () => {
    const before = raw()
    const next = withLivePoints(before, [{ at: 30, values: { depth: 4 } as Record<string, number> }], 0)
    expect(Object.keys(next.metrics)).toEqual(['ph', 'orp'])
    expect(before.times).toEqual([10, 20])
  })
})

describe('bucketed series', () => {
  test('a spike widens the bucket of the server and leaves its average', () => {
    const next = withLivePoints(buckets(), [{ at: 70, values: { ph: 12 } }], 0)
    expect(next.times).toEqual([0, 60])
    expect([next.metrics.ph?.min[1], next.metrics.ph?.avg[1], next.metrics.ph?.max[1]]).toEqual([7.5, 8, 12])
  })

  test('a bucket that the server did not have yet is averaged over all its readings', () => {
    const live = [
      { at: 121, values: { ph: 6 } },
      { at: 122, values: { ph: 7 } },
      { at: 130, values: { ph: 11 } },
    ]
    const next = withLivePoints(buckets(), live, 0)
    expect(next.times).toEqual([0, 60, 120])
    expect([next.metrics.ph?.min[2], next.metrics.ph?.avg[2], next.metrics.ph?.max[2]]).toEqual([6, 8, 11])
  })

  test('applying a point again that the server already counted changes nothing', () => {
    const reading = { at: 70, values: { ph: 8.5 } }
    expect(withLivePoints(buckets(), [reading, reading], 0)).toEqual(withLivePoints(buckets(), [], 0))
  })

  test('the bucket in which the window begins stays', () => {
    expect(withLivePoints(buckets(), [], 90).times).toEqual([60])
  })
})
