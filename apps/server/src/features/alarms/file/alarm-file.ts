import type { FileLocale } from '@dalyan/contracts/file-locale'
import { TURKISH_METRIC_NAMES } from '@dalyan/contracts/metrics'
import type { ReadAddress } from '../../../core/database/read-replica.ts'
import type { FileReply } from '../../../core/http/file-reply.ts'
import { lineFile, type LineColumn } from '../../../core/table-file/line-file.ts'
import type { AlarmLine, WantedAlarms } from './alarm-file.sql.ts'

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

const dateOf = (instant: string | null): Date | null => (instant === null ? null : new Date(instant))

/** English cells use the wire's words, Turkish ones those of the screen. */
export const ALARM_COLUMNS: readonly LineColumn<AlarmLine>[] = [
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

const FILE_WORDS = { en: 'alarms', tr: 'alarmlar' }

/** A CSV of any number of alarms. */
export function alarmFile(address: ReadAddress, wanted: WantedAlarms, locale: FileLocale): FileReply {
  const script = new URL('./alarm-file-thread.ts', import.meta.url)
  return lineFile(script, { address, locale, wanted }, FILE_WORDS, Date.parse(wanted.now))
}
