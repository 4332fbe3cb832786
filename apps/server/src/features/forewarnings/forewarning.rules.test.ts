import { describe, expect, test } from 'vitest'
import {
  createPredictor,
  isEarned,
  LEARNED_STEPS,
  nextForewarning,
  limitsAround,
  replayLimit,
  replayRecord,
  type Course,
  type ForewarnedLimit,
} from './forewarning.rules.ts'

const DAY = 96
/** Ten days of buckets whose extremes are their means. */
const course = (valueAt: (i: number) => number, length = 10 * DAY): Course => {
  const means = Float64Array.from({ length }, (_, i) => valueAt(i))
  return { means, lows: means, highs: means }
}
/** 15 °C at the start of the day, least after a quarter and greatest after three quarters of it, with a small error of its own. */
const daily = (i: number) => 15 - 2 * Math.sin((2 * Math.PI * i) / DAY) + 0.02 * Math.sin(i * i)
const high = (limit: number): ForewarnedLimit => ({ kind: 'high', limit })

describe('a prediction', () => {
  test('follows the pattern of the days before', () => {
    const predictor = createPredictor(course(daily))
    const at = 8 * DAY + 50
    const values = predictor.predictionAt(at)?.values ?? []
    for (const [n, ahead] of [1, 2, 3, 4, 6, 8].entries())
      expect(Math.abs((values[n] ?? 0) - daily(at + ahead))).toBeLessThan(0.08)
  })

  test('adds the trend of what is unusual, which fades out', () => {
    const at = 8 * DAY + 50
    const rising = course((i) => 15 + (i > at - 8 ? (i - at + 8) * 0.1 : 0))
    const { values = [], trend } = createPredictor(rising).predictionAt(at) ?? {}
    expect(trend).toBeCloseTo(0.1)
    // f(h) = x + s·180·(1 − exp(−h/180)) with a slope of 0.1 in 15 minutes.
    expect(Array.from(values)[5]).toBeCloseTo(15.8 + 0.1 * 12 * (1 - Math.exp(-8 / 12)))
  })

  test('needs three days and most of the last two hours', () => {
    expect(createPredictor(course(daily)).predictionAt(3 * DAY - 1)).toBeNull()
    expect(createPredictor(course(daily)).predictionAt(3 * DAY + 7)).not.toBeNull()
    const at = 8 * DAY
    const gap = course((i) => (i > at - 6 && i < at - 2 ? Number.NaN : daily(i)))
    expect(createPredictor(gap).predictionAt(at)).toBeNull()
  })

  test('at the end of a bucket does not depend on what came later', () => {
    const at = 8 * DAY + 60
    const cut = course((i) => (i > at ? 99 : daily(i)))
    const [whole, known] = [createPredictor(course(daily)), createPredictor(cut)]
    expect(known.predictionAt(at)).toEqual(whole.predictionAt(at))
    expect(known.crossingAt(at, high(16.5))).toEqual(whole.crossingAt(at, high(16.5)))
  })

  test('is the same with only the buckets that it learns from', () => {
    const at = 9 * DAY + 60
    const whole = createPredictor(course(daily))
    const part = createPredictor(course((i) => daily(i + at - LEARNED_STEPS), LEARNED_STEPS + 1))
    expect(part.predictionAt(LEARNED_STEPS)).toEqual(whole.predictionAt(at))
    for (let n = 0; n < 6; n += 1) expect(part.errorAt(LEARNED_STEPS, n)).toBe(whole.errorAt(at, n))
  })
})

describe('a crossing is expected', () => {
  const predictor = createPredictor(course(daily))
  // The ninth day is above 16.5 from bucket 61 to 83.
  const at = (i: number) => predictor.crossingAt(8 * DAY + i, high(16.5))

  test('when a value is predicted beyond the limit by more than the usual error', () => {
    expect(at(40)).toBeNull()
    expect(at(54)).not.toBeNull()
  })
  test('between half and double of the time ahead', () => {
    expect(at(58)).toEqual({ from: 2, to: 8 })
  })
  test('only of a value that has been inside for an hour', () => {
    expect(predictor.isOutAt(8 * DAY + 62, high(16.5))).toBe(true)
    expect(at(62)).toBeNull()
    const back = createPredictor(course((i) => (i === 8 * DAY + 55 ? 17 : daily(i))))
    expect(back.crossingAt(8 * DAY + 58, high(16.5))).toBeNull()
    expect(back.crossingAt(8 * DAY + 59, high(16.5))).not.toBeNull()
  })
})

describe('a forewarning', () => {
  const step = (open: Parameters<typeof nextForewarning>[0], i: number, isPredicted: boolean, isOut = false) =>
    nextForewarning(open, i, { isOut, isPredicted })

  test('begins with a prediction and keeps its beginning', () => {
    expect(step(null, 7, false)).toBeNull()
    expect(step(null, 7, true)).toEqual({ since: 7, predicted: 7 })
    expect(step({ since: 7, predicted: 7 }, 8, true)).toEqual({ since: 7, predicted: 8 })
  })
  test('ends with the crossing, or an hour after its last prediction', () => {
    const open = { since: 7, predicted: 8 }
    expect(step(open, 11, false)).toEqual(open)
    expect(step(open, 12, false)).toBeNull()
    expect(step(open, 9, false, true)).toBeNull()
  })
})

describe('the record of earlier forewarnings', () => {
  test('counts a forewarning a day, all of which came true', () => {
    const fourteen = course(daily, 14 * DAY)
    const record = replayRecord(createPredictor(fourteen), [high(16.5)], fourteen)
    expect(record).toEqual({ made: 11, came_true: 11, is_practice: false })
    expect(isEarned(record)).toBe(true)
  })
  test('of limits that are crossed too seldom is that of narrower ones', () => {
    const fourteen = course(daily, 14 * DAY)
    expect(
      limitsAround(
        course((i) => i % 2),
        1.5,
      ),
    ).toEqual([
      { kind: 'low', limit: 0.5 - 1.5 * 0.5 },
      { kind: 'high', limit: 0.5 + 1.5 * 0.5 },
    ])
    expect(replayRecord(createPredictor(fourteen), [high(30)], fourteen)).toMatchObject({ is_practice: true })
  })
  test('of a course that wanders without a pattern earns nothing', () => {
    let [state, level] = [1, 0]
    const random = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647 - 0.5
    const wandering = course(() => 15 + (level = 0.97 * level + random()), 60 * DAY)
    const record = replayRecord(createPredictor(wandering), limitsAround(wandering, 1.5), wandering)
    expect(record.made).toBeGreaterThan(20)
    expect(isEarned(record)).toBe(false)
  })
  test('does not count what is not known yet', () => {
    const cut = course(daily, 13 * DAY + 58)
    const made = replayLimit(createPredictor(cut), high(16.5), 0)
    expect(made.at(-1)).toMatchObject({ ended: null, came_true: null })
  })
  test.each([
    [5, 5, false],
    [6, 4, false],
    [6, 5, true],
    [10, 7, true],
  ])('of %i forewarnings of which %i came true is earned: %s', (made, came_true, earned) => {
    expect(isEarned({ made, came_true })).toBe(earned)
  })
})
