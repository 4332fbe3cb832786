import { expect, test } from 'vitest'
import { pinchedSpan } from './touch-zoom.ts'

const NOW = Date.UTC(2026, 6, 9, 12)
const HOUR = 3_600_000
/** Two fingers that took hold of the window's quarters while it showed the last eight hours on 320 px. */
const held = (left: number, right: number) => ({
  fingers: [
    { x: left, time: NOW - 6 * HOUR },
    { x: right, time: NOW - 2 * HOUR },
  ] as const,
  width: 320,
})

test('the times that two fingers took hold of stay below them', () => {
  expect(pinchedSpan(held(80, 240), NOW)).toEqual({ from: NOW - 8 * HOUR, to: NOW })
  expect(pinchedSpan(held(0, 320), NOW)).toEqual({ from: NOW - 6 * HOUR, to: NOW - 2 * HOUR })
  expect(pinchedSpan(held(-160, 160), NOW)).toEqual({ from: NOW - 4 * HOUR, to: NOW })
})

test('fingers that cross each other do not turn the time around', () => {
  expect(pinchedSpan(held(240, 80), NOW)).toEqual(pinchedSpan(held(80, 240), NOW))
})

test('a pinched window is at least two minutes wide and ends now at the latest', () => {
  const wide = pinchedSpan(held(120, 200), NOW)
  expect(wide).toEqual({ from: NOW - 12 * HOUR, to: NOW })
  const [one, other] = held(0, 320).fingers
  const short = pinchedSpan({ fingers: [one, { ...other, time: one.time + 1_000 }], width: 320 }, NOW)
  expect(short.to - short.from).toBe(120_000)
})
