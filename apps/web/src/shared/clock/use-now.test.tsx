import { act, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { formatDuration } from '../format/age.ts'
import { useFromNow } from './use-now.ts'

const NOW = Date.parse('2026-07-09T11:30:00Z')
beforeEach(() => void vi.useFakeTimers({ now: NOW }))
afterEach(() => void vi.useRealTimers())

test('an age is drawn again when its text changes, and not each second', () => {
  const draw = vi.fn<(text: string) => void>()
  function Age({ at }: { at: number }) {
    const text = useFromNow((now) => formatDuration(now - at))
    draw(text)
    return text
  }
  const screen = render(<Age at={NOW - 90_000} />)
  draw.mockClear()
  act(() => void vi.advanceTimersByTime(29_000))
  expect(draw).not.toHaveBeenCalled()
  act(() => void vi.advanceTimersByTime(1000))
  expect(screen.container).toHaveTextContent('2 dk')
  screen.rerender(<Age at={NOW - 3_600_000} />)
  expect(screen.container).toHaveTextContent('1 sa')
})

test('what is derived stays the same object while it is equal, and follows what it is derived from', () => {
  const seen = vi.fn<(states: readonly { id: number; isOld: boolean }[]) => void>()
  function States({ times }: { times: readonly number[] }) {
    const states = useFromNow((now) => times.map((time, id) => ({ id, isOld: now - time > 10_000 })))
    seen(states)
    return states.filter(({ isOld }) => isOld).length
  }
  const screen = render(<States times={[NOW, NOW - 5000]} />)
  const first = seen.mock.lastCall?.[0]
  screen.rerender(<States times={[NOW, NOW - 4000]} />)
  expect(seen.mock.lastCall?.[0]).toBe(first)
  expect(screen.container).toHaveTextContent('0')
  act(() => void vi.advanceTimersByTime(7000))
  expect(screen.container).toHaveTextContent('1')
  screen.rerender(<States times={[NOW, NOW]} />)
  expect(screen.container).toHaveTextContent('0')
})
