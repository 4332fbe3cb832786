import { expect, test } from 'vitest'
import { fitTiles } from './fit-tiles.ts'

test('sixty tanks in three places fill a screen of 1920 × 1080 with values of at least 46 px', () => {
  const { columns, scale, capacity } = fitTiles([27, 27, 6], 1920, 1080)
  expect(columns).toBe(9)
  expect(48 * scale).toBeGreaterThanOrEqual(46)
  expect(capacity).toBe(Infinity)
})

test('few tanks are large, but not larger than twice their usual size', () => {
  expect(fitTiles([4], 1920, 1080).scale).toBe(2.2)
})

test('of more tanks than can be read from afar only some are shown', () => {
  const { capacity, scale } = fitTiles([500, 500], 1920, 1080)
  expect(28 * scale).toBeGreaterThanOrEqual(20)
  expect(capacity).toBeGreaterThan(60)
  expect(capacity).toBeLessThan(200)
})

test('a screen without tanks needs no tiles', () => {
  expect(fitTiles([], 1920, 1080).capacity).toBe(Infinity)
})
