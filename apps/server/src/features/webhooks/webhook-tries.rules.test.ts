import { expect, test } from 'vitest'
import { nextTryAfter } from './webhook-tries.rules.ts'

const queued_at = '2026-07-10T09:00:00.000Z'

test('what is not taken is tried for 24 hours, at first often, then once an hour', () => {
  const gaps: number[] = []
  const begun = Date.parse(queued_at)
  let now = begun
  for (let tries = 1; ; tries += 1) {
    const gap = nextTryAfter({ queued_at, tries }, now)
    if (gap === null) break
    gaps.push(gap)
    now += gap * 1000
  }
  expect(gaps.slice(0, 10)).toEqual([15, 30, 60, 120, 240, 480, 960, 1920, 3600, 3600])
  expect(gaps.every((gap, i) => gap >= (gaps[i - 1] ?? 0))).toBe(true)
  const hours = (now - begun) / 3_600_000
  expect(hours).toBeGreaterThan(23)
  expect(hours).toBeLessThanOrEqual(24)
})
