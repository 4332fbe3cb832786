import { describe, expect, test } from 'vitest'
import { areMet, coarsen, lagCurve, pairsOf, relate, shiftOf, stepOf, thinned } from './scatter.rules.ts'

const DAY_MS = 86_400_000
const grid = (...values: (number | null)[]) => Float64Array.from(values, (value) => value ?? Number.NaN)
const wave = (n: number, late = 0) =>
  Float64Array.from(
    { length: n },
    (_, i) => Math.sin((i - late) / 20) + Math.sin((i - late) / 71) + Math.cos((i - late) ** 2 / 4e4),
  )

describe('the relation of two series', () => {
  test('has the r, slope and intercept of a textbook example', () => {
    // Anscombe's first quartet.
    const x = [10, 8, 13, 9, 11, 14, 6, 4, 12, 7, 5]
    const y = [8.04, 6.95, 7.58, 8.81, 8.33, 9.96, 7.24, 4.26, 10.84, 4.82, 5.68]
    const { n, r, slope, intercept } = relate(x, y)
    expect(n).toBe(11)
    expect(r).toBeCloseTo(0.81642, 5)
    expect(slope).toBeCloseTo(0.50009, 5)
    expect(intercept).toBeCloseTo(3.00009, 5)
  })

  test('is exact where values are large and lie close together', () => {
    const x = Array.from({ length: 1000 }, (_, i) => 1e9 + i)
    expect(relate(x, x).r).toBeCloseTo(1, 12)
    expect(
      relate(
        x,
        x.map((value) => 3e9 - value),
      ).r,
    ).toBeCloseTo(-1, 12)
  })

  test('does not exist without pairs, of a single pair, and where a side never changes', () => {
    expect(relate([], [])).toEqual({ n: 0, r: null, slope: null, intercept: null })
    expect(relate([1], [2]).r).toBeNull()
    expect(relate(Array<number>(3000).fill(7.9), [...wave(3000)])).toMatchObject({ r: null, slope: null })
    expect(relate([...wave(3000)], Array<number>(3000).fill(7.9))).toMatchObject({ r: null })
  })
})

describe('pairs of two series', () => {
  test('leave out buckets in which a side has no value', () => {
    expect(pairsOf(grid(1, null, 3, 4), grid(5, 6, null, 8))).toEqual({ at: [0, 3], x: [1, 4], y: [5, 8] })
  })

  test('take the second value so many buckets later, or earlier', () => {
    expect(pairsOf(grid(1, 2, 3), grid(5, 6, 7), 1)).toEqual({ at: [0, 1], x: [1, 2], y: [6, 7] })
    expect(pairsOf(grid(1, 2, 3), grid(5, 6, 7), -2)).toEqual({ at: [2], x: [3], y: [5] })
  })

  test('of terminals that measure at other moments meet in longer buckets', () => {
    const x = grid(1, null, null, 2, null, null)
    const y = grid(null, 5, null, null, 6, null)
    expect(areMet(x, y)).toBe(false)
    expect([...coarsen(x, 3, 0)]).toEqual([1, 2])
    expect(areMet(coarsen(x, 3, 0), coarsen(y, 3, 0))).toBe(true)
  })

  test('in longer buckets keep to the borders of those buckets', () => {
    expect([...coarsen(grid(1, 2, 3, 4, 5), 3, 2)]).toEqual([1, 3, 5])
    expect([...coarsen(grid(null, null, 3), 2, 0)]).toEqual([Number.NaN, 3])
  })

  test('are drawn evenly and never more than asked for', () => {
    expect(thinned([1, 2, 3, 4, 5], 2)).toEqual([1, 4])
    expect(thinned([1, 2], 1500)).toEqual([1, 2])
    expect(thinned([...Array(1501).keys()], 1500)).toHaveLength(751)
  })
})

describe('the lag curve', () => {
  test('is strongest at the lag by which the second series is late', () => {
    const { lags, best_lag } = lagCurve(wave(400), wave(400, 3), 900)
    expect(lags.minutes).toHaveLength(49)
    expect([lags.minutes[0], lags.minutes.at(-1)]).toEqual([-360, 360])
    expect(best_lag?.minutes).toBe(45)
  })

  test('steps by 15 minutes over shorter buckets and by the hour over hours', () => {
    expect(lagCurve(wave(3000), wave(3000, 30), 60).best_lag?.minutes).toBe(30)
    expect(lagCurve(wave(400), wave(400), 3600).lags.minutes).toEqual([
      -360, -300, -240, -180, -120, -60, 0, 60, 120, 180, 240, 300, 360,
    ])
    expect(lagCurve(wave(400), wave(400), 86_400).lags.minutes).toEqual([0])
    expect([shiftOf(22, 60), shiftOf(40, 3600), shiftOf(20, 3600), shiftOf(-360, 900)]).toEqual([15, 1, 0, -24])
  })

  test('has no value where fewer than thirty pairs are left', () => {
    const { lags } = lagCurve(wave(40), wave(40), 900)
    expect(lags.r.filter((r) => r === null)).toHaveLength(28)
  })
})

test('buckets get longer with the window, and where there are too many readings', () => {
  const step = (days: number, readings = 1000) => stepOf({ from: 0, to: days * DAY_MS, readings })
  expect([1, 7, 30, 90, 366, 2000, 20_000].map((days) => step(days))).toEqual([60, 300, 300, 900, 3600, 21_600, 86_400])
  expect([step(1, 60_001), step(30, 180_000)]).toEqual([900, 900])
})
