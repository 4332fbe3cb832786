import { describe, expect, test } from 'vitest'
import {
  isFollowing,
  rangeProblem,
  readTime,
  readTyped,
  timeSpan,
  stepRange,
  toLocal,
  zoomRange,
} from './time-range.ts'

const now = Date.parse('2026-07-09T11:30:00Z')
const hour = 3_600_000

describe('reading one end of a window', () => {
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
  ])('cannot be %j', (text) => {
    expect(readTime(text, now)).toBeNull()
  })
})

describe('a window', () => {
  test('that is relative is resolved against now', () => {
    const range = { from: 'now-24h', to: 'now' }
    expect(timeSpan(range, now)).toEqual({ from: now - 24 * hour, to: now })
    expect(timeSpan(range, now + hour)?.to).toBe(now + hour)
    expect(isFollowing(range)).toBe(true)
    expect(isFollowing({ from: 'now-24h', to: '2026-07-09T14:30' })).toBe(false)
  })

  test('must begin before it ends, and may have any length', () => {
    expect(rangeProblem({ from: 'now', to: 'now' }, now)).toBe('order')
    expect(rangeProblem({ from: 'now-1h', to: '2026-07-01T00:00' }, now)).toBe('order')
    expect(rangeProblem({ from: 'now-3650d', to: 'now' }, now)).toBeNull()
    expect(rangeProblem({ from: '1990-01-01T00:00', to: 'now' }, now)).toBeNull()
    expect(rangeProblem({ from: 'yesterday', to: 'now' }, now)).toBe('invalid')
    expect(timeSpan({ from: 'yesterday', to: 'now' }, now)).toBeNull()
  })
})

describe('stepping through time', () => {
  const lastDay = { from: 'now-24h', to: 'now' }

  test('backwards shows the window before', () => {
    expect(stepRange(lastDay, -1, now)).toEqual({ from: '2026-07-07T14:30', to: '2026-07-08T14:30' })
  })

  test('forwards from there follows the clock again', () => {
    expect(stepRange(stepRange(lastDay, -1, now), 1, now)).toEqual(lastDay)
  })

  test('forwards in the past stays in the past', () => {
    expect(stepRange({ from: '2026-07-01T00:00', to: '2026-07-01T06:00' }, 1, now)).toEqual({
      from: '2026-07-01T06:00',
      to: '2026-07-01T12:00',
    })
  })

  test('keeps the width, written in the largest unit', () => {
    expect(stepRange({ from: 'now-7d', to: 'now' }, 1, now)).toEqual({ from: 'now-7d', to: 'now' })
    expect(stepRange({ from: 'now-90m', to: 'now' }, 1, now).from).toBe('now-90m')
  })

  test('does not change a window that is not valid', () => {
    expect(stepRange({ from: 'x', to: 'y' }, 1, now)).toEqual({ from: 'x', to: 'y' })
  })
})

describe('zooming a window', () => {
  test('keeps its middle, to the minute', () => {
    const day = { from: '2026-07-01T00:00', to: '2026-07-02T00:00' }
    expect(zoomRange(day, 'in', now)).toEqual({ from: '2026-07-01T06:00', to: '2026-07-01T18:00' })
    expect(zoomRange(day, 'out', now)).toEqual({ from: '2026-06-30T12:00', to: '2026-07-02T12:00' })
  })

  test('follows the clock where the window did, or would end after now', () => {
    expect(zoomRange({ from: 'now-24h', to: 'now' }, 'out', now)).toEqual({ from: 'now-2d', to: 'now' })
    expect(zoomRange({ from: 'now-24h', to: 'now' }, 'in', now)).toEqual({ from: 'now-12h', to: 'now' })
    const today = { from: '2026-07-09T00:00', to: '2026-07-09T14:00' }
    expect(zoomRange(today, 'out', now)).toEqual({ from: 'now-28h', to: 'now' })
  })

  test('stops at a least and a greatest width', () => {
    expect(zoomRange({ from: 'now-3m', to: 'now' }, 'in', now)).toBeNull()
    expect(zoomRange({ from: 'now-7000d', to: 'now' }, 'out', now)).toBeNull()
    expect(zoomRange({ from: 'x', to: 'y' }, 'out', now)).toBeNull()
  })
})

describe('wall time', () => {
  test('is written and read without a change', () => {
    expect(toLocal(now)).toBe('2026-07-09T14:30')
    expect(readTyped('09.07.2026 14:30')).toBe(toLocal(now))
  })

  test('may be typed without leading zeros', () => {
    expect(readTyped(' 9.7.2026 8.05 ')).toBe('2026-07-09T08:05')
  })

  test.each(['31.02.2026 10:00', '9.7.26 10:00', '2026-07-09 10:00', '09.07.2026', ''])('cannot be %j', (text) => {
    expect(readTyped(text)).toBeNull()
  })
})
