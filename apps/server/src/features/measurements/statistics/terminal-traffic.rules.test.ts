import { expect, test } from 'vitest'
import { emptyRuns } from './terminal-traffic.rules.ts'

const runs = (counts: number[], isKnownBefore = true) => emptyRuns({ from: 1_000, step: 10, counts }, isKnownBefore)

test('a run of empty buckets between filled ones is an outage with both ends', () => {
  expect(runs([3, 0, 0, 1])).toEqual([{ from: 1_010, to: 1_030 }])
})

test('the newest outage comes first, and a lasting one has no end', () => {
  expect(runs([1, 0, 2, 0, 0])).toEqual([
    { from: 1_030, to: null },
    { from: 1_010, to: 1_020 },
  ])
})

test('a terminal is not silent before its first reading, but after an earlier one', () => {
  expect(runs([0, 0, 1, 0, 1], false)).toEqual([{ from: 1_030, to: 1_040 }])
  expect(runs([0, 0, 1], true)).toEqual([{ from: 1_000, to: 1_020 }])
  expect(runs([0, 0, 0], false)).toEqual([])
  expect(runs([0, 0], true)).toEqual([{ from: 1_000, to: null }])
})

test('buckets without a gap have no outage', () => {
  expect(runs([1, 2, 3])).toEqual([])
  expect(runs([])).toEqual([])
})
