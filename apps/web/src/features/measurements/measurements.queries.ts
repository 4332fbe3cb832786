import type { MetricKey } from '@dalyan/contracts/metrics'
import { measurementsApi, type Series } from '@dalyan/contracts/measurements'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../shared/api/call.ts'
import { isFollowing, spanOf, type TimeRange } from '../../shared/charts/time-range.ts'
import { serverNow } from '../../shared/clock/server-clock.ts'

export const seriesKeys = {
  ofTank: (tankId: number) => ['series', 'tank', tankId] as const,
  ofTerminal: (terminalId: number) => ['series', 'terminal', terminalId] as const,
}

/** What a chart asks for. The range keeps its words, so that `now` is read anew at each fetch. */
interface SeriesAsked {
  range: TimeRange
  /** Left out: all. */
  metrics?: readonly MetricKey[]
  /** Of a tank: only this terminal's part. */
  terminalId?: number | undefined
  points: number
}

/** A bucketed series is fetched again when a bucket is full: only the server knows its average. */
const LEAST_REFETCH_SECONDS = 60

export const measurementQueries = {
  /** A terminal's own series, whichever tank it stood on. */
  terminalSeries: (terminalId: number, { range, points }: SeriesAsked, isPaused = false) => {
    const isMoving = isFollowing(range) && !isPaused
    return queryOptions({
      queryKey: [...seriesKeys.ofTerminal(terminalId), range, points],
      queryFn: ({ signal }): Promise<Series> => {
        const query = { ...windowOf(range), points }
        return call(measurementsApi.terminalSeries, { params: { id: terminalId }, query }, signal)
      },
      placeholderData: keepPreviousData,
      staleTime: isPaused ? Infinity : 5_000,
      refetchInterval: isMoving && LEAST_REFETCH_SECONDS * 1000,
      meta: { live: isMoving },
    })
  },
  tankSeries: (tankId: number, { range, metrics, terminalId, points }: SeriesAsked, isPaused = false) => {
    const isMoving = isFollowing(range) && !isPaused
    return queryOptions({
      queryKey: [...seriesKeys.ofTank(tankId), range, metrics ?? 'all', points, terminalId ?? 'all'],
      queryFn: ({ signal }): Promise<Series> => {
        const query = {
          ...windowOf(range),
          ...(metrics ? { metrics: [...metrics] } : {}),
          ...(terminalId === undefined ? {} : { iot_id: terminalId }),
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

/** Both ends as the server reads them; without them it shows its own window. */
function windowOf(range: TimeRange): { from?: string; to?: string } {
  const span = spanOf(range, serverNow())
  return span ? { from: new Date(span.from).toISOString(), to: new Date(span.to).toISOString() } : {}
}
