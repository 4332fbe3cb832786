import { measurementsApi, type MeasurementListQuery, type StatsQuery } from '@dalyan/contracts/measurements'
import { METRIC_KEYS, type MetricKey } from '@dalyan/contracts/metrics'
import type { FastifyInstance } from 'fastify'
import type { Clock } from '../../core/clock.ts'
import type { Database } from '../../core/database/database.ts'
import { invalidField, notFound } from '../../core/errors.ts'
import type { ExportGate } from '../../core/http/export-gate.ts'
import { serve } from '../../core/http/serve.ts'
import type { SignedIn } from '../../core/http/signed-in.ts'
import { measurementExports } from './files/exports.ts'
import type { ManualReadings } from './storing/manual-readings.service.ts'
import { measurementLists, type ListQuery } from './lists/measurement-lists.sql.ts'
import { measurementScopes, type MeasurementScope } from './lists/measurement-scope.sql.ts'
import { seriesRepository } from './rollups/series.sql.ts'
import { statsRepository } from './statistics/stats.sql.ts'

const DAY_MS = 86_400_000

type Filters = Partial<Pick<MeasurementListQuery, 'filter_tank_id' | 'filter_firm_id' | 'iot_id'>>

type OutOfRangeFilter = Pick<MeasurementListQuery, 'only_out_of_range' | 'metrics'>

interface Needs {
  database: Database
  clock: Clock
  manualReadings: ManualReadings
  exportGate: ExportGate
}

export function serveMeasurements(
  server: FastifyInstance,
  { database, clock, manualReadings, exportGate }: Needs,
): void {
  const lists = measurementLists(database)
  const scopes = measurementScopes(database)
  const series = seriesRepository(database)
  const stats = statsRepository(database)
  const exports = measurementExports({ database, clock })

  /** @returns the tank's code. @throws 404 */
  async function refuseHiddenTank(id: number, { firms }: Pick<SignedIn, 'firms'>): Promise<string> {
    const code = await scopes.findTankCode(id, firms)
    if (code === undefined) throw notFound()
    return code
  }

  function scopeOf({ filter_tank_id, filter_firm_id, iot_id }: Filters, { firms }: Pick<SignedIn, 'firms'>) {
    return scopes.resolve({ firms, tank_ids: filter_tank_id, firm_id: filter_firm_id, terminal_id: iot_id })
  }

  function listOf(scope: MeasurementScope, query: ListQuery & OutOfRangeFilter) {
    const outOfRange = outOfRangeMetrics(query)
    return outOfRange ? lists.listOutOfRange(scope, query, outOfRange) : lists.list(scope, query)
  }

  serve(server, measurementsApi.list, 'measurements.view', async ({ query, user }) => {
    refuseEmptyWindow(query)
    return listOf(await scopeOf(query, user), query)
  })

  serve(server, measurementsApi.export, 'measurements.view', async ({ query, user, request }) => {
    refuseEmptyWindow(query)
    const [tank, another] = query.filter_tank_id ?? []
    return exportGate.open(request, async () =>
      exports.open(
        await scopeOf(query, user),
        { ...query, outOfRange: outOfRangeMetrics(query) },
        tank === undefined || another !== undefined ? undefined : await scopes.findTankCode(tank, user.firms),
      ),
    )
  })

  serve(server, measurementsApi.tankExport, 'measurements.view', async ({ params, query, user, request }) => {
    const code = await refuseHiddenTank(params.id, user)
    refuseEmptyWindow(query)
    const scope = { ...query, filter_tank_id: [params.id] }
    return exportGate.open(request, async () =>
      exports.open(await scopeOf(scope, user), { ...query, outOfRange: outOfRangeMetrics(query) }, code),
    )
  })

  serve(server, measurementsApi.tankSources, 'measurements.view', async ({ params, user }) => {
    await refuseHiddenTank(params.id, user)
    return { data: await scopes.findSources(params.id) }
  })

  serve(server, measurementsApi.tankList, 'measurements.view', async ({ params, query, user }) => {
    await refuseHiddenTank(params.id, user)
    refuseEmptyWindow(query)
    return listOf(await scopeOf({ ...query, filter_tank_id: [params.id] }, user), query)
  })

  serve(server, measurementsApi.enter, 'measurements.create', ({ params, body, user }) =>
    manualReadings.enter(params.id, body, user),
  )

  serve(server, measurementsApi.tankSeries, 'measurements.view', async ({ params, query, user }) => {
    await refuseHiddenTank(params.id, user)
    const scope = await scopeOf({ filter_tank_id: [params.id], iot_id: query.iot_id }, user)
    return series.read(scope, { ...windowOf(query, clock), points: query.points })
  })

  serve(server, measurementsApi.tankStats, 'measurements.view', async ({ params, query, user }) => {
    await refuseHiddenTank(params.id, user)
    const scope = await scopeOf({ filter_tank_id: [params.id], iot_id: query.iot_id }, user)
    return stats.read({ tank_id: params.id, terminal_id: query.iot_id ?? 0 }, scope, {
      ...windowOf(query, clock),
      now: clock.now(),
    })
  })

  serve(server, measurementsApi.terminalSeries, 'iots.manage', async ({ params, query }) => {
    if (!(await scopes.isTerminal(params.id))) throw notFound()
    return series.read({ terminals: [params.id], tanks: null }, { ...windowOf(query, clock), points: query.points })
  })
}

function refuseEmptyWindow({ from, to }: { from?: string | undefined; to?: string | undefined }): void {
  if (from !== undefined && to !== undefined && from >= to) throw invalidField('to', 'from_after_to')
}

/** The metrics of which at least one is out of range in each reading; null: every reading is listed. */
function outOfRangeMetrics({ only_out_of_range, metrics }: OutOfRangeFilter): readonly MetricKey[] | null {
  return only_out_of_range ? (metrics ?? METRIC_KEYS) : null
}

/** By default the last 24 hours and every metric. */
function windowOf(query: Pick<StatsQuery, 'from' | 'to' | 'metrics'>, clock: Clock) {
  const to = query.to === undefined ? clock.now() : Date.parse(query.to)
  const from = query.from === undefined ? to - DAY_MS : Date.parse(query.from)
  if (from >= to) throw invalidField(query.to === undefined ? 'from' : 'to', 'from_after_to')
  return { from, to, metrics: query.metrics ?? METRIC_KEYS }
}
