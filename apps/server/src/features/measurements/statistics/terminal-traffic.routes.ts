import { terminalTrafficApi, type TerminalTraffic } from '@dalyan/contracts/terminal-traffic'
import type { FastifyInstance } from 'fastify'
import { instantAt, type Clock } from '../../../core/clock.ts'
import type { Database } from '../../../core/database/database.ts'
import { notFound } from '../../../core/errors.ts'
import { serve } from '../../../core/http/serve.ts'
import { measurementScopes } from '../lists/measurement-scope.sql.ts'
import { latestValues } from '../storing/latest-values.repository.ts'
import { terminalTraffic } from './terminal-traffic.sql.ts'
import { emptyRuns } from './terminal-traffic.rules.ts'
import { startOf, BUCKET_MS } from '../rollups/time-spans.rules.ts'

const DAY_MS = 86_400_000
const MOST_OUTAGES = 50

interface Needs {
  database: Database
  clock: Clock
  /** Seconds of silence after which a terminal is offline. */
  offlineAfterSeconds: (terminalId: number) => number
  lastMessage: (terminalId: number) => TerminalTraffic['last_message']
}

/** Shows why a terminal is silent: its readings in 15-minute buckets, its outages, its last message. */
export function serveTerminalTraffic(server: FastifyInstance, needs: Needs): void {
  const { database, clock, offlineAfterSeconds, lastMessage } = needs
  const scopes = measurementScopes(database)
  const traffic = terminalTraffic(database)

  serve(server, terminalTrafficApi.get, 'iots.manage', async ({ params: { id }, query }) => {
    if (!(await scopes.isTerminal(id))) throw notFound()
    const to = clock.now()
    const from = startOf('15m', to - query.days * DAY_MS)
    const [counts, isKnownBefore, last_measurement] = await Promise.all([
      traffic.countBuckets(id, { from, to }),
      traffic.hasReadingBefore(id, from),
      latestValues(database).forTerminal(id),
    ])
    const limit = offlineAfterSeconds(id) * 1000
    const runs = emptyRuns({ from, step: BUCKET_MS, counts }, isKnownBefore)
    const exact = await traffic.trimmed(id, runs.slice(0, MOST_OUTAGES))
    const outages = exact
      .filter((outage) => (outage.to ?? to) - outage.from > limit)
      .map((outage) => ({ from: instantAt(outage.from), to: outage.to === null ? null : instantAt(outage.to) }))
    return {
      from: instantAt(from),
      to: instantAt(to),
      bucket_seconds: BUCKET_MS / 1000,
      counts,
      outages,
      last_measurement,
      last_message: lastMessage(id),
    }
  })
}
