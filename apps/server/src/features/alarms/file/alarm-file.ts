import type { FileLocale } from '@dalyan/contracts/file-locale'
import { TURKISH_METRIC_NAMES } from '@dalyan/contracts/metrics'
import type { ReadAddress } from '../../../core/database/read-replica.ts'
import type { FileReply } from '../../../core/http/file-reply.ts'
import { FILE_DIALECTS } from '../../../core/table-file/file-dialects.ts'
import { fileFromThread } from '../../../core/table-file/file-from-thread.ts'
import type { FileCell } from '../../../core/table-file/table.ts'
import type { AlarmLine, WantedAlarms } from './alarm-file.sql.ts'

/** The `workerData` of the thread that makes the file. */
export interface AlarmFileTask {
  address: ReadAddress
  locale: FileLocale
  wanted: WantedAlarms
}

const KINDS = {
  low: 'düşük',
  high: 'yüksek',
  silent: 'veri yok',
  fault: 'sensör arızası',
  out_of_water: 'sonda su dışında',
} as const
const SEVERITIES = { critical: 'Kritik', warning: 'Uyarı', info: 'Bilgi' } as const
const STATES = {
  active_unack: 'Aktif, onay bekliyor',
  active_ack: 'Aktif, onaylandı',
  rtn_unack: 'Normale döndü, onay bekliyor',
  closed: 'Kapandı',
} as const

interface AlarmColumn extends Record<FileLocale, string> {
  cell: (line: AlarmLine) => FileCell
  /** Where the Turkish file differs from the wire's word. */
  turkish?: (line: AlarmLine) => FileCell
}

const dateOf = (instant: string | null): Date | null => (instant === null ? null : new Date(instant))

const COLUMNS: readonly AlarmColumn[] = [
  { en: 'id', tr: 'No', cell: ({ id }) => id },
  { en: 'tank_code', tr: 'Tank', cell: ({ tank_code }) => tank_code },
  { en: 'tank_name', tr: 'Tank adı', cell: ({ tank_name }) => tank_name },
  { en: 'terminal_code', tr: 'Terminal', cell: ({ terminal_code }) => terminal_code },
  {
    en: 'metric',
    tr: 'Ölçüm',
    cell: ({ metric }) => metric,
    turkish: ({ metric }) => metric && TURKISH_METRIC_NAMES[metric],
  },
  { en: 'kind', tr: 'Koşul', cell: ({ kind }) => kind, turkish: ({ kind }) => KINDS[kind] },
  { en: 'severity', tr: 'Önem', cell: ({ severity }) => severity, turkish: ({ severity }) => SEVERITIES[severity] },
  { en: 'state', tr: 'Durum', cell: ({ state }) => state, turkish: ({ state }) => STATES[state] },
  { en: 'value', tr: 'Değer', cell: ({ value }) => value },
  { en: 'peak', tr: 'En düşük / En yüksek', cell: ({ peak }) => peak },
  { en: 'limit', tr: 'Sınır', cell: ({ limit }) => limit },
  { en: 'out_since', tr: 'Sınır dışına çıkış', cell: ({ out_since }) => dateOf(out_since) },
  { en: 'raised_at', tr: 'Alarm', cell: ({ raised_at }) => dateOf(raised_at) },
  { en: 'cleared_at', tr: 'Düzelme', cell: ({ cleared_at }) => dateOf(cleared_at) },
  { en: 'acknowledged_at', tr: 'Onay', cell: ({ acknowledged_at }) => dateOf(acknowledged_at) },
  { en: 'acknowledged_by', tr: 'Onaylayan', cell: ({ acknowledged_by }) => acknowledged_by },
  { en: 'closed_at', tr: 'Kapanış', cell: ({ closed_at }) => dateOf(closed_at) },
  { en: 'occurrences', tr: 'Kaç kez', cell: ({ occurrences }) => occurrences },
  { en: 'note', tr: 'Not', cell: ({ note }) => note },
]

/** First word of the file's name. */
const FILE_WORD: Readonly<Record<FileLocale, string>> = { en: 'alarms', tr: 'alarmlar' }

/** A CSV of any number of alarms, all of one snapshot. */
export function alarmFile(address: ReadAddress, wanted: WantedAlarms, locale: FileLocale): FileReply {
  const task: AlarmFileTask = { address, locale, wanted }
  const { timeZone } = FILE_DIALECTS[locale]
  const day = new Intl.DateTimeFormat('sv-SE', { timeZone }).format(Date.parse(wanted.now))
  return {
    name: `${FILE_WORD[locale]}_${day}.csv`,
    type: 'text/csv; charset=utf-8',
    content: fileFromThread(new URL('./alarm-file-thread.ts', import.meta.url), task),
  }
}

export function alarmTitles(locale: FileLocale): string[] {
  return COLUMNS.map((column) => column[locale])
}

/** A line's cells, in the order of the titles: English cells use the wire's words, Turkish ones those of the screen. */
export function alarmCells(line: AlarmLine, locale: FileLocale): FileCell[] {
  return COLUMNS.map(({ cell, turkish = cell }) => (locale === 'tr' ? turkish : cell)(line))
}
