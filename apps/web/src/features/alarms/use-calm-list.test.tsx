import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useCalmList } from './use-calm-list.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const alarm = (id: number, note = '') => ({ id, note, state: 'active_unack' as const })
const listOf = (answeredAt: number, ...entries: ReturnType<typeof alarm>[]) =>
  renderHook(({ answer }) => useCalmList(answer, false), { initialProps: { answer: { entries, answeredAt } } })

test('rows stay while the pointer is in the list, and move 200 ms after it has left', () => {
  const { result, rerender } = listOf(1, alarm(1), alarm(2))
  act(() => result.current.handlers.onPointerEnter())
  rerender({ answer: { entries: [alarm(3), alarm(2, 'changed')], answeredAt: 2 } })
  expect(result.current.shown).toEqual([alarm(1), alarm(2, 'changed')])
  expect(result.current.waiting).toBe(1)
  act(() => result.current.handlers.onPointerLeave())
  expect(result.current.shown).toHaveLength(2)
  act(() => void vi.advanceTimersByTime(200))
  expect(result.current.shown).toEqual([alarm(3), alarm(2, 'changed')])
})

test('an alarm that a dialog changed stays as changed where the focus returns, although the list let go meanwhile', () => {
  const { result, rerender } = listOf(1, alarm(1), alarm(2))
  act(() => result.current.handlers.onFocus())
  // The focus is in the dialog.
  act(() => result.current.handlers.onBlur())
  act(() => result.current.remember([alarm(1, 'shelved')]))
  act(() => void vi.advanceTimersByTime(200))
  act(() => result.current.handlers.onFocus())
  rerender({ answer: { entries: [alarm(2)], answeredAt: 2 } })
  expect(result.current.shown).toEqual([alarm(1, 'shelved'), alarm(2)])
})

test('an answer that was asked for before a change does not undo it', () => {
  const now = Date.now()
  const { result, rerender } = listOf(now - 1_000, alarm(1))
  act(() => result.current.handlers.onFocus())
  // The focus is in the dialog.
  act(() => result.current.handlers.onBlur())
  act(() => void vi.advanceTimersByTime(200))
  act(() => result.current.remember([alarm(1, 'shelved')]))
  rerender({ answer: { entries: [alarm(1)], answeredAt: now + 300 } })
  act(() => result.current.handlers.onFocus())
  rerender({ answer: { entries: [], answeredAt: now + 400 } })
  expect(result.current.shown).toEqual([alarm(1, 'shelved')])
})

test('what was changed long before the last answer does not hide what that answer says', () => {
  const now = Date.now()
  const { result, rerender } = listOf(now, alarm(1))
  act(() => result.current.handlers.onFocus())
  act(() => result.current.remember([alarm(1, 'shelved')]))
  rerender({ answer: { entries: [alarm(1, 'closed')], answeredAt: now + 10_000 } })
  act(() => result.current.handlers.onBlur())
  act(() => void vi.advanceTimersByTime(200))
  act(() => result.current.handlers.onFocus())
  rerender({ answer: { entries: [], answeredAt: now + 20_000 } })
  expect(result.current.shown).toEqual([alarm(1, 'closed')])
})
