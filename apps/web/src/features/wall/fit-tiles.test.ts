import { expect, test } from 'vitest'
import { fitTiles } from './fit-tiles.ts'

/** The places of so many tanks each. */
const places = (...tanks: number[]) => tanks.flatMap((count, place) => Array.from({ length: count }, () => place))

test('sixty tanks in three places fill a screen of 1920 × 1080 with values of at least 46 px', () => {
  const { columns, scale, capacity } = fitTiles(places(27, 27, 6), 1920, 1080)
  expect(columns).toBe(9)
  expect(48 * scale).toBeGreaterThanOrEqual(46)
  expect(capacity).toBe(Infinity)
})

test('few tanks are large, but not larger than twice their usual size', () => {
  expect(fitTiles(places(4), 1920, 1080).scale).toBe(2.2)
})

test('of more tanks than can be read from afar only some are shown', () => {
  const { capacity, scale } = fitTiles(places(500, 500), 1920, 1080)
  expect(28 * scale).toBeGreaterThanOrEqual(20)
  expect(capacity).toBeGreaterThan(60)
  expect(capacity).toBeLessThan(200)
})

test('the screen is used up before a tank is left out', () => {
  const order = places(15, 15, 15, 15)
  const { capacity, columns, scale } = fitTiles(order, 1440, 900)
  const heightOf = (tanks: number) =>
    [...Map.groupBy(order.slice(0, tanks), (place) => place).values()].reduce(
      (sum, of) => {
        const rows = Math.ceil(of.length / columns)
        return sum + 42 + rows * 119 * scale + (rows - 1) * 8
      },
      2 * 18 + 32,
    )
  expect(capacity).toBeGreaterThan(50)
  expect(heightOf(capacity)).toBeLessThanOrEqual(900)
  expect(heightOf(capacity + 1)).toBeGreaterThan(900)
})

test('a screen without tanks needs no tiles', () => {
  expect(fitTiles([], 1920, 1080).capacity).toBe(Infinity)
})
