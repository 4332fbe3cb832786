import { act, renderHook } from '@testing-library/react'
import type { PointerEvent } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useNavDrawer } from './use-nav-drawer.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const mouse = { pointerType: 'mouse' } as PointerEvent
const finger = { pointerType: 'touch' } as PointerEvent

function open() {
  const { result } = renderHook(useNavDrawer)
  return {
    state: () => result.current.opened,
    does(action: (drawer: ReturnType<typeof useNavDrawer>) => void): void {
      act(() => {
        action(result.current)
      })
    },
    waits(ms: number): void {
      act(() => {
        vi.advanceTimersByTime(ms)
      })
    },
  }
}

test('a mouse that rests 300 ms opens it, and 250 ms after it left it closes', () => {
  const drawer = open()
  drawer.does(({ pointerEntered }) => pointerEntered(mouse))
  drawer.waits(299)
  expect(drawer.state()).toBeNull()
  drawer.waits(1)
  expect(drawer.state()).toBe('pointer')
  drawer.does(({ pointerLeft }) => pointerLeft(mouse))
  drawer.waits(249)
  expect(drawer.state()).toBe('pointer')
  drawer.waits(1)
  expect(drawer.state()).toBeNull()
})

test('a mouse that only passes does not open it', () => {
  const drawer = open()
  drawer.does(({ pointerEntered }) => pointerEntered(mouse))
  drawer.waits(200)
  drawer.does(({ pointerLeft }) => pointerLeft(mouse))
  drawer.waits(1_000)
  expect(drawer.state()).toBeNull()
})

test('a finger never opens it by resting', () => {
  const drawer = open()
  drawer.does(({ pointerEntered }) => pointerEntered(finger))
  drawer.waits(1_000)
  expect(drawer.state()).toBeNull()
})

test('opened by hand it opens at once and a mouse leaving does not close it', () => {
  const drawer = open()
  drawer.does(({ openByHand }) => openByHand())
  expect(drawer.state()).toBe('hand')
  drawer.does(({ pointerLeft }) => pointerLeft(mouse))
  drawer.waits(1_000)
  expect(drawer.state()).toBe('hand')
})

test('Esc closes it when the mouse opened it, though the focus is in the page', () => {
  const drawer = open()
  drawer.does(({ pointerEntered }) => pointerEntered(mouse))
  drawer.waits(300)
  act(() => void document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' })))
  expect(drawer.state()).toBeNull()
})
