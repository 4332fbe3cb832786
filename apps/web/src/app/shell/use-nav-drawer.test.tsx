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

test('the menu drawer opens when a mouse rests on it for 300 ms, and closes 250 ms after the mouse left', () => {
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

test('the menu drawer stays closed when a mouse only passes', () => {
  const drawer = open()
  drawer.does(({ pointerEntered }) => pointerEntered(mouse))
  drawer.waits(200)
  drawer.does(({ pointerLeft }) => pointerLeft(mouse))
  drawer.waits(1_000)
  expect(drawer.state()).toBeNull()
})

test('the menu drawer never opens by a resting finger', () => {
  const drawer = open()
  drawer.does(({ pointerEntered }) => pointerEntered(finger))
  drawer.waits(1_000)
  expect(drawer.state()).toBeNull()
})

test('the menu drawer opened by a click opens at once and stays when the mouse leaves', () => {
  const drawer = open()
  drawer.does(({ openByHand }) => openByHand())
  expect(drawer.state()).toBe('hand')
  drawer.does(({ pointerLeft }) => pointerLeft(mouse))
  drawer.waits(1_000)
  expect(drawer.state()).toBe('hand')
})

test('Esc closes the menu drawer that the mouse opened, though the focus is in the page', () => {
  const drawer = open()
  drawer.does(({ pointerEntered }) => pointerEntered(mouse))
  drawer.waits(300)
  act(() => void document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' })))
  expect(drawer.state()).toBeNull()
})
