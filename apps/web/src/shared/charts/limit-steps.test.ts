import type { Series } from '@dalyan/contracts/measurements'
import { expect, test } from 'vitest'
import { constantLimits, limitsAt, limitsInForce, newestLimits, sideAt, stepsWithin } from './limit-steps.ts'

const start = '1970-01-01T00:01:40.000Z'
const series: Series = {
  from: start,
  to: '1970-01-01T00:10:00.000Z',
  bucket_seconds: 0,
  times: [],
  metrics: {},
  limits: {
    ph: [
      { from: 100, min: 7, max: 8 },
      { from: 200, min: null, max: null },
      { from: 300, min: 7, max: 8.5 },
    ],
  },
}
const present = { min: 6, max: 9 }
const steps = limitsInForce(series, 'ph', present)

test('the limits of a series are those that it brings, from before its window on', () => {
  expect(steps).toEqual([
    { from: -Infinity, min: 7, max: 8 },
    { from: 200, min: null, max: null },
    { from: 300, min: 7, max: 8.5 },
  ])
  expect(limitsInForce(series, 'orp', present)).toEqual([])
})

test('a series without limits of its own has the present ones at all times', () => {
  const { limits: _, ...old } = series
  for (const without of [old, undefined])
    expect(limitsInForce(without, 'ph', present)).toEqual([{ from: -Infinity, ...present }])
  expect(limitsInForce(old, 'ph', null)).toEqual([])
  expect(constantLimits({ min: null, max: null })).toEqual([])
})

test('a value is compared with the limits of its time, and the newest hold from their change on', () => {
  expect([50, 199, 200, 299, 300, 9_999].map((time) => limitsAt(steps, time)?.max)).toEqual([
    8,
    8,
    undefined,
    undefined,
    8.5,
    8.5,
  ])
  expect([150, 250, 350].map((time) => sideAt(steps, time, 8.2))).toEqual(['high', null, null])
  expect(newestLimits(steps)).toMatchObject({ max: 8.5 })
  expect(newestLimits([])).toBeNull()
})

test('only steps that are in force in a part of the window belong to it', () => {
  expect(stepsWithin(steps, { from: 200, to: 300 })).toEqual([{ from: 200, min: null, max: null }])
  expect(stepsWithin(steps, { from: 150, to: 301 })).toHaveLength(3)
})
