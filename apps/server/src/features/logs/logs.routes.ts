import type { FileLocale } from '@dalyan/contracts/file-locale'
import type { Instant } from '@dalyan/contracts/instant'
import { logsApi } from '@dalyan/contracts/logs'
import { asPage } from '@dalyan/contracts/paging'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Basics } from '../../basics.ts'
import { invalidField, notFound } from '../../core/errors.ts'
import type { ExportGate } from '../../core/http/export-gate.ts'
import { JsonText, serve } from '../../core/http/serve.ts'
import type { FirmScope } from '../../core/http/signed-in.ts'
import { auditLogsRepository } from './audit-logs.sql.ts'
import { logFile, type WantedLog } from './log-files.ts'
import type { LogPageQuery, LogRows } from './log-list.sql.ts'
import { logsRepository } from './subject-logs.sql.ts'
import { serverLogsRepository } from './server-logs.sql.ts'

interface Needs extends Pick<Basics, 'database' | 'clock'> {
  exportGate: ExportGate
  hasTerminal: (id: number) => Promise<boolean>
  /** Whether a caller with access to these firms may see the tank. */
  hasTank: (id: number, firms: FirmScope) => Promise<boolean>
}

export function serveLogs(server: FastifyInstance, { database, clock, exportGate, hasTerminal, hasTank }: Needs): void {
  const terminalLogs = logsRepository('terminal', database.reads)
  const tankLogs = logsRepository('tank', database.reads)
  const serverLogs = serverLogsRepository(database.reads)
  const auditLogs = auditLogsRepository(database.reads)

  function file(wanted: WantedLog, locale: FileLocale, request: FastifyRequest) {
    refuseReversed(wanted.filters)
    return exportGate.open(request, async () => logFile(wanted, locale, { database, clock }))
  }

  serve(server, logsApi.terminals, 'logs.view', ({ query }) =>
    page(terminalLogs, { ...query, subject_id: query.iot_id }),
  )
  serve(server, logsApi.terminal, 'logs.view', async ({ params, query }) => {
    if (!(await hasTerminal(params.id))) throw notFound()
    return page(terminalLogs, { ...query, subject_id: params.id })
  })
  serve(server, logsApi.tanks, 'logs.view', ({ query }) =>
    page(tankLogs, { ...query, subject_id: query.tank_id, named_terminal_id: query.iot_id }),
  )
  serve(server, logsApi.tank, 'tank_logs.view', async ({ params, query, user }) => {
    if (!(await hasTank(params.id, user.firms))) throw notFound()
    return page(tankLogs, { ...query, subject_id: params.id })
  })
  serve(server, logsApi.server, 'logs.view', ({ query }) =>
    page(serverLogs, query.all ? { ...query, page: 1, per_page: query.limit } : query),
  )
  serve(server, logsApi.audit, 'logs.view', ({ query }) => page(auditLogs, query))

  serve(server, logsApi.exportTerminals, 'logs.view', ({ query, request }) =>
    file({ log: 'terminal', filters: { ...query, subject_id: query.iot_id } }, query.locale, request),
  )
  serve(server, logsApi.exportTanks, 'logs.view', ({ query, request }) => {
    const filters = { ...query, subject_id: query.tank_id, named_terminal_id: query.iot_id }
    return file({ log: 'tank', filters }, query.locale, request)
  })
  serve(server, logsApi.exportServer, 'logs.view', ({ query, request }) =>
    file({ log: 'server', filters: query }, query.locale, request),
  )
  serve(server, logsApi.exportAudit, 'logs.view', ({ query, request }) =>
    file({ log: 'audit', filters: query }, query.locale, request),
  )
}

/** @throws AppError 422 when the window ends before it starts. */
function refuseReversed({ from, to }: { from?: Instant | undefined; to?: Instant | undefined }): void {
  if (from !== undefined && to !== undefined && from > to) throw invalidField('to', 'from_after_to')
}

async function page<Q extends LogPageQuery>(log: { list(query: Q): Promise<LogRows> }, query: Q): Promise<JsonText> {
  refuseReversed(query)
  const { data, total, isCapped, followAfter, searched } = await log.list(query)
  const isFollowed = query.after_id !== undefined || query.after_seq !== undefined
  // JSON omits undefined fields.
  const rest = {
    ...asPage([], total, isFollowed ? { ...query, page: 1 } : query),
    data: undefined,
    total_capped: isCapped || undefined,
    follow_after: followAfter,
    searched,
  }
  return new JsonText(`{"data":[${data}],${JSON.stringify(rest).slice(1)}`)
}
