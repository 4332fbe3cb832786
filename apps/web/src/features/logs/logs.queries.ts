import type { Endpoint, QueryOf } from '@dalyan/contracts/endpoint'
import type { LogStatus, ServerLogLevel } from '@dalyan/contracts/log-words'
import { type AuditLog, logsApi, type ServerLog, type TankLog, type TerminalLog } from '@dalyan/contracts/logs'
import { queryOptions } from '@tanstack/react-query'
import { call, callFile, type ComingFile } from '../../shared/api/call.ts'
import { windowQuery } from '../../shared/charts/time-range.ts'
import { serverNow } from '../../shared/clock/server-clock.ts'
import type { ListedOf } from '../../shared/resource/resource-queries.ts'
import { DEFAULT_LOG_SIZE, type LogSearch } from './log-search.ts'

/** One entry of any log, for display. */
export interface LogLine {
  /** Its id or sequence number; newer entries have higher ones. */
  id: number
  at: string
  /** The record concerned; null in the server's log. */
  subject: { id: number | null; code: string } | null
  outcome: LogStatus | ServerLogLevel
  /** The actor. */
  who: string | null
  /** The code of an event, or the server's message. */
  text: string
  details: Readonly<Record<string, unknown>> | null
  isOrphan: boolean
}

export const LOG_KINDS = ['iot', 'tanks', 'server', 'audit'] as const
export type LogKind = (typeof LOG_KINDS)[number]

/** Which log, and on the page of a terminal or tank the id of that record. */
export interface LogSource {
  kind: LogKind
  ownerId?: number
}

/** A log: its endpoints, its filters as they take them, and an entry as a line. */
interface LogCalls<L extends Endpoint, F extends Endpoint> {
  list: L
  /** The log of one record. */
  own?: Endpoint
  file: F
  filters: (search: LogSearch) => Partial<QueryOf<L>> & Partial<QueryOf<F>>
  /** The list's parameter for the line after which it continues. */
  after: keyof QueryOf<L>
  line: (entry: ListedOf<L>) => LogLine
}

/** Checks a log's parts against its endpoints; the calls below are the same for all logs. */
const logOf = <L extends Endpoint, F extends Endpoint>(log: LogCalls<L, F>) =>
  log as unknown as LogCalls<Endpoint, Endpoint>

const LOGS: Record<LogKind, LogCalls<Endpoint, Endpoint>> = {
  iot: logOf({
    list: logsApi.terminals,
    own: logsApi.terminal,
    file: logsApi.exportTerminals,
    filters: ({ status, event, iot_id }) => ({ status, event, iot_id }),
    after: 'after_id',
    line: (log) => ownLine(log, log.iot, log.meta),
  }),
  tanks: logOf({
    list: logsApi.tanks,
    own: logsApi.tank,
    file: logsApi.exportTanks,
    filters: ({ status, event, tank_id }) => ({ status, event, tank_id }),
    after: 'after_id',
    line: (log) => ownLine(log, log.tank, log.meta),
  }),
  server: logOf({
    list: logsApi.server,
    file: logsApi.exportServer,
    filters: ({ level, search, include_orphans }) => ({ level, search, include_orphans: include_orphans === '1' }),
    after: 'after_seq',
    line: serverLine,
  }),
  audit: logOf({
    list: logsApi.audit,
    file: logsApi.exportAudit,
    filters: ({ status, event, user_id, target }) => ({ status, event, user_id, target }),
    after: 'after_id',
    line: auditLine,
  }),
}

function ownLine(
  { id, created_at, status, processor, event }: Pick<TerminalLog | TankLog | AuditLog, keyof AuditLog & keyof TankLog>,
  subject: LogLine['subject'],
  details: LogLine['details'],
): LogLine {
  return { id, at: created_at, subject, outcome: status, who: processor.name, text: event, details, isOrphan: false }
}

function auditLine(log: AuditLog): LogLine {
  const { target, address, before, after, browser } = log
  const details = Object.entries({ address, before, after, browser }).filter(([, value]) => value !== null)
  const subject = { id: target?.id ?? null, code: target?.name ?? '' }
  return ownLine(log, subject, details.length === 0 ? null : Object.fromEntries(details))
}

function serverLine({ seq, created_at, level, message, context, orphan }: ServerLog): LogLine {
  return {
    id: seq,
    at: created_at,
    subject: null,
    outcome: level,
    who: null,
    text: message,
    details: context,
    isOrphan: orphan,
  }
}

/** A page of a log, as all its endpoints answer. */
interface LogAnswer {
  data: unknown[]
  total: number
  current_page: number
  per_page: number
  total_capped?: boolean
  /** The line after which a live log continues. */
  follow_after?: number
  /** Only this number of the newest entries was searched; absent: all. */
  searched?: number
}

async function readLog(
  { kind, ownerId }: LogSource,
  search: LogSearch,
  part: { page?: number; per_page: number; after?: number },
  signal?: AbortSignal,
) {
  const { list, own, filters, after, line } = LOGS[kind]
  const { page, per_page } = part
  const query = {
    page,
    per_page,
    ...(search.sort ? { sort: [{ field: search.sort, descending: false }] } : {}),
    ...windowQuery(search, serverNow()),
    ...filters(search),
    [after]: part.after,
  }
  const answer = await (own && ownerId !== undefined
    ? call(own, { params: { id: ownerId }, query }, signal)
    : call(list, { query }, signal))
  const { data, ...rest } = answer as LogAnswer
  return { ...rest, lines: data.map((entry) => line(entry as never)) }
}

/** The lines that became visible after a line, oldest first. */
export async function readLogBehind(source: LogSource, search: LogSearch, after: number, most: number) {
  return (await readLog(source, search, { per_page: most, after })).lines
}

/** The export of the filtered log. */
export function readLogFile(kind: LogKind, search: LogSearch, signal: AbortSignal): Promise<ComingFile> {
  const { file, filters } = LOGS[kind]
  const query = { ...windowQuery(search, serverNow()), locale: 'tr', ...filters(search) }
  return callFile(file, { query }, signal)
}

export const logQueries = {
  /** One page, newest first; a live log extends it itself, so it is not refetched automatically. */
  page: (
    source: LogSource,
    search: LogSearch,
    size: number = (source.kind === 'server' ? search.limit : search.per_page) ?? DEFAULT_LOG_SIZE,
  ) =>
    queryOptions({
      queryKey: ['logs', source, { ...search, refresh: undefined }, size],
      queryFn: ({ signal }) => readLog(source, search, { page: search.page ?? 1, per_page: size }, signal),
      staleTime: 0,
      gcTime: 0,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
    }),
}
