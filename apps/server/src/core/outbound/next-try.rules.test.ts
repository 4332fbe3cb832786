import { expect, test } from 'vitest'
import { nextTryAfter } from './next-try.rules.ts'

const RULE = { firstPause: 15, longestPause: 3600, triedForMs: 24 * 3_600_000 }

test('the pauses between tries double up to the longest one, until the time of the rule is over', () => {
  const since = new Date(0).toISOString()
  const pauses: number[] = []
  let now = 0
  for (let tries = 1; ; tries += 1) {
    const next = nextTryAfter(RULE, { since, tries }, now)
    if (next === null) break
    pauses.push((Date.parse(next) - now) / 1000)
    now = Date.parse(next)
  }
  expect(pauses.slice(0, 10)).toEqual([15, 30, 60, 120, 240, 480, 960, 1920, 3600, 3600])
  expect(now / 3_600_000).toBeGreaterThan(23)
  expect(now / 3_600_000).toBeLessThanOrEqual(24)
})
