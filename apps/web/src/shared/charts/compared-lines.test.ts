import { expect, test } from 'vitest'
import { type ComparedLine, joinedData, jointRange, pointAt } from './compared-lines.ts'
import { plotModel } from './plot-model.ts'

function line(label: string, times: number[], values: number[]): ComparedLine {
  const column = { min: values, avg: values, max: values }
  const window = { from: times[0] ?? 0, to: times.at(-1) ?? 0 }
  return { label, color: '#000', dash: [], model: plotModel({ times, column, bucketSeconds: 0, window, limits: null }) }
}
const minutes = (...at: number[]) => at.map((minute) => minute * 60)

test('readings of different times stand on one axis; no line is broken by another’s', () => {
  const [xs, a, b] = joinedData([line('A', minutes(0, 1, 2), [1, 2, 3]), line('B', [30, 90], [7, 8])])
  expect([...(xs ?? [])]).toEqual([0, 30, 60, 90, 120])
  expect([...(a ?? [])]).toEqual([1, undefined, 2, undefined, 3])
  expect([...(b ?? [])]).toEqual([undefined, 7, undefined, 8, undefined])
})

test('a gap of one line is null in it alone', () => {
  const silent = line('A', minutes(0, 1, 2, 3, 4, 60, 61, 62, 63, 64), Array<number>(10).fill(5))
  const steady = line('B', minutes(...Array.from({ length: 65 }, (_, i) => i)), Array<number>(65).fill(6))
  const [, a = [], b = []] = joinedData([silent, steady])
  expect([...a].filter((value) => value === null)).toHaveLength(1)
  expect([...b].filter((value) => value === null)).toHaveLength(0)
})

test('the range holds every line, and an empty one does not widen it', () => {
  const [low, high] = jointRange([line('A', minutes(0, 1), [18, 19]), line('B', minutes(0, 1), [24, 25])])
  expect(low).toBeLessThan(18)
  expect(high).toBeGreaterThan(25)
  expect(jointRange([line('A', minutes(0, 1), [18, 19]), line('C', [], [])])[0]).toBeGreaterThan(17)
  expect(jointRange([])).toEqual([0, 1])
})

test('the point under the crosshair is the nearest of each line, and none in a gap', () => {
  const { model } = line('A', minutes(0, 1, 2, 3, 4, 60, 61, 62, 63, 64), [0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
  const valueAt = (minute: number) => {
    const at = pointAt(model, minute * 60)
    return at === null ? null : model.avg[at]
  }
  expect([0, 1.4, 1.6, 30, 60.2].map(valueAt)).toEqual([0, 1, 2, null, 5])
})
