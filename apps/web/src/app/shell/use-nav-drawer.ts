import { type PointerEvent, useEffect, useRef, useState } from 'react'

const OPEN_AFTER_MS = 300
const CLOSE_AFTER_MS = 250

export interface NavDrawerControl {
  /** What opened the drawer; null while it is closed. */
  opened: 'hand' | 'pointer' | null
  openByHand: () => void
  close: () => void
  pointerEntered: (event: PointerEvent) => void
  pointerLeft: (event: PointerEvent) => void
}

/** Opens the drawer at once by a click, or when a mouse rests on the rail for 300 ms; then it closes 250 ms after the mouse left. */
export function useNavDrawer(): NavDrawerControl {
  const [opened, setOpened] = useState<NavDrawerControl['opened']>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    if (opened !== 'pointer') return undefined
    // The focus stays in the page, so the drawer itself does not receive Esc.
    const closeOnEscape = (event: KeyboardEvent) => event.key === 'Escape' && setOpened(null)
    document.addEventListener('keydown', closeOnEscape)
    return () => document.removeEventListener('keydown', closeOnEscape)
  }, [opened])

  function later(ms: number, next: (before: NavDrawerControl['opened']) => NavDrawerControl['opened']): void {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setOpened(next), ms)
  }

  return {
    opened,
    openByHand() {
      clearTimeout(timer.current)
      setOpened('hand')
    },
    close() {
      clearTimeout(timer.current)
      setOpened(null)
    },
    pointerEntered(event) {
      if (event.pointerType === 'mouse') later(OPEN_AFTER_MS, (before) => before ?? 'pointer')
    },
    pointerLeft(event) {
      if (event.pointerType === 'mouse') later(CLOSE_AFTER_MS, (before) => (before === 'pointer' ? null : before))
    },
  }
}
