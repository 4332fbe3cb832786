import { type RefObject, useEffect, useState } from 'react'

/** How far ahead of the screen elements are drawn, in heights of the screen. */
const MARGINS = { tiles: '150% 0px', cards: '60% 0px' } as const
type MarginKind = keyof typeof MARGINS

type OnChange = (isNear: boolean) => void
const callbacks = new WeakMap<Element, OnChange>()
const observers = new Map<MarginKind, IntersectionObserver>()

function observerOf(kind: MarginKind): IntersectionObserver {
  const known = observers.get(kind)
  if (known) return known
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) callbacks.get(target)?.(isIntersecting)
    },
    { rootMargin: MARGINS[kind] },
  )
  observers.set(kind, observer)
  return observer
}

function observe(kind: MarginKind, element: Element, onChange: OnChange): () => void {
  const observer = observerOf(kind)
  callbacks.set(element, onChange)
  observer.observe(element)
  return () => {
    callbacks.delete(element)
    observer.unobserve(element)
  }
}

/** Whether an element has come near the screen; it stays so. One observer serves all elements. */
export function useSeen(element: RefObject<Element | null>): boolean {
  const [isSeen, setSeen] = useState(typeof IntersectionObserver === 'undefined')
  useEffect(() => {
    if (isSeen || !element.current) return undefined
    return observe('tiles', element.current, (isNear) => {
      if (isNear) setSeen(true)
    })
  }, [element, isSeen])
  return isSeen
}

/**
 * Whether an element is near the screen, and its last height, px, while it is not: as high as that it may be empty. An element with the focus
 * counts as near.
 */
export function useNear(element: RefObject<HTMLElement | null>, initially: { isNear: boolean; height: number }) {
  const [state, setState] = useState(() => ({
    ...initially,
    isNear: initially.isNear || typeof IntersectionObserver === 'undefined',
  }))
  useEffect(() => {
    const observed = element.current
    if (observed === null || typeof IntersectionObserver === 'undefined') return undefined
    return observe('cards', observed, (isNear) => {
      if (isNear) setState((before) => (before.isNear ? before : { ...before, isNear }))
      else if (!observed.contains(document.activeElement)) setState({ isNear, height: observed.offsetHeight })
    })
  }, [element])
  return state
}
