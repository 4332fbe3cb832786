import { expect, test } from 'vitest'
import { compareStep } from './compare.rules.ts'

const DAY_MS = 86_400_000
const step = (days: number, readings: number, terminals = 1) =>
  compareStep({ from: 0, to: days * DAY_MS, points: 300, readings, terminals })

test('buckets give about the wanted number of points', () => {
  expect([step(0.25, 1440), step(1, 5760), step(30, 172_800), step(365, 2_000_000)]).toEqual([
    120, 300, 10_800, 604_800,
  ])
})

test('a bucket is longer than the interval of a slow terminal', () => {
  expect(step(1, 24)).toBe(7200)
  expect(step(1, 96)).toBe(1800)
})

test('many tanks over a long time are read from coarser buckets', () => {
  expect(step(1, 5760 * 60, 60)).toBe(900)
  expect(step(60, 10_000_000, 60)).toBe(21_600)
})
