import { useState } from 'react'
import { serverNow } from '../clock/server-clock.ts'
import { useFromNow } from '../clock/use-now.ts'
import { readTime, type TimeRange } from './time-range.ts'

/** A window that follows the clock moves in steps of a five-hundredth of its width, about a pixel. */
export const WINDOW_STEPS = 500

/** The interval that a chart shows, epoch seconds; `to` is never later than now, so data are expected in all of it. */
export interface ShownWindow {
  from: number
  to: number
  /** The end of the axis, where values are predicted after `to`. */
  until?: number
}

/**
 * The window in epoch seconds: it moves with the clock, in small steps, or stands where it was when the chart was paused.
 */
export function useSeriesWindow(range: TimeRange, isMoving: boolean): ShownWindow {
  const [standing, setStanding] = useState<number | null>(null)
  // Set while rendering, so that the window does not jump when it is paused.
  if (isMoving !== (standing === null)) setStanding(isMoving ? null : serverNow())
  return useFromNow((now) => windowAt(range, isMoving ? now : (standing ?? now), isMoving))
}

function windowAt(range: TimeRange, now: number, isMoving: boolean): ShownWindow {
  const from = readTime(range.from, now) ?? now
  const to = Math.min(readTime(range.to, now) ?? now, Math.max(now, from))
  const step = isMoving ? Math.max(1000, (to - from) / WINDOW_STEPS) : 1
  const end = Math.floor(to / step) * step
  return { from: (from + end - to) / 1000, to: end / 1000 }
}
