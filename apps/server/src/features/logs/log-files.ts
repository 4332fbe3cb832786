import type { FileLocale } from '@dalyan/contracts/file-locale'
import type { AuditLog, ServerLog, TankLog, TerminalLog } from '@dalyan/contracts/logs'
import type { Basics } from '../../basics.ts'
import type { ReadAddress } from '../../core/database/read-replica.ts'
import type { FileReply } from '../../core/http/file-reply.ts'
import { FILE_DIALECTS } from '../../core/table-file/file-dialects.ts'
import { fileFromThread } from '../../core/table-file/file-from-thread.ts'
import type { FileCell } from '../../core/table-file/table.ts'
import type { AuditFilters } from './audit-logs.sql.ts'
import type { ServerLogFilters } from './server-logs.sql.ts'
import type { LogFilters } from './subject-logs.sql.ts'

/** The entries and filters of every log. */
export interface Logs {
  terminal: { entry: TerminalLog; filters: LogFilters }
  tank: { entry: TankLog; filters: LogFilters }
  server: { entry: ServerLog; filters: ServerLogFilters }
  audit: { entry: AuditLog; filters: AuditFilters }
}

/** A log and the filters of its entries. */
export type WantedLog<K extends keyof Logs = keyof Logs> = { [L in K]: { log: L; filters: Logs[L]['filters'] } }[K]

/** The `workerData` of the thread that makes the file. */
export interface LogFileTask {
  address: ReadAddress
  locale: FileLocale
  wanted: WantedLog
}

/** Logs as CSV of any length: entries are read from one snapshot as fast as the caller consumes them. */
export async function logFile(
  wanted: WantedLog,
  locale: FileLocale,
  { database, clock }: Pick<Basics, 'database' | 'clock'>,
): Promise<FileReply> {
  const day = new Intl.DateTimeFormat('sv-SE', { timeZone: FILE_DIALECTS[locale].timeZone }).format(clock.now())
  const task: LogFileTask = { address: await database.reads.chooseAddress(), locale, wanted }
  return {
    name: `${FILE_WORDS[wanted.log][locale]}_${day}.csv`,
    type: 'text/csv; charset=utf-8',
    content: fileFromThread(new URL('./log-file-thread.ts', import.meta.url), task),
  }
}

type PerLocale = Readonly<Record<FileLocale, string>>

/** First word of the file's name. */
const FILE_WORDS: Readonly<Record<keyof Logs, PerLocale>> = {
  terminal: { en: 'terminal-logs', tr: 'terminal-loglari' },
  tank: { en: 'tank-logs', tr: 'tank-loglari' },
  server: { en: 'server-logs', tr: 'sunucu-loglari' },
  audit: { en: 'audit-logs', tr: 'denetim-kayitlari' },
}

/** A column with its title in each language. */
type LogColumn<T> = PerLocale & { cell: (entry: T) => FileCell }

const ID: LogColumn<{ id: number }> = { en: 'id', tr: 'Sıra no', cell: ({ id }) => id }
const TIME: LogColumn<{ created_at: string }> = {
  en: 'created_at',
  tr: 'Zaman',
  cell: ({ created_at }) => new Date(created_at),
}
const ACTION: LogColumn<TerminalLog | TankLog | AuditLog>[] = [
  { en: 'status', tr: 'Durum', cell: ({ status }) => status },
  { en: 'processor', tr: 'İşlemi yapan', cell: ({ processor }) => processor.name },
  { en: 'event', tr: 'Olay', cell: ({ event }) => event },
]
const DETAILS: LogColumn<TerminalLog | TankLog> = { en: 'meta', tr: 'Ayrıntı', cell: ({ meta }) => json(meta) }

export const LOG_COLUMNS: { [K in keyof Logs]: readonly LogColumn<Logs[K]['entry']>[] } = {
  terminal: [ID, TIME, { en: 'terminal_code', tr: 'Terminal', cell: ({ iot }) => iot.code }, ...ACTION, DETAILS],
  tank: [ID, TIME, { en: 'tank_code', tr: 'Tank', cell: ({ tank }) => tank.code }, ...ACTION, DETAILS],
  server: [
    { en: 'seq', tr: 'Sıra no', cell: ({ seq }) => seq },
    TIME,
    { en: 'level', tr: 'Düzey', cell: ({ level }) => level },
    { en: 'message', tr: 'Mesaj', cell: ({ message }) => message },
    { en: 'context', tr: 'Ayrıntı', cell: ({ context }) => json(context) },
    { en: 'orphan', tr: 'Sahipsiz', cell: ({ orphan }) => String(orphan) },
  ],
  audit: [
    ID,
    TIME,
    ...ACTION,
    { en: 'target_kind', tr: 'Hedef türü', cell: ({ target }) => target?.kind ?? null },
    { en: 'target_id', tr: 'Hedef no', cell: ({ target }) => target?.id ?? null },
    { en: 'target', tr: 'Hedef', cell: ({ target }) => target?.name ?? null },
    { en: 'address', tr: 'Adres', cell: ({ address }) => address },
    { en: 'browser', tr: 'Tarayıcı', cell: ({ browser }) => browser },
    { en: 'before', tr: 'Önce', cell: ({ before }) => json(before) },
    { en: 'after', tr: 'Sonra', cell: ({ after }) => json(after) },
  ],
}

function json(details: Record<string, unknown> | null): string | null {
  return details && JSON.stringify(details)
}
