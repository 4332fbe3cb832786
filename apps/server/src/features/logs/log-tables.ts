import type { FileLocale } from '@dalyan/contracts/file-locale'
import type { AuditLog, ServerLog, TankLog, TerminalLog } from '@dalyan/contracts/logs'
import type { Cell } from '../../core/table-file/table.ts'

type PerLocale<T> = Readonly<Record<FileLocale, T>>

/** A log as a table. */
interface LogTable<T> {
  /** First word of the file's name. */
  word: PerLocale<string>
  titles: PerLocale<readonly string[]>
  cells: (entry: T) => Cell[]
}

const OWN_TITLES = ['status', 'processor', 'event', 'meta']
const OWN_TITLES_TR = ['Durum', 'İşlemi yapan', 'Olay', 'Ayrıntı']

function ownCells(entry: TerminalLog | TankLog, code: string): Cell[] {
  const { id, created_at, status, processor, event, meta } = entry
  return [id, new Date(created_at), code, status, processor.name, event, json(meta)]
}

const terminal: LogTable<TerminalLog> = {
  word: { en: 'terminal-logs', tr: 'terminal-loglari' },
  titles: {
    en: ['id', 'created_at', 'terminal_code', ...OWN_TITLES],
    tr: ['Sıra no', 'Zaman', 'Terminal', ...OWN_TITLES_TR],
  },
  cells: (entry) => ownCells(entry, entry.iot.code),
}

const tank: LogTable<TankLog> = {
  word: { en: 'tank-logs', tr: 'tank-loglari' },
  titles: {
    en: ['id', 'created_at', 'tank_code', ...OWN_TITLES],
    tr: ['Sıra no', 'Zaman', 'Tank', ...OWN_TITLES_TR],
  },
  cells: (entry) => ownCells(entry, entry.tank.code),
}

const server: LogTable<ServerLog> = {
  word: { en: 'server-logs', tr: 'sunucu-loglari' },
  titles: {
    en: ['seq', 'created_at', 'level', 'message', 'context', 'orphan'],
    tr: ['Sıra no', 'Zaman', 'Düzey', 'Mesaj', 'Ayrıntı', 'Sahipsiz'],
  },
  cells: ({ seq, created_at, level, message, context, orphan }) => [
    seq,
    new Date(created_at),
    level,
    message,
    json(context),
    String(orphan),
  ],
}

const audit: LogTable<AuditLog> = {
  word: { en: 'audit-logs', tr: 'denetim-kayitlari' },
  titles: {
    en: [
      'id',
      'created_at',
      'status',
      'processor',
      'event',
      'target_kind',
      'target_id',
      'target',
      'address',
      'browser',
      'before',
      'after',
    ],
    tr: [
      'Sıra no',
      'Zaman',
      'Durum',
      'İşlemi yapan',
      'Olay',
      'Hedef türü',
      'Hedef no',
      'Hedef',
      'Adres',
      'Tarayıcı',
      'Önce',
      'Sonra',
    ],
  },
  cells: ({ id, created_at, status, processor, event, target, address, browser, before, after }) => [
    id,
    new Date(created_at),
    status,
    processor.name,
    event,
    target?.kind ?? null,
    target?.id ?? null,
    target?.name ?? null,
    address,
    browser,
    json(before),
    json(after),
  ],
}

export const LOG_TABLES = { terminal, tank, server, audit }

function json(details: Record<string, unknown> | null): string | null {
  return details && JSON.stringify(details)
}
