import { expect, test } from 'vitest'
import { instantAt } from '../../core/clock.ts'
import { nextTry } from './webhook-tries.rules.ts'

const QUEUED = Date.parse('2026-07-10T09:00:00.000Z')

test('what is not taken is tried for 24 hours, at first often, then once an hour', () => {
  const gaps: number[] = []
  let now = QUEUED
  for (let tries = 1; ; tries += 1) {
    const next = nextTry({ queued_at: instantAt(QUEUED), tries }, now)
    if (!next) break
    expect(Date.parse(next.at) - now).toBe(next.afterSeconds * 1000)
    gaps.push(next.afterSeconds)
    now = Date.parse(next.at)
  }
  expect(gaps.slice(0, 10)).toEqual([15, 30, 60, 120, 240, 480, 960, 1920, 3600, 3600])
  expect(gaps.every((gap, i) => gap >= (gaps[i - 1] ?? 0))).toBe(true)
  const hours = (now - QUEUED) / 3_600_000
  expect(hours).toBeGreaterThan(23)
  expect(hours).toBeLessThanOrEqual(24)
})
