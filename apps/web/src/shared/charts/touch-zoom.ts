import type uPlot from 'uplot'
import { serverNow } from '../clock/server-clock.ts'
import { GREATEST_WIDTH, LEAST_WIDTH, rangeOfSpan, type TimeRange, type TimeSpan } from './time-range.ts'

/** Two fingers on a chart of this width (CSS px): where each stands, and the time (epoch ms) that it took hold of. */
export interface Pinch {
  fingers: readonly [HeldFinger, HeldFinger]
  width: number
}

interface HeldFinger {
  x: number
  time: number
}

/** Fingers closer than this are taken as this far apart, CSS px. */
const LEAST_DISTANCE_PX = 24
/** A finger or mouse that moves less than this taps, CSS px. */
export const LEAST_DRAG_PX = 12
/** A pinch that moves both ends by less than this share of the window is none. */
const LEAST_CHANGE = 0.02

/** The window in which the times stay below the fingers that took hold of them, at most until now (epoch ms). */
export function pinchedSpan({ fingers, width }: Pinch, now: number): TimeSpan {
  const [left, right] = fingers[0].x <= fingers[1].x ? fingers : [fingers[1], fingers[0]]
  const [earlier, later] = left.time <= right.time ? [left.time, right.time] : [right.time, left.time]
  const perPixel = (later - earlier) / Math.max(LEAST_DISTANCE_PX, right.x - left.x)
  const middle = (earlier + later) / 2 + (width / 2 - (left.x + right.x) / 2) * perPixel
  const half = Math.min(GREATEST_WIDTH, Math.max(LEAST_WIDTH, width * perPixel)) / 2
  const to = Math.min(now, middle + half)
  return { from: Math.min(middle - half, to - LEAST_WIDTH), to }
}

/**
 * Lets fingers zoom a plot: two fingers pinch its window, which follows them until they are lifted; one drags over an interval, as a mouse does.
 * The element leaves vertical swipes to the page by `touch-action: pan-y`.
 * @returns removes the listeners
 */
export function zoomByTouch(plot: uPlot, onPinch: (range: TimeRange) => void): () => void {
  /** The fingers on the plot, in the order in which they came. */
  const fingers = new Map<number, HeldFinger & { start: number }>()
  let pinched: { from: TimeSpan; to: TimeSpan } | null = null
  const { over } = plot
  const xOf = (event: PointerEvent) => event.clientX - over.getBoundingClientRect().left
  const shownSpan = () => ({ from: timeOf(0), to: timeOf(over.clientWidth) })
  const timeOf = (x: number) => plot.posToVal(x, 'x') * 1_000
  const select = (from: number, to: number, isDone: boolean) => {
    const [left, right] = [Math.max(0, Math.min(from, to)), Math.min(over.clientWidth, Math.max(from, to))]
    plot.setSelect({ left, top: 0, width: Math.max(0, right - left), height: over.clientHeight }, isDone)
  }

  function onDown(event: PointerEvent): void {
    if (event.pointerType !== 'touch' || fingers.size === 2) return
    const x = xOf(event)
    fingers.set(event.pointerId, { x, start: x, time: timeOf(x) })
    if (fingers.size < 2) return
    select(0, 0, false)
    // The first finger may have moved before the second came.
    for (const finger of fingers.values()) finger.time = timeOf(finger.x)
  }

  function onMove(event: PointerEvent): void {
    const finger = fingers.get(event.pointerId)
    if (!finger) return
    finger.x = xOf(event)
    const [one, other] = [...fingers.values()]
    if (one && other) {
      pinched ??= { from: shownSpan(), to: shownSpan() }
      pinched.to = pinchedSpan({ fingers: [one, other], width: over.clientWidth }, serverNow())
      plot.setScale('x', { min: pinched.to.from / 1_000, max: pinched.to.to / 1_000 })
    } else if (Math.abs(finger.x - finger.start) >= LEAST_DRAG_PX) {
      select(finger.start, finger.x, false)
    }
  }

  function onEnd(event: PointerEvent): void {
    const finger = fingers.get(event.pointerId)
    if (!finger) return
    const wasPinch = fingers.size === 2
    // Both fingers end a pinch: the one that stays must not drag.
    fingers.clear()
    if (wasPinch) endPinch()
    else if (event.type === 'pointerup' && Math.abs(finger.x - finger.start) >= LEAST_DRAG_PX)
      select(finger.start, finger.x, true)
    else select(0, 0, false)
  }

  function endPinch(): void {
    if (!pinched) return
    const { from: before, to: after } = pinched
    pinched = null
    const moved = Math.max(Math.abs(after.from - before.from), Math.abs(after.to - before.to))
    if (moved >= (before.to - before.from) * LEAST_CHANGE) onPinch(rangeOfSpan(after, serverNow()))
    // Drawing the same data again takes the window that stays.
    else plot.setData(plot.data)
  }

  const listeners = { pointerdown: onDown, pointermove: onMove, pointerup: onEnd, pointercancel: onEnd }
  const names = Object.keys(listeners) as (keyof typeof listeners)[]
  for (const name of names) plot.root.addEventListener(name, listeners[name])
  return () => {
    for (const name of names) plot.root.removeEventListener(name, listeners[name])
  }
}
