import { logsApi, type OwnLogQuery, type ServerLogListQuery } from '@dalyan/contracts/logs'
import { queryOptions } from '@tanstack/react-query'
import { call, callFile, type ComingFile } from '../../shared/api/call.ts'
import { serverNow } from '../../shared/clock/server-clock.ts'
import { auditLine, type LogLine, serverLine, tankLine, terminalLine } from './log-line.ts'
import { askedRange, DEFAULT_LOG_SIZE, type LogSearch } from './log-search.ts'

export type LogKind = 'iot' | 'tanks' | 'server' | 'audit'

/** Which log, and on the page of a terminal or tank the id of that record. */
export interface LogSource {
  kind: LogKind
  ownerId?: number
}

export interface LogPage {
  lines: LogLine[]
  total: number
  isCapped: boolean
  /** Only this number of the newest entries was searched; null: all. */
  searched: number | null
  /** The line after which a live log continues. */
  followAfter: number
}

/** The live channel of each log; the audit log has none and is polled. */
export const LOG_CHANNEL: Record<LogKind, string | null> = {
  iot: 'iot-logs',
  tanks: 'tank-logs',
  server: 'server-logs',
  audit: null,
}

/** One page, newest first. */
function readLogPage(source: LogSource, search: LogSearch, signal?: AbortSignal): Promise<LogPage> {
  const size = (source.kind === 'server' ? search.limit : search.per_page) ?? DEFAULT_LOG_SIZE
  return read(source, search, { page: search.page ?? 1, per_page: size }, signal)
}

/** The lines that became visible after a line, oldest first. */
export function readLogBehind(source: LogSource, search: LogSearch, after: number, most: number): Promise<LogPage> {
  return read(source, search, { per_page: most, after })
}

/** The export. */
export function readLogFile(kind: LogKind, search: LogSearch, signal: AbortSignal): Promise<ComingFile> {
  const window = { ...askedRange(search, serverNow()), locale: 'tr' as const }
  const { level, search: words, include_orphans, status, event, iot_id, tank_id, user_id, target } = search
  if (kind === 'server') {
    const query = { ...window, level, search: words, include_orphans: include_orphans === 1 }
    return callFile(logsApi.exportServer, { query }, signal)
  }
  const query = { ...window, status, event }
  if (kind === 'audit') return callFile(logsApi.exportAudit, { query: { ...query, user_id, target } }, signal)
  return kind === 'iot'
    ? callFile(logsApi.exportTerminals, { query: { ...query, iot_id } }, signal)
    : callFile(logsApi.exportTanks, { query: { ...query, tank_id } }, signal)
}

interface Part {
  page?: number
  per_page: number
  after?: number
}

async function read(
  { kind, ownerId }: LogSource,
  search: LogSearch,
  { after, ...place }: Part,
  signal?: AbortSignal,
): Promise<LogPage> {
  const window = askedRange(search, serverNow())
  const part = { ...place, ...(search.sort ? { sort: [{ field: search.sort, descending: false }] } : {}) }
  if (kind === 'server') {
    const { level, search: words, include_orphans } = search
    const query: Partial<ServerLogListQuery> = {
      ...part,
      ...window,
      level,
      search: words,
      include_orphans: include_orphans === 1,
      after_seq: after,
    }
    return pageOf(await call(logsApi.server, { query }, signal), serverLine)
  }
  const query: Partial<OwnLogQuery> = {
    ...part,
    ...window,
    status: search.status,
    event: search.event,
    after_id: after,
  }
  if (kind === 'audit') {
    const { user_id, target } = search
    return pageOf(await call(logsApi.audit, { query: { ...query, user_id, target } }, signal), auditLine)
  }
  if (kind === 'iot') {
    return pageOf(
      ownerId === undefined
        ? await call(logsApi.terminals, { query: { ...query, iot_id: search.iot_id } }, signal)
        : await call(logsApi.terminal, { params: { id: ownerId }, query }, signal),
      terminalLine,
    )
  }
  return pageOf(
    ownerId === undefined
      ? await call(logsApi.tanks, { query: { ...query, tank_id: search.tank_id } }, signal)
      : await call(logsApi.tank, { params: { id: ownerId }, query }, signal),
    tankLine,
  )
}

interface Answer<T> {
  data: T[]
  total: number
  total_capped?: boolean | undefined
  follow_after?: number | undefined
  searched?: number | undefined
}

function pageOf<T>(answer: Answer<T>, line: (row: T) => LogLine): LogPage {
  const { data, total, total_capped, follow_after, searched } = answer
  return {
    lines: data.map(line),
    total,
    isCapped: total_capped === true,
    searched: searched ?? null,
    followAfter: follow_after ?? 0,
  }
}

/** One page; a live log extends it itself, so it is not refetched automatically. */
export const logQueries = {
  page: (source: LogSource, search: LogSearch) =>
    queryOptions({
      queryKey: ['logs', source, { ...search, refresh: undefined }],
      queryFn: ({ signal }) => readLogPage(source, search, signal),
      staleTime: 0,
      gcTime: 0,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
    }),
}
