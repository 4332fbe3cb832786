import { useMemo, useState } from 'react'
import { readTime, type TimeRange } from './time-range.ts'
import { useNow } from '../clock/use-now.ts'

/** The window of a following chart moves in steps of a five-hundredth of its width, about a pixel. */
const WINDOW_STEPS = 500

/** What a chart shows, epoch seconds; data are expected up to `now`. */
export interface SeriesWindow {
  from: number
  to: number
  now: number
}

/** The window in epoch seconds: it moves with the clock, in small steps, or stands where it was when the chart was paused. */
export function useSeriesWindow(range: TimeRange, isMoving: boolean): SeriesWindow {
  const ticking = useNow()
  const [standing, setStanding] = useState<number | null>(null)
  // State of an earlier render, kept in step while rendering: the window must not jump when it is paused.
  if (isMoving !== (standing === null)) setStanding(isMoving ? null : ticking)
  const now = isMoving ? ticking : (standing ?? ticking)

  const from = readTime(range.from, now) ?? now
  const to = readTime(range.to, now) ?? now
  const step = isMoving ? Math.max(1000, (to - from) / WINDOW_STEPS) : 1
  const shift = Math.ceil(to / step) * step - to
  const end = Math.min(to, now)
  const [start, stop, present] = [(from + shift) / 1000, (to + shift) / 1000, Math.floor(end / step) * step]
  return useMemo(() => ({ from: start, to: stop, now: present / 1000 }), [start, stop, present])
}
