import {
  measurementsApi,
  type MeasurementExportQuery,
  type MeasurementListQuery,
  type StatsQuery,
} from '@dalyan/contracts/measurements'
import { measurementStorageApi } from '@dalyan/contracts/measurement-storage'
import { METRIC_KEYS, type MetricKey, metricsInUse } from '@dalyan/contracts/metrics'
import { terminalTrafficApi, type TerminalTraffic } from '@dalyan/contracts/terminal-traffic'
import type { FastifyInstance } from 'fastify'
import type { Basics } from '../../basics.ts'
import { instantAt, type Clock } from '../../core/clock.ts'
import { invalidField, notFound } from '../../core/errors.ts'
import type { ExportGate } from '../../core/http/export-gate.ts'
import { serve } from '../../core/http/serve.ts'
import type { SignedIn } from '../../core/http/signed-in.ts'
import { exportFile } from './files/readings-file.ts'
import { measurementLists, type ReadingListQuery } from './lists/measurement-lists.sql.ts'
import { measurementScopes, type MeasurementScope } from './lists/measurement-scope.sql.ts'
import { timeWindowOf } from './lists/time-window.ts'
import type { MeasurementRetention } from './retention/measurement-retention.ts'
import { readSeries } from './rollups/series.sql.ts'
import { readTankSeries } from './rollups/tank-series.ts'
import { BUCKET_MS, startOf } from './rollups/time-spans.rules.ts'
import { readStats } from './statistics/stats.sql.ts'
import { readTerminalTraffic } from './statistics/terminal-traffic.sql.ts'
import { latestValues } from './storing/latest-values.repository.ts'
import { enterManualReading, type ManualReadingNeeds } from './storing/manual-readings.service.ts'

const DAY_MS = 86_400_000

type ScopeFilters = Partial<Pick<MeasurementListQuery, 'filter_tank_id' | 'filter_firm_id' | 'iot_id'>>

type OutOfRangeFilter = Pick<MeasurementListQuery, 'only_out_of_range' | 'metrics'>

interface Needs extends Pick<Basics, 'database' | 'clock'> {
  manualReadings: ManualReadingNeeds
  retention: Pick<MeasurementRetention, 'storage'>
  exportGate: ExportGate
  /** Seconds of silence after which a terminal is offline. */
  offlineAfterSeconds: (terminalId: number) => Promise<number>
  lastMessage: (terminalId: number) => Promise<TerminalTraffic['last_message']>
}

