import { logsApi } from '@dalyan/contracts/logs'
import { asPage } from '@dalyan/contracts/paging'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../core/database/database.ts'
import { invalidField, notFound } from '../../core/errors.ts'
import { serve } from '../../core/http/serve.ts'
import type { FirmScope } from '../../core/http/signed-in.ts'
import { logsRepository, type LogQuery, type LogRows } from './logs.repository.ts'

interface Needs {
  database: Database
  hasTerminal: (id: number) => Promise<boolean>
  /** Whether the tank is there for somebody of these firms. */
  hasTank: (id: number, firms: FirmScope) => Promise<boolean>
}

export function serveLogs(server: FastifyInstance, { database, hasTerminal, hasTank }: Needs): void {
  const terminalLogs = logsRepository('terminal', database)
  const tankLogs = logsRepository('tank', database)
  serve(server, logsApi.terminals, 'logs.view', ({ query }) =>
    answer(terminalLogs, { ...query, subject_id: query.iot_id }),
  )
  serve(server, logsApi.terminal, 'logs.view', async ({ params, query }) => {
    if (!(await hasTerminal(params.id))) throw notFound()
    return answer(terminalLogs, { ...query, subject_id: params.id })
  })
  serve(server, logsApi.tanks, 'logs.view', ({ query }) => answer(tankLogs, { ...query, subject_id: query.tank_id }))
  serve(server, logsApi.tank, 'tank_logs.view', async ({ params, query, user }) => {
    if (!(await hasTank(params.id, user.firms))) throw notFound()
    return answer(tankLogs, { ...query, subject_id: params.id })
  })
}

async function answer<T>(log: { list(query: LogQuery): Promise<LogRows<T>> }, query: LogQuery) {
  if (query.from !== undefined && query.to !== undefined && query.from > query.to)
    throw invalidField('to', 'from_after_to')
  const rows = await log.list(query)
  // A follower asks with the last row's id, not by pages.
  const page = asPage(rows.data, rows.total, query.after_id === undefined ? query : { ...query, page: 1 })
  return rows.isCapped ? { ...page, total_capped: true } : page
}
