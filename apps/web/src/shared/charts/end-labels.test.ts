import { expect, test } from 'vitest'
import { spreadHeights } from './end-labels.ts'

test('labels that are far apart stay at their heights', () => {
  expect(spreadHeights([10, 90, 50], 15, 0, 100)).toEqual([10, 90, 50])
})

test('labels of lines that end together are stacked in the order of the lines', () => {
  expect(spreadHeights([51, 50, 50.5], 15, 0, 100)).toEqual([80, 50, 65])
})

test('labels stay inside the plot while there is space', () => {
  expect(spreadHeights([99, 98, 97], 15, 0, 100)).toEqual([100, 85, 70])
  expect(spreadHeights([-5, -5], 15, 0, 100)).toEqual([0, 15])
})
