import { expect, test } from 'vitest'
import { emptyRuns } from './terminal-traffic.rules.ts'

const runs = (counts: number[], isKnownBefore = true) => emptyRuns({ from: 1_000, step: 10, counts }, isKnownBefore)

test('a run of empty buckets between full ones is an outage with both its ends', () => {
  expect(runs([3, 0, 0, 1])).toEqual([{ from: 1_010, to: 1_030 }])
})

test('the newest comes first, and one that lasts has no end', () => {
  expect(runs([1, 0, 2, 0, 0])).toEqual([
    { from: 1_030, to: null },
    { from: 1_010, to: 1_020 },
  ])
})

test('before its first word a terminal was not silent; after an earlier one it was', () => {
  expect(runs([0, 0, 1, 0, 1], false)).toEqual([{ from: 1_030, to: 1_040 }])
  expect(runs([0, 0, 1], true)).toEqual([{ from: 1_000, to: 1_020 }])
  expect(runs([0, 0, 0], false)).toEqual([])
  expect(runs([0, 0], true)).toEqual([{ from: 1_000, to: null }])
})

test('without a gap there is none', () => {
  expect(runs([1, 2, 3])).toEqual([])
  expect(runs([])).toEqual([])
})
