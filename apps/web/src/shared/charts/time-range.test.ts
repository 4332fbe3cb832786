import { describe, expect, test } from 'vitest'
import {
  isFollowing,
  rangeProblem,
  readTime,
  readTyped,
  spanOf,
  stepRange,
  toLocal,
  toTyped,
  zoomRange,
} from './time-range.ts'

const now = Date.parse('2026-07-09T11:30:00Z')
const hour = 3_600_000

describe('reading one end', () => {
  test.each([
    ['now', now],
    ['now-15m', now - hour / 4],
    ['now-24h', now - 24 * hour],
    ['now-7d', now - 7 * 24 * hour],
    ['2026-07-09T14:30', now],
    ['2015-07-09T14:30', Date.parse('2015-07-09T11:30:00Z')],
    ['2015-01-09T14:30', Date.parse('2015-01-09T12:30:00Z')],
  ])('%s', (text, ms) => {
    expect(readTime(text, now)).toBe(ms)
  })

  test.each([
    '',
    'now-',
    'now-24',
    'now+1h',
    '2026-02-30T10:00',
    '2026-07-09',
    '2026-07-09T25:00',
    '2026-07-09T14:30Z',
  ])('refuses %j', (text) => {
    expect(readTime(text, now)).toBeNull()
  })
})

describe('a window', () => {
  test('is resolved against now and stays relative', () => {
    const range = { from: 'now-24h', to: 'now' }
    expect(spanOf(range, now)).toEqual({ from: now - 24 * hour, to: now })
    expect(spanOf(range, now + hour)?.to).toBe(now + hour)
    expect(isFollowing(range)).toBe(true)
    expect(isFollowing({ from: 'now-24h', to: '2026-07-09T14:30' })).toBe(false)
  })

  test('has an order, and no greatest length', () => {
    expect(rangeProblem({ from: 'now', to: 'now' }, now)).toBe('order')
    expect(rangeProblem({ from: 'now-1h', to: '2026-07-01T00:00' }, now)).toBe('order')
    expect(rangeProblem({ from: 'now-3650d', to: 'now' }, now)).toBeNull()
    expect(rangeProblem({ from: '1990-01-01T00:00', to: 'now' }, now)).toBeNull()
    expect(rangeProblem({ from: 'yesterday', to: 'now' }, now)).toBe('invalid')
    expect(spanOf({ from: 'yesterday', to: 'now' }, now)).toBeNull()
  })
})

describe('stepping', () => {
  const lastDay = { from: 'now-24h', to: 'now' }

  test('back shows the window before', () => {
    expect(stepRange(lastDay, -1, now)).toEqual({ from: '2026-07-07T14:30', to: '2026-07-08T14:30' })
  })

  test('forth from there follows the clock again', () => {
    expect(stepRange(stepRange(lastDay, -1, now), 1, now)).toEqual(lastDay)
  })

  test('forth in the past stays in the past', () => {
    expect(stepRange({ from: '2026-07-01T00:00', to: '2026-07-01T06:00' }, 1, now)).toEqual({
      from: '2026-07-01T06:00',
      to: '2026-07-01T12:00',
    })
  })

  test('the width is kept in the shortest words', () => {
    expect(stepRange({ from: 'now-7d', to: 'now' }, 1, now)).toEqual({ from: 'now-7d', to: 'now' })
    expect(stepRange({ from: 'now-90m', to: 'now' }, 1, now).from).toBe('now-90m')
  })

  test('a window that cannot be read is left alone', () => {
    expect(stepRange({ from: 'x', to: 'y' }, 1, now)).toEqual({ from: 'x', to: 'y' })
  })
})

describe('narrower and wider', () => {
  test('around the middle, to the minute', () => {
    const day = { from: '2026-07-01T00:00', to: '2026-07-02T00:00' }
    expect(zoomRange(day, 'in', now)).toEqual({ from: '2026-07-01T06:00', to: '2026-07-01T18:00' })
    expect(zoomRange(day, 'out', now)).toEqual({ from: '2026-06-30T12:00', to: '2026-07-02T12:00' })
  })

  test('what follows the clock goes on to, and what reaches it begins to', () => {
    expect(zoomRange({ from: 'now-24h', to: 'now' }, 'out', now)).toEqual({ from: 'now-2d', to: 'now' })
    expect(zoomRange({ from: 'now-24h', to: 'now' }, 'in', now)).toEqual({ from: 'now-12h', to: 'now' })
    const today = { from: '2026-07-09T00:00', to: '2026-07-09T14:00' }
    expect(zoomRange(today, 'out', now)).toEqual({ from: 'now-28h', to: 'now' })
  })

  test('there is an end on both sides', () => {
    expect(zoomRange({ from: 'now-3m', to: 'now' }, 'in', now)).toBeNull()
    expect(zoomRange({ from: 'now-7000d', to: 'now' }, 'out', now)).toBeNull()
    expect(zoomRange({ from: 'x', to: 'y' }, 'out', now)).toBeNull()
  })
})

describe('wall time', () => {
  test('goes both ways', () => {
    expect(toLocal(now)).toBe('2026-07-09T14:30')
    expect(toTyped(now)).toBe('09.07.2026 14:30')
    expect(readTyped(toTyped(now))).toBe(toLocal(now))
  })

  test('typed text may leave out zeros', () => {
    expect(readTyped(' 9.7.2026 8.05 ')).toBe('2026-07-09T08:05')
  })

  test.each(['31.02.2026 10:00', '9.7.26 10:00', '2026-07-09 10:00', '09.07.2026', ''])('refuses %j', (text) => {
    expect(readTyped(text)).toBeNull()
  })
})
