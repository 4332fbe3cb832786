import { expect, test } from 'vitest'
import { sparkPaths } from './spark-paths.ts'

const limits = { min: 10, max: 20 }
const heights = (path: string) => [...path.matchAll(/[ML][\d.]+ ([\d.]+)/g)].map(([, y]) => Number(y))

test('the band of a course within its limits fills the height but for a margin, whatever its values are', () => {
  const calm = sparkPaths({ min: [14, 15], max: [15, 16], limits, fits: false })
  const other = sparkPaths({ min: [11, 19], max: [11, 19], limits, fits: false })
  expect(calm.band).toEqual(other.band)
  expect(calm.band?.top).toBeCloseTo(3.1)
  expect(calm.out).toBe('')
  expect(calm.last).toMatchObject({ isOut: false })
})

test('the part outside the limits is drawn separately, together with the point before it', () => {
  const { line, out, last } = sparkPaths({ min: [15, 15, 22, 24], max: [15, 15, 22, 25], limits, fits: true })
  expect(heights(line)).toHaveLength(4)
  expect(heights(out)).toHaveLength(3)
  expect(last?.isOut).toBe(true)
  // The course is drawn through the value that left its limits, not through the middle of its bucket.
  expect(heights(line).at(-1)).toBeLessThan(heights(line)[2] ?? 0)
})

test('a gap interrupts the line', () => {
  expect(sparkPaths({ min: [15, null, 16], max: [15, null, 16], limits, fits: false }).line.match(/M/g)).toHaveLength(2)
})

test('a course without limits, with one limit, or without values can be drawn', () => {
  expect(sparkPaths({ min: [5, 5], max: [5, 5], limits: null, fits: false })).toMatchObject({ band: null, limits: '' })
  expect(sparkPaths({ min: [5], max: [6], limits: { min: null, max: 20 }, fits: false }).band?.bottom).toBe(32)
  expect(sparkPaths({ min: [null], max: [null], limits, fits: false })).toMatchObject({ line: '', last: null })
})

test.each([true, false])('limits without a value are drawn where they are, when the span fits the data: %s', (fits) => {
  const none = { min: [null], max: [null], fits }
  expect(sparkPaths({ ...none, limits: null })).toMatchObject({ band: null, limits: '' })
  expect(sparkPaths({ ...none, limits: { min: null, max: 20 } })).toMatchObject({
    band: { top: 16, bottom: 32 },
    limits: 'M0 16H128',
  })
  expect(sparkPaths({ ...none, limits: { min: 10, max: null } })).toMatchObject({
    band: { top: 0, bottom: 16 },
    limits: 'M0 16H128',
  })
  expect(sparkPaths({ ...none, limits: { min: 10, max: 20 } }).limits).toMatch(/^M0 [\d.]+H128M0 [\d.]+H128$/)
})
