import { expect, test } from 'vitest'
import { airyRange, niceTicks, tickDecimals } from './nice-ticks.ts'

test('ticks are round numbers inside the range', () => {
  expect(niceTicks([12.2, 16.4], 6)).toEqual([13, 14, 15, 16])
  expect(niceTicks([7.4, 8.3], 6)).toEqual([7.4, 7.6, 7.8, 8, 8.2])
  expect(niceTicks([-0.05, 0.3], 4)).toEqual([0, 0.2])
  expect(niceTicks([0, 24], 9)).toEqual([0, 5, 10, 15, 20])
  expect(niceTicks([5, 5], 4)).toEqual([5])
})

test('as many decimals are shown as distinguish the ticks', () => {
  expect([[13, 14], [7.4, 7.6], [0, 0.05], [0, 100], [3]].map(tickDecimals)).toEqual([0, 1, 2, 0, 0])
})

test('a range has air around its values, also around a single one', () => {
  expect(airyRange([0, 100])).toEqual([-5, 105])
  expect(airyRange([8])).toEqual([7.5, 8.5])
  expect(airyRange([])).toEqual([0, 1])
})
