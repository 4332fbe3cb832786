import type { MetricKey } from '@dalyan/contracts/metrics'
import { measurementsApi, type Series } from '@dalyan/contracts/measurements'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../shared/api/call.ts'
import { isFollowing, spanOf, type TimeRange } from '../../shared/charts/time-range.ts'
import { serverNow } from '../../shared/clock/server-clock.ts'

export const seriesKeys = {
  ofTank: (tankId: number) => ['series', 'tank', tankId] as const,
}

/** What a chart asks for. The range keeps its words, so that `now` is read anew at each fetch. */
interface SeriesAsked {
  range: TimeRange
  /** Left out: all. */
  metrics?: readonly MetricKey[]
  points: number
}

/** A bucketed series is fetched again when a bucket is full: only the server knows its average. */
const LEAST_REFETCH_SECONDS = 60

export const measurementQueries = {
  tankSeries: (tankId: number, { range, metrics, points }: SeriesAsked, isPaused = false) => {
    const isMoving = isFollowing(range) && !isPaused
    return queryOptions({
      queryKey: [...seriesKeys.ofTank(tankId), range, metrics ?? 'all', points],
      queryFn: ({ signal }): Promise<Series> => {
        const span = spanOf(range, serverNow())
        const query = {
          ...(span ? { from: new Date(span.from).toISOString(), to: new Date(span.to).toISOString() } : {}),
          ...(metrics ? { metrics: [...metrics] } : {}),
          points,
        }
        return call(measurementsApi.tankSeries, { params: { id: tankId }, query }, signal)
      },
      placeholderData: keepPreviousData,
      staleTime: isPaused ? Infinity : 5_000,
      refetchInterval: ({ state }) =>
        isMoving && Math.max(LEAST_REFETCH_SECONDS, state.data?.bucket_seconds ?? 0) * 1000,
      meta: { live: isMoving },
    })
  },
}
