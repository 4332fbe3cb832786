import { expect, test } from 'vitest'
import { evaluateCalibration, type CalibrationPoint } from './calibration-rules.ts'

const point = (expected: number, before: number, after: number | null = null): CalibrationPoint => ({
  expected,
  before,
  after,
})

test('a probe that shows the buffers within the accuracy of its kind is good', () => {
  const { slope, offset, verdict } = evaluateCalibration('ph', [point(4.01, 4.05), point(7, 7.06)])
  expect(slope).toBeCloseTo(1.0067, 4)
  expect(offset).toBeCloseTo(0.05, 6)
  expect(verdict).toBe('good')
})

test('one point gives an offset without a slope', () => {
  expect(evaluateCalibration('salinity', [point(35, 33.2, 35)])).toEqual({
    slope: null,
    offset: expect.closeTo(-1.8, 6),
    verdict: 'drifted',
  })
})

test('opposite errors of two buffers are drift, although their mean is zero', () => {
  const { offset, verdict } = evaluateCalibration('ph', [point(4, 4.21), point(7, 6.79)])
  expect(offset).toBeCloseTo(0, 6)
  expect(verdict).toBe('drifted')
})

test('a probe that is still off after the adjustment has to be adjusted again', () => {
  expect(evaluateCalibration('orp', [point(225, 250, 250)]).verdict).toBe('repeat')
})

test.each([
  ['too weakly', [point(4, 4.8), point(7, 7), point(10, 9.2)], 0.7333],
  ['too strongly', [point(4, 3.7), point(10, 10.2)], 1.0833],
])('a probe that reacts %s has to be replaced, even where it could be adjusted', (_, points, slope) => {
  const adjusted = points.map((each) => ({ ...each, after: each.expected }))
  expect(evaluateCalibration('ph', adjusted)).toMatchObject({ slope: expect.closeTo(slope, 4), verdict: 'replace' })
})

test('two buffers of the same value give no slope', () => {
  expect(evaluateCalibration('ph', [point(7, 7.1), point(7, 7.1)]).slope).toBeNull()
})
