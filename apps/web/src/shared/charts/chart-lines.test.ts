import { expect, test } from 'vitest'
import { type ChartLine, joinedData, jointRange, nextPoint, pointAt } from './chart-lines.ts'
import { plotModel } from './plot-model.ts'

function line(label: string, times: number[], values: number[]): ChartLine {
  const ph = { min: values, avg: values, max: values }
  const window = { from: times[0] ?? 0, to: times.at(-1) ?? 0 }
  return {
    label,
    color: '#000',
    dash: [],
    marks: [],
    model: plotModel({ from: '', to: '', bucket_seconds: 0, times, metrics: { ph } }, 'ph', window, []),
  }
}
const minutes = (...at: number[]) => at.map((minute) => minute * 60)

test('lines measured at different times share one axis, and none is interrupted by the times of another', () => {
  const [xs, a, b] = joinedData([line('A', minutes(0, 1, 2), [1, 2, 3]), line('B', [30, 90], [7, 8])])
  expect([...(xs ?? [])]).toEqual([0, 30, 60, 90, 120])
  expect([...(a ?? [])]).toEqual([1, undefined, 2, undefined, 3])
  expect([...(b ?? [])]).toEqual([undefined, 7, undefined, 8, undefined])
})

test('a gap of one line interrupts only that line', () => {
  const silent = line('A', minutes(0, 1, 2, 3, 4, 60, 61, 62, 63, 64), Array<number>(10).fill(5))
  const steady = line('B', minutes(...Array.from({ length: 65 }, (_, i) => i)), Array<number>(65).fill(6))
  const [, a = [], b = []] = joinedData([silent, steady])
  expect([...a].filter((value) => value === null)).toHaveLength(1)
  expect([...b].filter((value) => value === null)).toHaveLength(0)
})

test('the joint range shows every line, and an empty line does not widen it', () => {
  const [low, high] = jointRange([line('A', minutes(0, 1), [18, 19]), line('B', minutes(0, 1), [24, 25])])
  expect(low).toBeLessThan(18)
  expect(high).toBeGreaterThan(25)
  expect(jointRange([line('A', minutes(0, 1), [18, 19]), line('C', [], [])])[0]).toBeGreaterThan(17)
  expect(jointRange([])).toEqual([0, 1])
})

test('the crosshair shows the nearest point of a line, and none in a gap', () => {
  const { model } = line('A', minutes(0, 1, 2, 3, 4, 60, 61, 62, 63, 64), [0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
  const valueAt = (minute: number) => {
    const at = pointAt(model, minute * 60)
    return at === null ? null : model.avg[at]
  }
  expect([0, 1.4, 1.6, 30, 60.2].map(valueAt)).toEqual([0, 1, 2, null, 5])
})

const values = [1, 2, null, 4, 5]
const press = (key: string, at: number | null, isFar = false) => nextPoint(values, at, key, isFar)

test('the first key moves the crosshair to the newest point', () => {
  expect(press('ArrowLeft', null)).toBe(4)
  expect(press('ArrowRight', null)).toBe(4)
})

test('arrows skip points without a value', () => {
  expect(press('ArrowLeft', 3)).toBe(1)
  expect(press('ArrowRight', 1)).toBe(3)
  expect(press('ArrowLeft', 2)).toBe(0)
})

test('Shift moves the crosshair by ten points and stops at the ends', () => {
  const long = Array.from({ length: 30 }, (_, i) => i)
  expect(nextPoint(long, 15, 'ArrowLeft', true)).toBe(5)
  expect(nextPoint(long, 5, 'ArrowLeft', true)).toBe(0)
  expect(nextPoint(long, 25, 'ArrowRight', true)).toBe(29)
})

test('Home and End move the crosshair to the ends', () => {
  expect(press('Home', 3)).toBe(0)
  expect(press('End', 0)).toBe(4)
})

test('other keys do not move the crosshair, nor does any key in an empty chart', () => {
  expect(press('a', 3)).toBeNull()
  expect(nextPoint([null], null, 'Home', false)).toBeNull()
})
