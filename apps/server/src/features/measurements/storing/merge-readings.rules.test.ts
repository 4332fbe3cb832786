import { describe, expect, test } from 'vitest'
import { asMeasurements, shortestDecimal } from './as-measurement.ts'
import { mergeValues, newestValues, prepareBatch } from './merge-readings.rules.ts'
import type { GatedReading } from './reading.ts'

const reading = (
  terminal_id: number,
  measured_at: number,
  values: (number | null)[],
  tank_id: number | null = 1,
): GatedReading => ({
  terminal_id,
  tank_id,
  measured_at,
  received_at: measured_at,
  values,
  clock_skew: false,
  refused: null,
})

describe('a second reading of the same terminal and instant', () => {
  test.each([
    ['equal values', [1, null], [1, null], 'duplicate', [1, null]],
    ['fewer values', [1, 2], [1, null], 'duplicate', [1, 2]],
    ['a metric more', [1, null], [null, 2], 'merged', [1, 2]],
    ['another value', [1, null], [3, null], 'conflict', [1, null]],
    ['another value and a metric more', [1, null], [3, 2], 'merged_in_part', [1, 2]],
  ] as const)('is merged: %s', (_, stored, given, outcome, all) => {
    expect(mergeValues(stored, given)).toMatchObject({ outcome, all })
  })
})

test('a batch is sorted by key, and equal keys become one reading', () => {
  const { readings, sources, outcomes } = prepareBatch([
    reading(2, 5, [1, null]),
    reading(1, 9, [4, null]),
    reading(2, 5, [null, 2]),
  ])
  expect(readings).toEqual([reading(1, 9, [4, null]), reading(2, 5, [1, 2])])
  expect(sources).toEqual([[1], [0, 2]])
  expect(outcomes).toEqual(['stored', 'stored', 'merged'])
})

test('the newest value of each metric is selected per terminal and tank', () => {
  const newest = newestValues([
    reading(1, 5, [1, 2]),
    reading(1, 7, [null, 3]),
    reading(1, 6, [4, 9]),
    reading(1, 8, [8, null], null),
  ])
  expect(newest).toMatchObject([
    { terminal_id: 1, tank_id: 0, values: [8, null], times: [8, null] },
    { terminal_id: 1, tank_id: 1, values: [4, 3], times: [6, 7], measured_at: 7 },
  ])
})

describe('a real is written as its shortest decimal', () => {
  test.each([18.4, 0.1, 7.93, -310.125, 0, -0.05, 1999.99, 123.4567, 45.9712, 1e-7, 0.0017, -1203.6])('%d', (value) => {
    expect(shortestDecimal(Math.fround(value))).toBe(value)
  })
})

test('browsers receive readings in wire format', () => {
  expect(
    asMeasurements([{ ...reading(3, Date.parse('2026-11-20T10:00:00.250Z'), [Math.fround(18.4)]), clock_skew: true }]),
  ).toMatchObject([
    {
      iot_id: 3,
      tank_id: 1,
      measured_at: '2026-11-20T10:00:00.250Z',
      clock_skew: true,
      tank_temperature: 18.4,
      ph: null,
    },
  ])
})
