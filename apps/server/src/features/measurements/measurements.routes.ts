import { measurementsApi, type StatsQuery } from '@dalyan/contracts/measurements'
import { METRIC_KEYS } from '@dalyan/contracts/metrics'
import type { FastifyInstance } from 'fastify'
import type { Clock } from '../../core/clock.ts'
import type { Database } from '../../core/database/database.ts'
import { invalidField, notFound } from '../../core/errors.ts'
import { serve } from '../../core/http/serve.ts'
import type { ManualReadings } from './manual-readings.service.ts'
import { measurementLists } from './measurement-lists.repository.ts'
import { measurementScopes } from './measurement-scope.repository.ts'
import { seriesRepository } from './series.repository.ts'
import { statsRepository, type StaleAfterSeconds } from './stats.repository.ts'

const DAY_MS = 86_400_000

interface Needs {
  database: Database
  clock: Clock
  staleAfterSeconds: StaleAfterSeconds
  manualReadings: ManualReadings
}

export function serveMeasurements(
  server: FastifyInstance,
  { database, clock, staleAfterSeconds, manualReadings }: Needs,
): void {
  const lists = measurementLists(database)
  const scopes = measurementScopes(database)
  const series = seriesRepository(database)
  const stats = statsRepository(database, staleAfterSeconds)

  serve(server, measurementsApi.list, 'measurements.view', async ({ query, user }) => {
    refuseEmptyWindow(query)
    const { filter_tank_id: tank_id, filter_firm_id: firm_id, iot_id: terminal_id } = query
    return lists.list(await scopes.resolve({ firms: user.firms, tank_id, firm_id, terminal_id }), query)
  })

  serve(server, measurementsApi.tankList, 'measurements.view', async ({ params, query, user }) => {
    if (!(await scopes.isTankVisible(params.id, user.firms))) throw notFound()
    refuseEmptyWindow(query)
    return lists.list(await scopes.resolve({ firms: user.firms, tank_id: params.id, terminal_id: query.iot_id }), query)
  })

  serve(server, measurementsApi.enter, 'measurements.create', ({ params, body, user }) =>
    manualReadings.enter(params.id, body, user),
  )

  serve(server, measurementsApi.tankSeries, 'measurements.view', async ({ params, query, user }) => {
    if (!(await scopes.isTankVisible(params.id, user.firms))) throw notFound()
    const scope = await scopes.resolve({ firms: user.firms, tank_id: params.id })
    return series.read(scope, { ...windowOf(query, clock), points: query.points })
  })

  serve(server, measurementsApi.tankStats, 'measurements.view', async ({ params, query, user }) => {
    if (!(await scopes.isTankVisible(params.id, user.firms))) throw notFound()
    const scope = await scopes.resolve({ firms: user.firms, tank_id: params.id })
    return stats.read(params.id, scope, { ...windowOf(query, clock), now: clock.now() })
  })

  serve(server, measurementsApi.terminalSeries, 'iots.manage', async ({ params, query }) => {
    if (!(await scopes.isTerminal(params.id))) throw notFound()
    return series.read({ terminals: [params.id], tanks: null }, { ...windowOf(query, clock), points: query.points })
  })
}

function refuseEmptyWindow({ from, to }: { from?: string | undefined; to?: string | undefined }): void {
  if (from !== undefined && to !== undefined && from >= to) throw invalidField('to', 'from_after_to')
}

/** The last 24 hours unless the query says otherwise; every metric unless it names some. */
function windowOf(query: StatsQuery, clock: Clock) {
  const to = query.to === undefined ? clock.now() : Date.parse(query.to)
  const from = query.from === undefined ? to - DAY_MS : Date.parse(query.from)
  if (from >= to) throw invalidField(query.to === undefined ? 'from' : 'to', 'from_after_to')
  return { from, to, metrics: query.metrics ?? METRIC_KEYS }
}
