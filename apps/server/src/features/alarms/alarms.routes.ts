import { alarmsApi } from '@dalyan/contracts/alarms'
import { alarmStatisticsApi, LONGEST_STATISTICS_DAYS } from '@dalyan/contracts/alarm-statistics'
import type { Instant } from '@dalyan/contracts/instant'
import type { FastifyInstance } from 'fastify'
import { instantAt } from '../../core/clock.ts'
import type { Database } from '../../core/database/database.ts'
import { invalidField } from '../../core/errors.ts'
import { serve } from '../../core/http/serve.ts'
import type { ExportGate } from '../../core/http/export-gate.ts'
import { requireFound } from '../../core/records.ts'
import {
  acknowledgeAlarm,
  acknowledgeAlarms,
  shelveAlarm,
  unshelveAlarm,
  type AlarmActionNeeds,
} from './alarm-actions.ts'
import { alarmsRepository } from './alarms.sql.ts'
import { alarmFile } from './file/alarm-file.ts'
import { findAlarmPerformance } from './statistics/alarm-performance.sql.ts'
import { alarmStatisticsRepository, type StatisticsWindow } from './statistics/alarm-statistics.sql.ts'

const DAY_MS = 24 * 60 * 60_000
const DEFAULT_STATISTICS_DAYS = 30

interface Needs extends AlarmActionNeeds {
  database: Database
  exportGate: ExportGate
}

/** The lists of alarms, the actions of users on them, and their statistics. */
export function serveAlarms(server: FastifyInstance, needs: Needs): void {
  const { database, exportGate, clock } = needs
  const alarms = alarmsRepository(database)
  const lists = alarmsRepository(database.reads)
  serve(server, alarmsApi.list, 'alarms.view', ({ query, user }) => {
    inOrder(query)
    return lists.list(query, user.firms, instantAt(clock.now()))
  })
  serve(server, alarmsApi.get, 'alarms.view', async ({ params, user }) => {
    const seen = await alarms.findTanksOf([params.id], user.firms)
    const [alarm] = await alarms.findByIds(seen.map(({ id }) => id))
    return requireFound(alarm)
  })
  serve(server, alarmsApi.export, 'alarms.view', ({ query, user, request }) => {
    inOrder(query)
    const { locale, format: _csv, ...filters } = query
    const wanted = { filters, firms: user.firms, now: instantAt(clock.now()) }
    return exportGate.open(request, async () => alarmFile(await database.reads.chooseAddress(), wanted, locale))
  })
  serve(server, alarmsApi.occurrences, 'alarms.view', async ({ params, user }) => {
    return { data: requireFound(await alarms.findOccurrences(params.id, user.firms)) }
  })
  serve(server, alarmsApi.acknowledge, 'alarms.acknowledge', ({ params, body, user }) =>
    acknowledgeAlarm(needs, params.id, user, body?.note || null),
  )
  serve(server, alarmsApi.acknowledgeMany, 'alarms.acknowledge', ({ body, user }) =>
    acknowledgeAlarms(needs, [...new Set(body.ids)], user, body.note || null),
  )
  serve(server, alarmsApi.shelve, 'alarms.acknowledge', ({ params, body, user }) =>
    shelveAlarm(needs, params.id, user, body),
  )
  serve(server, alarmsApi.unshelve, 'alarms.acknowledge', ({ params, user }) => unshelveAlarm(needs, params.id, user))

  const statistics = alarmStatisticsRepository(database.reads)
  serve(server, alarmStatisticsApi.summary, 'alarms.view', ({ query, user }) =>
    statistics.summary(statisticsWindow(query, clock.now()), query, user.firms),
  )
  serve(server, alarmStatisticsApi.list, 'alarms.view', ({ query, user }) =>
    statistics.list(statisticsWindow(query, clock.now()), query, user.firms),
  )
  serve(server, alarmStatisticsApi.performance, 'alarms.view', ({ query, user }) =>
    findAlarmPerformance(database.reads, statisticsWindow(query, clock.now()), query, user.firms),
  )
}

interface AskedStatisticsWindow {
  from?: Instant | undefined
  to?: Instant | undefined
}

/** The last 30 days unless the query says otherwise. @throws AppError 422 for a window that is empty or too long */
function statisticsWindow(query: AskedStatisticsWindow, now: number): StatisticsWindow {
  const to = query.to ?? instantAt(now)
  const from = query.from ?? instantAt(Date.parse(to) - DEFAULT_STATISTICS_DAYS * DAY_MS)
  if (from >= to) throw invalidField(query.to === undefined ? 'from' : 'to', 'from_after_to')
  if (Date.parse(to) - Date.parse(from) > LONGEST_STATISTICS_DAYS * DAY_MS)
    throw invalidField('from', 'window_too_long', { days: LONGEST_STATISTICS_DAYS })
  return { from, to, now: instantAt(now) }
}

/** @throws AppError 422 when the window ends before it begins. */
function inOrder({ from, to }: AskedStatisticsWindow): void {
  if (from !== undefined && to !== undefined && from > to) throw invalidField('to', 'from_after_to')
}
