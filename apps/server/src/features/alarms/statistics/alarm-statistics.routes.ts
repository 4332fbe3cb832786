import { alarmStatisticsApi, LONGEST_STATISTICS_DAYS } from '@dalyan/contracts/alarm-statistics'
import type { FastifyInstance } from 'fastify'
import { instantAt, type Clock } from '../../../core/clock.ts'
import type { Connection } from '../../../core/database/database.ts'
import { invalidField } from '../../../core/errors.ts'
import { serve } from '../../../core/http/serve.ts'
import { alarmStatisticsRepository } from './alarm-statistics.sql.ts'

const DAY_MS = 24 * 60 * 60_000
const DEFAULT_DAYS = 30

interface Needs {
  database: Pick<Connection, 'db'>
  clock: Clock
}

/** The statistics of alarms in a time window. */
export function serveAlarmStatistics(server: FastifyInstance, { database, clock }: Needs): void {
  const statistics = alarmStatisticsRepository(database)

  function windowOf(query: { from?: string | undefined; to?: string | undefined }) {
    const now = instantAt(clock.now())
    const to = query.to ?? now
    const from = query.from ?? instantAt(Date.parse(to) - DEFAULT_DAYS * DAY_MS)
    if (from >= to) throw invalidField(query.to === undefined ? 'from' : 'to', 'from_after_to')
    if (Date.parse(to) - Date.parse(from) > LONGEST_STATISTICS_DAYS * DAY_MS)
      throw invalidField('from', 'window_too_long', { days: LONGEST_STATISTICS_DAYS })
    return { from, to, now }
  }

  serve(server, alarmStatisticsApi.summary, 'alarms.view', ({ query, user }) =>
    statistics.summary(windowOf(query), query, user.firms),
  )
  serve(server, alarmStatisticsApi.list, 'alarms.view', ({ query, user }) =>
    statistics.list(windowOf(query), query, user.firms),
  )
}
