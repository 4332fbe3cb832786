import { logsApi, type TerminalLog } from '@dalyan/contracts/logs'
import { asPage } from '@dalyan/contracts/paging'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../core/database/database.ts'
import { invalidField, notFound } from '../../core/errors.ts'
import { serve } from '../../core/http/serve.ts'
import { logsRepository, type LogQuery, type LogRows } from './logs.repository.ts'

interface Needs {
  database: Database
  hasTerminal: (id: number) => Promise<boolean>
}

export function serveLogs(server: FastifyInstance, { database, hasTerminal }: Needs): void {
  const terminalLogs = logsRepository('terminal', database)
  serve(server, logsApi.terminals, 'logs.view', async ({ query }) => {
    if (query.from !== undefined && query.to !== undefined && query.from > query.to)
      throw invalidField('to', 'from_after_to')
    const asked = { ...query, subject_id: query.iot_id }
    return inEnvelope(await terminalLogs.list(asked), asked)
  })
  serve(server, logsApi.terminal, 'logs.view', async ({ params, query }) => {
    if (!(await hasTerminal(params.id))) throw notFound()
    const asked = { ...query, subject_id: params.id }
    return inEnvelope(await terminalLogs.list(asked), asked)
  })
}

function inEnvelope(rows: LogRows<TerminalLog>, query: LogQuery) {
  // A follower asks with the last row's id, not by pages.
  const page = asPage(rows.data, rows.total, query.after_id === undefined ? query : { ...query, page: 1 })
  return rows.isCapped ? { ...page, total_capped: true } : page
}
