import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { contained, mostZoom, type Size } from './plan-layout.ts'

/** The plan before its box is measured. */
const UNMEASURED: Size = { width: 1_000, height: 700 }
const STEP = 1.4

/** The size of an element, followed; null: it is not there yet. */
export function useBox(element: HTMLElement | null): Size {
  const [size, setSize] = useState(UNMEASURED)
  useLayoutEffect(() => {
    if (!element) return undefined
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = element
      if (width > 0 && height > 0)
        setSize((old) => (old.width === width && old.height === height ? old : { width, height }))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [element])
  return size
}

/** A point of the box that stays where it is while the plan is zoomed. */
interface Anchor {
  left: number
  top: number
}

/**
 * How large a picture is drawn inside a box that scrolls. Two fingers, and the wheel with Ctrl, zoom.
 * @param comfortable the zoom to begin with, from the size at which the whole picture is seen
 */
export function usePlanZoom(box: HTMLElement | null, picture: Size, comfortable: (fit: Size) => number) {
  const fit = contained(picture, useBox(box))
  const first = comfortable(fit)
  const [chosen, setChosen] = useState<number | null>(null)
  const zoom = chosen ?? first
  const scrolled = useRef<{ left: number; top: number } | null>(null)

  const zoomTo = useCallback(
    (wanted: number, anchor?: Anchor) => {
      if (!box) return
      const next = Math.min(Math.max(wanted, 1), mostZoom(first))
      const { left, top } = anchor ?? { left: box.clientWidth / 2, top: box.clientHeight / 2 }
      const ratio = next / zoom
      scrolled.current = {
        left: (box.scrollLeft + left) * ratio - left,
        top: (box.scrollTop + top) * ratio - top,
      }
      setChosen(next)
    },
    [box, first, zoom],
  )
  useLayoutEffect(() => {
    if (scrolled.current) box?.scrollTo(scrolled.current)
    scrolled.current = null
  }, [box, zoom])
  usePinch(box, zoom, zoomTo)
  return {
    zoom,
    /** At which the tanks have their full size. */
    comfortable: first,
    size: { width: fit.width * zoom, height: fit.height * zoom },
    zoomIn: zoom < mostZoom(first) ? () => zoomTo(zoom * STEP) : null,
    zoomOut: zoom > 1 ? () => zoomTo(zoom / STEP) : null,
  }
}

function usePinch(box: HTMLElement | null, zoom: number, zoomTo: (zoom: number, anchor: Anchor) => void) {
  /** The distance of the fingers when they came down, and the zoom at that time. */
  const begun = useRef<{ distance: number; zoom: number } | null>(null)
  const onTouch = useEffectEvent((event: TouchEvent) => {
    const [a, b] = [...event.touches]
    if (!a || !b || !box) {
      begun.current = null
      return
    }
    event.preventDefault()
    const distance = Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY)
    begun.current ??= { distance, zoom }
    const { left, top } = box.getBoundingClientRect()
    const anchor = { left: (a.clientX + b.clientX) / 2 - left, top: (a.clientY + b.clientY) / 2 - top }
    zoomTo((begun.current.zoom * distance) / begun.current.distance, anchor)
  })
  const onWheel = useEffectEvent((event: WheelEvent) => {
    if (!event.ctrlKey || !box) return
    event.preventDefault()
    const { left, top } = box.getBoundingClientRect()
    zoomTo(zoom * Math.exp(-event.deltaY / 200), { left: event.clientX - left, top: event.clientY - top })
  })
  useEffect(() => {
    if (!box) return undefined
    // React's own listeners are passive and could not keep the browser from zooming the page.
    const touch = (event: TouchEvent) => onTouch(event)
    const wheel = (event: WheelEvent) => onWheel(event)
    const types = ['touchstart', 'touchmove', 'touchend', 'touchcancel'] as const
    for (const type of types) box.addEventListener(type, touch, { passive: false })
    box.addEventListener('wheel', wheel, { passive: false })
    return () => {
      for (const type of types) box.removeEventListener(type, touch)
      box.removeEventListener('wheel', wheel)
    }
  }, [box])
}
