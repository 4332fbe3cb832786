import type { Instant } from '@dalyan/contracts/instant'
import { logsApi } from '@dalyan/contracts/logs'
import { asPage } from '@dalyan/contracts/paging'
import type { FastifyInstance } from 'fastify'
import type { Clock } from '../../core/clock.ts'
import type { Database } from '../../core/database/database.ts'
import { invalidField, notFound } from '../../core/errors.ts'
import type { ExportGate } from '../../core/http/export-gate.ts'
import { JsonText } from '../../core/http/json-text.ts'
import { serve } from '../../core/http/serve.ts'
import type { FirmScope } from '../../core/http/signed-in.ts'
import { auditLogsRepository } from './audit-logs.sql.ts'
import { logFiles } from './log-files.ts'
import type { LogRows } from './log-list.sql.ts'
import { logsRepository, type LogQuery } from './subject-logs.sql.ts'
import { serverLogsRepository } from './server-logs.sql.ts'

interface Needs {
  database: Database
  clock: Clock
  exportGate: ExportGate
  hasTerminal: (id: number) => Promise<boolean>
  /** Whether a caller with access to these firms may see the tank. */
  hasTank: (id: number, firms: FirmScope) => Promise<boolean>
}

export function serveLogs(server: FastifyInstance, { database, clock, exportGate, hasTerminal, hasTank }: Needs): void {
  const terminalLogs = logsRepository('terminal', database)
  const tankLogs = logsRepository('tank', database)
  const serverLogs = serverLogsRepository(database)
  const auditLogs = auditLogsRepository(database)
  const files = logFiles({ database, clock })
  serve(server, logsApi.terminals, 'logs.view', ({ query }) =>
    answer(terminalLogs, { ...query, subject_id: query.iot_id }),
  )
  serve(server, logsApi.terminal, 'logs.view', async ({ params, query }) => {
    if (!(await hasTerminal(params.id))) throw notFound()
    return answer(terminalLogs, { ...query, subject_id: params.id })
  })
  serve(server, logsApi.tanks, 'logs.view', ({ query }) =>
    answer(tankLogs, { ...query, subject_id: query.tank_id, named_terminal_id: query.iot_id }),
  )
  serve(server, logsApi.server, 'logs.view', async ({ query }) => {
    inOrder(query)
    const rows = query.all ? query.limit : query.per_page
    const page = query.all || query.after_seq !== undefined ? 1 : query.page
    const asked = { ...query, page, per_page: rows }
    return logPage(await serverLogs.list(asked), asked)
  })
  serve(server, logsApi.exportTerminals, 'logs.view', ({ query, request }) => {
    inOrder(query)
    const filters = { ...query, subject_id: query.iot_id }
    return exportGate.open(request, async () => files.open({ log: 'terminal', filters }, query))
  })
  serve(server, logsApi.exportTanks, 'logs.view', ({ query, request }) => {
    inOrder(query)
    const filters = { ...query, subject_id: query.tank_id, named_terminal_id: query.iot_id }
    return exportGate.open(request, async () => files.open({ log: 'tank', filters }, query))
  })
  serve(server, logsApi.exportServer, 'logs.view', ({ query, request }) => {
    inOrder(query)
    return exportGate.open(request, async () => files.open({ log: 'server', filters: query }, query))
  })
  serve(server, logsApi.audit, 'logs.view', ({ query }) => answer(auditLogs, query))
  serve(server, logsApi.exportAudit, 'logs.view', ({ query, request }) => {
    inOrder(query)
    return exportGate.open(request, async () => files.open({ log: 'audit', filters: query }, query))
  })
  serve(server, logsApi.tank, 'tank_logs.view', async ({ params, query, user }) => {
    if (!(await hasTank(params.id, user.firms))) throw notFound()
    return answer(tankLogs, { ...query, subject_id: params.id })
  })
}

type AnyQuery = Pick<LogQuery, 'page' | 'per_page' | 'after_id' | 'from' | 'to'>

async function answer<Q extends AnyQuery>(log: { list(query: Q): Promise<LogRows> }, query: Q): Promise<JsonText> {
  inOrder(query)
  return logPage(await log.list(query), query.after_id === undefined ? query : { ...query, page: 1 })
}

/** @throws AppError 422 when the window ends before it starts. */
function inOrder({ from, to }: { from?: Instant | undefined; to?: Instant | undefined }): void {
  if (from !== undefined && to !== undefined && from > to) throw invalidField('to', 'from_after_to')
}

function logPage(
  { data, total, isCapped, followAfter, searched }: LogRows,
  query: { page: number; per_page: number },
): JsonText {
  // JSON omits undefined fields.
  const rest = {
    ...asPage([], total, query),
    data: undefined,
    total_capped: isCapped || undefined,
    follow_after: followAfter,
    searched,
  }
  return new JsonText(`{"data":[${data}],${JSON.stringify(rest).slice(1)}`)
}
