import { expect, test } from 'vitest'
import { spreadHeights } from './end-labels.ts'

test('labels that are far apart stay where they are', () => {
  expect(spreadHeights([10, 90, 50], 15, 0, 100)).toEqual([10, 90, 50])
})

test('labels of lines that end together stand under each other, in the order of their lines', () => {
  expect(spreadHeights([51, 50, 50.5], 15, 0, 100)).toEqual([80, 50, 65])
})

test('none leaves the plot while there is room', () => {
  expect(spreadHeights([99, 98, 97], 15, 0, 100)).toEqual([100, 85, 70])
  expect(spreadHeights([-5, -5], 15, 0, 100)).toEqual([0, 15])
})
