import {
  type MeasurementListQuery,
  type MeasurementPage,
  measurementsApi,
  type Stats,
} from '@dalyan/contracts/measurements'
import type { MetricKey } from '@dalyan/contracts/metrics'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call, callFile, type ComingFile } from '../../shared/api/call.ts'
import { isFollowing, spanOf, type TimeRange } from '../../shared/charts/time-range.ts'
import { serverNow } from '../../shared/clock/server-clock.ts'
import type { ExplorerView } from './explorer-search.ts'

const REFRESH_MS = 15_000

export const measurementKeys = { all: ['measurements'] as const }

/** Which readings a list or a file is about. */
export type ReadingsAsked = Pick<ExplorerView, 'tanks' | 'range'> &
  Partial<Pick<ExplorerView, 'firmId' | 'terminalId' | 'isOldestFirst'>> & {
    /** Only readings of which one of these is out of range; none named: any. */
    outside?: readonly MetricKey[] | undefined
  }

export const explorerQueries = {
  list: (asked: ReadingsAsked, { page, per_page }: { page: number; per_page: number }) =>
    queryOptions({
      queryKey: [...measurementKeys.all, 'list', asked, page, per_page],
      queryFn: ({ signal }): Promise<MeasurementPage> => {
        const [id, another] = asked.tanks
        const query = { ...listQuery(asked), page, per_page }
        if (id === undefined || another !== undefined || asked.firmId !== undefined) {
          return call(measurementsApi.list, { query }, signal)
        }
        // A single tank has a list of its own.
        const { filter_tank_id: _, ...ofOneTank } = query
        return call(measurementsApi.tankList, { params: { id }, query: ofOneTank }, signal)
      },
      placeholderData: keepPreviousData,
      // New readings push rows on to later pages: those stand still while somebody reads them.
      refetchInterval: () => page === 1 && isFollowing(asked.range) && navigator.onLine && REFRESH_MS,
    }),
  /** The terminals of which a tank has readings, of which those that left it too. */
  sources: (tankId: number) =>
    queryOptions({
      queryKey: [...measurementKeys.all, 'sources', tankId],
      queryFn: async ({ signal }) => (await call(measurementsApi.tankSources, { params: { id: tankId } }, signal)).data,
    }),
  /** Of a tank, or of one terminal's part of it. */
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

/** The readings as a file, of any size. */
export function readingsFile(asked: ReadingsAsked, format: 'csv' | 'xlsx', signal: AbortSignal): Promise<ComingFile> {
  return callFile(measurementsApi.export, { query: { ...listQuery(asked), format, locale: 'tr' } }, signal)
}

function listQuery({
  tanks,
  firmId,
  terminalId,
  range,
  isOldestFirst = false,
  outside,
}: ReadingsAsked): Partial<MeasurementListQuery> {
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

/** The window as the server reads it, resolved now. */
function windowOf(range: TimeRange): { from?: string; to?: string } {
  const span = spanOf(range, serverNow())
  return span ? { from: new Date(span.from).toISOString(), to: new Date(span.to).toISOString() } : {}
}
