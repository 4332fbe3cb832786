import {
  type CompareQuery,
  type Comparison,
  type DayPattern,
  exploreApi,
  type Scatter,
} from '@dalyan/contracts/explore'
import type { MetricKey } from '@dalyan/contracts/metrics'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../../shared/api/call.ts'
import type { TimeRange } from '../../../shared/charts/time-range.ts'
import { TIME_ZONE } from '../../../shared/format/date-time.ts'
import { measurementKeys, windowOf } from '../public/measurements.queries.ts'

/** A view of a window is kept this long: it changes little with one more reading. */
const STALE_MS = 60_000

interface ScatterRequest {
  tankId: number
  /** The tank of `y`; absent: the same. */
  otherId: number | undefined
  x: MetricKey
  y: MetricKey
  lag: number
  range: TimeRange
}

interface ComparisonRequest extends Pick<CompareQuery, 'metric' | 'against'> {
  range: TimeRange
}

export const exploreQueries = {
  scatter: ({ tankId, otherId, x, y, lag, range }: ScatterRequest) =>
    queryOptions({
      queryKey: [...measurementKeys.all, 'scatter', tankId, otherId, x, y, lag, range],
      queryFn: ({ signal }): Promise<Scatter> => {
        const other = otherId === undefined ? {} : { other_tank_id: otherId }
        const query = { tank_id: tankId, ...other, x, y, lag_minutes: lag, ...windowOf(range) }
        return call(exploreApi.scatter, { query }, signal)
      },
      placeholderData: keepPreviousData,
      staleTime: STALE_MS,
    }),
  dayPattern: (tankId: number, metric: MetricKey, range: TimeRange) =>
    queryOptions({
      queryKey: [...measurementKeys.all, 'pattern', tankId, metric, range],
      queryFn: ({ signal }): Promise<DayPattern> => {
        const query = { tank_id: tankId, metric, time_zone: TIME_ZONE, ...windowOf(range) }
        return call(exploreApi.dayPattern, { query }, signal)
      },
      placeholderData: keepPreviousData,
      staleTime: STALE_MS,
    }),
  comparison: (tank_ids: readonly number[], { metric, against, range }: ComparisonRequest) =>
    queryOptions({
      queryKey: [...measurementKeys.all, 'comparison', tank_ids, metric, against, range],
      queryFn: ({ signal }): Promise<Comparison> => {
        const query = { tank_ids: [...tank_ids], metric, against, ...windowOf(range) }
        return call(exploreApi.compare, { query }, signal)
      },
      placeholderData: keepPreviousData,
      staleTime: STALE_MS,
    }),
}
