import type { Measurement } from '@dalyan/contracts/measurements'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { useLiveMessage } from '../../../shared/live/use-channel.ts'
import { isFollowing } from '../../../shared/charts/time-range.ts'
import { useSeriesWindow } from '../../../shared/charts/use-series-window.ts'
import { measurementQueries } from '../../measurements/public/measurements.queries.ts'
import type { DetailView } from './detail-search.ts'
import { withReadings } from './live-series.ts'

/** A point may arrive while the server computes its answer: the points of this time before an answer are added to it again. */
const OVERLAP_MS = 30_000
const PAINT_EVERY_MS = 1_000

/**
 * A tank's series with live readings at its end, and the window to draw it in (epoch seconds).
 * `missed` is the number of readings that arrived while the chart was paused.
 */
export function useTankSeries(tankId: number, { range, isPaused }: Pick<DetailView, 'range' | 'isPaused'>) {
  const query = useQuery(measurementQueries.tankSeries(tankId, { range }, isPaused))
  // Also true while paused, so that the points that are drawn stay.
  const isLive = isFollowing(range)
  const window = useSeriesWindow(range, isLive && !isPaused)
  const { readings, missed } = useLiveReadings(tankId, {
    isLive,
    isPaused,
    fetchedAt: query.dataUpdatedAt,
    onResume: () => void query.refetch(),
  })
  const fetched = query.data
  const series = useMemo(
    () => (fetched && isLive ? withReadings(fetched, readings, window.from) : fetched),
    [fetched, isLive, readings, window.from],
  )
  return { query, series, window, missed }
}

interface LiveReadingsOptions {
  isLive: boolean
  isPaused: boolean
  /** Epoch milliseconds. */
  fetchedAt: number
  onResume: () => void
}

/** Collects live readings and returns new ones at most once a second; while paused it only counts them. */
function useLiveReadings(tankId: number, { isLive, isPaused, fetchedAt, onResume }: LiveReadingsOptions) {
  const received = useRef<{ reading: Measurement; receivedAt: number }[]>([])
  const [painted, setPainted] = useState<readonly Measurement[]>([])
  const [missed, setMissed] = useState(0)
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null)

  useLiveMessage(isLive ? `tank.${tankId}` : null, 'measurement', (readings) => {
    if (isPaused) {
      setMissed((count) => count + readings.length)
      return
    }
    received.current.push(...readings.map((reading) => ({ reading, receivedAt: Date.now() })))
    timer.current ??= setTimeout(() => {
      timer.current = null
      setPainted(received.current.map(({ reading }) => reading))
    }, PAINT_EVERY_MS)
  })

  useEffect(() => {
    received.current = received.current.filter(({ receivedAt }) => receivedAt > fetchedAt - OVERLAP_MS)
  }, [fetchedAt])

  const resume = useEffectEvent(onResume)
  useEffect(() => {
    if (!isPaused) return
    return () => {
      setMissed(0)
      resume()
    }
  }, [isPaused])

  useEffect(
    () => () => {
      if (timer.current !== null) clearTimeout(timer.current)
      timer.current = null
      received.current = []
    },
    [tankId],
  )

  return { readings: painted, missed }
}
