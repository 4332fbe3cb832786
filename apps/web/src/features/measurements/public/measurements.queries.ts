import type { MetricKey } from '@dalyan/contracts/metrics'
import { measurementsApi, type Series } from '@dalyan/contracts/measurements'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../../shared/api/call.ts'
import { isFollowing, timeSpan, type TimeRange } from '../../../shared/charts/time-range.ts'
import { serverNow } from '../../../shared/clock/server-clock.ts'

export const seriesKeys = {
  ofTank: (tankId: number) => ['series', 'tank', tankId] as const,
  ofTerminal: (terminalId: number) => ['series', 'terminal', terminalId] as const,
}

/** What a chart requests. The range stays relative, so that each fetch resolves `now` again. */
interface SeriesRequest {
  range: TimeRange
  /** Default: all metrics. */
  metrics?: readonly MetricKey[]
  /** Only the readings that this terminal sent from the tank. */
  terminalId?: number | undefined
  points: number
}

/** A bucketed series is fetched again when a bucket is complete: only the server knows its average. */
const LEAST_REFETCH_SECONDS = 60

export const measurementQueries = {
  /** All that a terminal measured, on every tank on which it was. */
  terminalSeries: (terminalId: number, { range, points }: SeriesRequest, isPaused = false) => {
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
  tankSeries: (tankId: number, { range, metrics, terminalId, points }: SeriesRequest, isPaused = false) => {
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

/** The window as the server reads it, resolved now; without one the server uses its own default. */
export function windowOf(range: TimeRange): { from?: string; to?: string } {
  const span = timeSpan(range, serverNow())
  return span ? { from: new Date(span.from).toISOString(), to: new Date(span.to).toISOString() } : {}
}
