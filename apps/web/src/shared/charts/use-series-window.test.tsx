import { renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useSeriesWindow } from './use-series-window.ts'

const NOW = Date.parse('2026-07-09T11:30:17.300Z')
beforeEach(() => void vi.useFakeTimers({ now: NOW }))
afterEach(() => void vi.useRealTimers())

test.each([['now-6h'], ['now-24h'], ['now-7d'], ['now-30d']])(
  'a window from %s ends now or a pixel earlier',
  (from) => {
    const { result } = renderHook(() => useSeriesWindow({ from, to: 'now' }, true))
    const { from: start, to } = result.current
    expect(to).toBeLessThanOrEqual(NOW / 1000)
    expect(NOW / 1000 - to).toBeLessThanOrEqual((to - start) / 500 + 1)
  },
)

test('a window with an end in the future ends now', () => {
  const { result } = renderHook(() => useSeriesWindow({ from: '2026-07-09T10:00', to: '2026-07-10T00:00' }, false))
  expect(result.current.to).toBe(Math.floor(NOW) / 1000)
  expect(result.current.from).toBe(Date.parse('2026-07-09T07:00:00Z') / 1000)
})

test('a window of the past keeps both of its ends', () => {
  const { result } = renderHook(() => useSeriesWindow({ from: '2026-07-08T00:00', to: '2026-07-09T00:00' }, false))
  expect(result.current).toEqual({
    from: Date.parse('2026-07-07T21:00:00Z') / 1000,
    to: Date.parse('2026-07-08T21:00:00Z') / 1000,
  })
})
