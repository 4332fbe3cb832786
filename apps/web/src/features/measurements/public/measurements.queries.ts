import {
  type ExportFormat,
  type ExportStep,
  type MeasurementListQuery,
  type MeasurementPage,
  measurementsApi,
  type Series,
  type Stats,
} from '@dalyan/contracts/measurements'
import type { MetricKey } from '@dalyan/contracts/metrics'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { call, callFile } from '../../../shared/api/call.ts'
import { isFollowing, timeSpan, type TimeRange } from '../../../shared/charts/time-range.ts'
import { serverNow } from '../../../shared/clock/server-clock.ts'
import type { ExportFile } from '../../../shared/export/use-export.ts'
import type { ExplorerView } from '../explorer-search.ts'

export const measurementKeys = { all: ['measurements'] as const }

export const seriesKeys = {
  ofTank: (tankId: number) => ['series', 'tank', tankId] as const,
  ofTerminal: (terminalId: number) => ['series', 'terminal', terminalId] as const,
}

const REFRESH_MS = 15_000

/** Which readings a list or a file contains. */
export type ReadingsFilter = Pick<ExplorerView, 'tanks' | 'range'> &
  Partial<Pick<ExplorerView, 'firmId' | 'terminalId' | 'isOldestFirst'>> & {
    /** Only readings with one of these metrics out of range; empty: with any. */
    outside?: readonly MetricKey[] | undefined
  }

/** What the view lists and exports. */
export function readingsFilter({ metrics, isOnlyOutside, ...view }: ExplorerView): ReadingsFilter {
  const { tanks, firmId, terminalId, range, isOldestFirst } = view
  return { tanks, firmId, terminalId, range, isOldestFirst, outside: isOnlyOutside ? metrics : undefined }
}

/** What a chart requests. The range stays relative, so that each fetch resolves `now` again. */
interface SeriesRequest {
  range: TimeRange
  /** Default: 500. */
  points?: number
}

/** A bucketed series is fetched again when a bucket is complete: only the server knows its average. */
const LEAST_REFETCH_SECONDS = 60
const POINTS = 500

export const measurementQueries = {
  /** All that a terminal measured, on every tank on which it was. */
  terminalSeries: (terminalId: number, { range, points = POINTS }: SeriesRequest, isPaused = false) => {
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
  /** @param terminalId only the readings that this terminal sent from the tank */
  tankSeries: (
    tankId: number,
    { range, points = POINTS, terminalId }: SeriesRequest & { terminalId?: number | undefined },
    isPaused = false,
  ) => {
    const isMoving = isFollowing(range) && !isPaused
    return queryOptions({
      queryKey: [...seriesKeys.ofTank(tankId), range, points, terminalId ?? 'all'],
      queryFn: ({ signal }): Promise<Series> => {
        const query = { ...windowOf(range), ...(terminalId === undefined ? {} : { iot_id: terminalId }), points }
        return call(measurementsApi.tankSeries, { params: { id: tankId }, query }, signal)
      },
      placeholderData: keepPreviousData,
      staleTime: isPaused ? Infinity : 5_000,
      refetchInterval: ({ state }) =>
        isMoving && Math.max(LEAST_REFETCH_SECONDS, state.data?.bucket_seconds ?? 0) * 1000,
      meta: { live: isMoving },
    })
  },
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

/** The readings, or their means, as a file. @param code of the only tank, for the file's name */
export function readingsFile(
  t: TFunction,
  filter: ReadingsFilter,
  { format, step }: { format: ExportFormat; step: ExportStep },
  code: string | undefined,
): ExportFile {
  const name = ['olcumler', ...(step === 'raw' ? [] : [step]), ...(code === undefined ? [] : [code])].join('-')
  return {
    label:
      step === 'raw'
        ? t(`export.${format}`)
        : t('export.means', { format: format.toUpperCase(), step: t(`export.steps.${step}`) }),
    name: `${name}.${format}`,
    open: (signal) =>
      callFile(measurementsApi.export, { query: { ...listQuery(filter), format, locale: 'tr', step } }, signal),
  }
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

/** The window as the server reads it, resolved now; without one the server uses its own default. */
export function windowOf(range: TimeRange): { from?: string; to?: string } {
  const span = timeSpan(range, serverNow())
  return span ? { from: new Date(span.from).toISOString(), to: new Date(span.to).toISOString() } : {}
}
