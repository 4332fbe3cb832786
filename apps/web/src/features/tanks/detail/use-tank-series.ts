import type { Measurement, Series } from '@dalyan/contracts/measurements'
import { METRIC_KEYS, type MetricKey } from '@dalyan/contracts/metrics'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { useLiveMessage } from '../../../shared/live/use-channel.ts'
import { type ColumnarSeries, type LivePoint, withLivePoints } from '../../../shared/charts/columnar-series.ts'
import { isFollowing, type TimeRange } from '../../../shared/charts/time-range.ts'
import { type SeriesWindow, useSeriesWindow } from '../../../shared/charts/use-series-window.ts'
import { measurementQueries } from '../../measurements/public/measurements.queries.ts'

/** A point may arrive while the server computes its answer: the points of this time before an answer are added to it again. */
const OVERLAP_MS = 30_000
const PAINT_EVERY_MS = 1_000

interface SeriesOptions {
  range: TimeRange
  points: number
  isPaused: boolean
}

/** A tank's series with live readings at its end, and the window to draw it in (epoch seconds). */
export interface TankSeries {
  series: ColumnarSeries<MetricKey> | null
  window: SeriesWindow
  /** Number of readings that arrived while the chart was paused. */
  missed: number
  error: Error | null
  isFetching: boolean
  retry: () => void
}

export function useTankSeries(tankId: number, { range, points, isPaused }: SeriesOptions): TankSeries {
  const query = useQuery(measurementQueries.tankSeries(tankId, { range, points }, isPaused))
  // Also true while paused, so that the points that are drawn stay.
  const isLive = isFollowing(range)
  const window = useSeriesWindow(range, isLive && !isPaused)
  const { points: live, missed } = useLivePoints(tankId, {
    isLive,
    isPaused,
    fetchedAt: query.dataUpdatedAt,
    onResume: () => void query.refetch(),
  })
  const base: Series | null = query.data ?? null

  const series = useMemo(
    () => base && (isLive ? withLivePoints(base, live, window.from) : base),
    [base, isLive, live, window.from],
  )
  return {
    series,
    window,
    missed,
    error: query.error,
    isFetching: query.isFetching && query.isPlaceholderData,
    retry: () => void query.refetch(),
  }
}

interface LivePointsOptions {
  isLive: boolean
  isPaused: boolean
  fetchedAt: number
  onResume: () => void
}

/** Collects live readings and returns new ones at most once a second; while paused it only counts them. */
function useLivePoints(tankId: number, { isLive, isPaused, fetchedAt, onResume }: LivePointsOptions) {
  const received = useRef<(LivePoint<MetricKey> & { receivedAt: number })[]>([])
  const [points, setPoints] = useState<readonly LivePoint<MetricKey>[]>([])
  const [missed, setMissed] = useState(0)
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null)

  useLiveMessage(isLive ? `tank.${tankId}` : null, 'measurement', (readings) => {
    if (isPaused) {
      setMissed((count) => count + readings.length)
      return
    }
    received.current.push(...readings.map((reading) => ({ ...asPoint(reading), receivedAt: Date.now() })))
    timer.current ??= setTimeout(() => {
      timer.current = null
      setPoints([...received.current])
    }, PAINT_EVERY_MS)
  })

  useEffect(() => {
    received.current = received.current.filter((point) => point.receivedAt > fetchedAt - OVERLAP_MS)
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

  return { points, missed }
}

function asPoint(reading: Measurement): LivePoint<MetricKey> {
  const values = Object.fromEntries(METRIC_KEYS.map((key) => [key, reading[key]])) as Record<MetricKey, number | null>
  return { at: Date.parse(reading.measured_at) / 1000, values }
}
