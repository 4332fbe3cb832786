import {
  type MeasurementListQuery,
  type MeasurementPage,
  measurementsApi,
  type Stats,
} from '@dalyan/contracts/measurements'
import type { MetricKey } from '@dalyan/contracts/metrics'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call, callFile, type ComingFile } from '../../../shared/api/call.ts'
import { isFollowing } from '../../../shared/charts/time-range.ts'
import type { ExplorerView } from '../explorer-search.ts'
import { windowOf } from './measurements.queries.ts'

const REFRESH_MS = 15_000

export const measurementKeys = { all: ['measurements'] as const }

/** Which readings a list or a file contains. */
export type ReadingsFilter = Pick<ExplorerView, 'tanks' | 'range'> &
  Partial<Pick<ExplorerView, 'firmId' | 'terminalId' | 'isOldestFirst'>> & {
    /** Only readings with one of these metrics out of range; empty: with any. */
    outside?: readonly MetricKey[] | undefined
  }

export const explorerQueries = {
  list: (filter: ReadingsFilter, { page, per_page }: { page: number; per_page: number }) =>
    queryOptions({
      queryKey: [...measurementKeys.all, 'list', filter, page, per_page],
      queryFn: ({ signal }): Promise<MeasurementPage> => {
        const [id, another] = filter.tanks
        const query = { ...listQuery(filter), page, per_page }
        if (id === undefined || another !== undefined || filter.firmId !== undefined) {
          return call(measurementsApi.list, { query }, signal)
        }
        // A single tank has its own endpoint.
        const { filter_tank_id: _, ...ofOneTank } = query
        return call(measurementsApi.tankList, { params: { id }, query: ofOneTank }, signal)
      },
      placeholderData: keepPreviousData,
      // New readings move rows to later pages: those stay as they are while the user reads them.
      refetchInterval: () => page === 1 && isFollowing(filter.range) && navigator.onLine && REFRESH_MS,
    }),
  /** The terminals that sent readings of a tank, also those that are no longer on it. */
  sources: (tankId: number) =>
    queryOptions({
      queryKey: [...measurementKeys.all, 'sources', tankId],
      queryFn: async ({ signal }) => (await call(measurementsApi.tankSources, { params: { id: tankId } }, signal)).data,
    }),
  /** Statistics of a tank, or of what one terminal sent from it. */
  stats: (tankId: number, { range, terminalId }: Pick<ExplorerView, 'range' | 'terminalId'>) =>
    queryOptions({
      queryKey: [...measurementKeys.all, 'stats', tankId, range, terminalId],
      queryFn: ({ signal }): Promise<Stats> =>
        call(
          measurementsApi.tankStats,
          { params: { id: tankId }, query: { ...windowOf(range), ...ofTerminal(terminalId) } },
          signal,
        ),
      placeholderData: keepPreviousData,
      refetchInterval: () => isFollowing(range) && navigator.onLine && 4 * REFRESH_MS,
    }),
}

/** The readings as a file. */
export function readingsFile(filter: ReadingsFilter, format: 'csv' | 'xlsx', signal: AbortSignal): Promise<ComingFile> {
  return callFile(measurementsApi.export, { query: { ...listQuery(filter), format, locale: 'tr' } }, signal)
}

function listQuery({
  tanks,
  firmId,
  terminalId,
  range,
  isOldestFirst = false,
  outside,
}: ReadingsFilter): Partial<MeasurementListQuery> {
  return {
    ...(tanks.length > 0 ? { filter_tank_id: tanks } : {}),
    ...(firmId === undefined ? {} : { filter_firm_id: firmId }),
    ...ofTerminal(terminalId),
    ...windowOf(range),
    ...(outside ? { only_out_of_range: true, ...(outside.length > 0 ? { metrics: [...outside] } : {}) } : {}),
    sort: [{ field: 'measured_at', descending: !isOldestFirst }],
  }
}

const ofTerminal = (id: number | undefined) => (id === undefined ? {} : { iot_id: id })
