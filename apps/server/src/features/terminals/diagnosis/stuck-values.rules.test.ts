import { describe, expect, test } from 'vitest'
import { stuckValue, type ValueBucket } from './stuck-values.rules.ts'

const BUCKET_MS = 900_000
const buckets = (values: readonly number[]): ValueBucket[] =>
  values.map((value, i) => ({ from: i * BUCKET_MS, least: value, greatest: value }))
/** Forty values, each in one bucket. */
const lively = Array.from({ length: 40 }, (_, i) => 7 + i / 100)
const same = (hours: number, value = 7.2) => Array.from({ length: hours * 4 }, () => value)

describe('a value is stuck', () => {
  test('after twelve hours without a change', () => {
    expect(stuckValue('ph', buckets([...lively, ...same(12)]))).toEqual({ value: 7.2, since: 40 * BUCKET_MS })
    expect(stuckValue('ph', buckets([...lively, ...same(11)]))).toBeNull()
  })
  test('only when it is unchanged three times as long as ever before', () => {
    expect(stuckValue('ph', buckets([...lively, ...same(5, 7.5), 7.6, ...same(14)]))).toBeNull()
    expect(stuckValue('ph', buckets([...lively, ...same(5, 7.5), 7.6, ...same(15)]))).not.toBeNull()
  })
  test('only of a sensor that showed thirty values', () => {
    expect(stuckValue('ph', buckets([...lively.slice(0, 28), ...same(24, 6)]))).toBeNull()
  })
  test('not when it is zero, or saturated humidity', () => {
    expect(stuckValue('salinity', buckets([...lively, ...same(24, 0)]))).toBeNull()
    expect(stuckValue('ambient_humidity', buckets([...lively, ...same(24, 100)]))).toBeNull()
    expect(stuckValue('conductivity', buckets([...lively, ...same(24, 100)]))).not.toBeNull()
  })
  test('not across a gap of more than an hour', () => {
    const half = same(7)
    const later = buckets(half).map((bucket) => ({ ...bucket, from: bucket.from + (40 + 28 + 5) * BUCKET_MS }))
    expect(stuckValue('ph', [...buckets([...lively, ...half]), ...later])).toBeNull()
  })
})