export function serveMeasurements(server: FastifyInstance, needs: Needs): void {
  const { database, clock, manualReadings, exportGate } = needs
  const lists = measurementLists(database.reads)
  const scopes = measurementScopes(database)

  /** @returns the tank's code. @throws 404 */
  async function refuseHiddenTank(id: number, { firms }: Pick<SignedIn, 'firms'>): Promise<string> {
    const code = await scopes.findTankCode(id, firms)
    if (code === undefined) throw notFound()
    return code
  }

  /** @throws 404 */
  async function refuseUnknownTerminal(id: number): Promise<void> {
    if (!(await scopes.isTerminal(id))) throw notFound()
  }

  function scopeOf({ filter_tank_id, filter_firm_id, iot_id }: ScopeFilters, { firms }: Pick<SignedIn, 'firms'>) {
    return scopes.resolve({ firms, tank_ids: filter_tank_id, firm_id: filter_firm_id, terminal_id: iot_id })
  }

  /** The scope of one tank, or of one terminal on it. @throws 404 */
  async function scopeOfTank(id: number, { iot_id }: Pick<ScopeFilters, 'iot_id'>, user: SignedIn) {
    await refuseHiddenTank(id, user)
    return scopeOf({ filter_tank_id: [id], iot_id }, user)
  }

  /** A file has columns for the metrics that are in use in its scope. */
  async function wishOf<Q extends OutOfRangeFilter>(query: Q, scope: MeasurementScope) {
    const further: readonly MetricKey[] = await scopes.findFurtherMetrics(scope)
    const metrics = metricsInUse(METRIC_KEYS, (metric) => further.includes(metric))
    return { ...query, metrics, outOfRange: outOfRangeMetrics(query) }
  }

  function listOf(scope: MeasurementScope, query: ReadingListQuery & OutOfRangeFilter) {
    const outOfRange = outOfRangeMetrics(query)
    return outOfRange ? lists.listOutOfRange(scope, query, outOfRange) : lists.list(scope, query)
  }

  serve(server, measurementsApi.furtherMetrics, 'signed_in', async ({ user }) => ({
    data: await scopes.findFurtherMetrics(await scopes.resolve({ firms: user.firms })),
  }))

  serve(server, measurementsApi.list, 'measurements.view', async ({ query, user }) => {
    refuseEmptyWindow(query)
    return listOf(await scopeOf(query, user), query)
  })

  serve(server, measurementsApi.tankList, 'measurements.view', async ({ params, query, user }) => {
    await refuseHiddenTank(params.id, user)
    refuseEmptyWindow(query)
    return listOf(await scopeOf({ ...query, filter_tank_id: [params.id] }, user), query)
  })

  serve(server, measurementsApi.export, 'measurements.view', async ({ query, user, request }) => {
    refuseEmptyWindow(query)
    refuseMeansOfSome(query)
    const [tank, another] = query.filter_tank_id ?? []
    return exportGate.open(request, async () => {
      const scope = await scopeOf(query, user)
      const isOneTank = tank !== undefined && another === undefined
      const code = isOneTank ? await scopes.findTankCode(tank, user.firms) : undefined
      return exportFile(needs, scope, await wishOf(query, scope), code)
    })
  })

  serve(server, measurementsApi.tankExport, 'measurements.view', async ({ params, query, user, request }) => {
    const code = await refuseHiddenTank(params.id, user)
    refuseEmptyWindow(query)
    refuseMeansOfSome(query)
    return exportGate.open(request, async () => {
      const scope = await scopeOf({ ...query, filter_tank_id: [params.id] }, user)
      return exportFile(needs, scope, await wishOf(query, scope), code)
    })
  })

  serve(server, measurementsApi.tankSources, 'measurements.view', async ({ params, user }) => {
    await refuseHiddenTank(params.id, user)
    return { data: await scopes.findSources(params.id) }
  })

  serve(server, measurementStorageApi.summary, 'settings.manage', ({ query }) =>
    needs.retention.storage({
      raw: query.raw_days ?? null,
      '15m': query['15m_days'] ?? null,
      '6h': query['6h_days'] ?? null,
    }),
  )

  serve(server, measurementsApi.enter, 'measurements.create', ({ params, body, user }) =>
    enterManualReading(manualReadings, params.id, body, user),
  )

  serve(server, measurementsApi.tankSeries, 'measurements.view', async ({ params, query, user }) => {
    const scope = await scopeOfTank(params.id, query, user)
    return readTankSeries(database.reads, params.id, scope, { ...windowOf(query, clock), points: query.points })
  })

  serve(server, measurementsApi.tankStats, 'measurements.view', async ({ params, query, user }) => {
    const scope = await scopeOfTank(params.id, query, user)
    const owner = { tank_id: params.id, terminal_id: query.iot_id ?? 0 }
    return readStats(database.reads, owner, scope, { ...windowOf(query, clock), now: clock.now() })
  })

  serve(server, measurementsApi.terminalSeries, 'iots.manage', async ({ params, query }) => {
    await refuseUnknownTerminal(params.id)
    const scope = { terminals: [params.id], tanks: null }
    return readSeries(database.reads, scope, { ...windowOf(query, clock), points: query.points })
  })

  // Shows why a terminal is silent: its readings in 15-minute buckets, its outages, its last message.
  serve(server, terminalTrafficApi.get, 'iots.manage', async ({ params: { id }, query }) => {
    await refuseUnknownTerminal(id)
    const to = clock.now()
    const from = startOf('15m', to - query.days * DAY_MS)
    const offlineAfterMs = (await needs.offlineAfterSeconds(id)) * 1000
    const [traffic, last_measurement, last_message] = await Promise.all([
      readTerminalTraffic(database.reads, id, { from, to }, offlineAfterMs),
      latestValues(database).forTerminal(id),
      needs.lastMessage(id),
    ])
    return {
      from: instantAt(from),
      to: instantAt(to),
      bucket_seconds: BUCKET_MS / 1000,
      ...traffic,
      last_measurement,
      last_message,
    }
  })
}

function refuseEmptyWindow({ from, to }: { from?: string | undefined; to?: string | undefined }): void {
  if (from !== undefined && to !== undefined && from >= to) throw invalidField('to', 'from_after_to')
}

/** @throws 422 when a file of means is limited to readings out of range */
function refuseMeansOfSome({
  step,
  only_out_of_range,
}: Pick<MeasurementExportQuery, 'step' | 'only_out_of_range'>): void {
  if (step !== 'raw' && only_out_of_range) throw invalidField('step', 'step_needs_all')
}

/** The metrics of which at least one is out of range in each reading; null: every reading is listed. */
function outOfRangeMetrics({ only_out_of_range, metrics }: OutOfRangeFilter): readonly MetricKey[] | null {
  return only_out_of_range ? (metrics ?? METRIC_KEYS) : null
}

/** By default the last 24 hours and every metric. */
function windowOf(query: Pick<StatsQuery, 'from' | 'to' | 'metrics'>, clock: Clock) {
  return { ...timeWindowOf(query, clock), metrics: query.metrics ?? METRIC_KEYS }
}
