import type { FileLocale } from '@dalyan/contracts/file-locale'
import type { JournalKind } from '@dalyan/contracts/journal-words'
import type { ReadAddress } from '../../core/database/read-replica.ts'
import type { FileReply } from '../../core/http/file-reply.ts'
import { FILE_DIALECTS } from '../../core/table-file/file-dialects.ts'
import { fileFromThread } from '../../core/table-file/file-from-thread.ts'
import type { FileCell } from '../../core/table-file/table.ts'
import type { JournalLine, WantedEntries } from './journal-file.sql.ts'

/** The `workerData` of the thread that makes the file. */
export interface JournalFileTask {
  address: ReadAddress
  locale: FileLocale
  wanted: WantedEntries
}

const KINDS: Readonly<Record<JournalKind, string>> = {
  feeding: 'Yemleme',
  mortality: 'Ölüm',
  water_change: 'Su değişimi',
  cleaning: 'Temizlik',
  treatment: 'Tedavi',
  calibration: 'Kalibrasyon',
  note: 'Not',
}

/** Whether an entry holds, as a word. */
function standing({ withdrawn, corrected_by }: JournalLine): 'valid' | 'corrected' | 'withdrawal' {
  if (withdrawn) return 'withdrawal'
  return corrected_by === null ? 'valid' : 'corrected'
}
const STANDINGS = { valid: 'Geçerli', corrected: 'Düzeltildi', withdrawal: 'Geri alma' } as const

interface JournalColumn extends Record<FileLocale, string> {
  cell: (line: JournalLine) => FileCell
  /** Where the Turkish file differs from the wire's word. */
  turkish?: (line: JournalLine) => FileCell
}

const COLUMNS: readonly JournalColumn[] = [
  { en: 'at', tr: 'Zaman', cell: ({ at }) => new Date(at) },
  { en: 'tank_code', tr: 'Tank', cell: ({ tank_code }) => tank_code },
  { en: 'tank_name', tr: 'Tank adı', cell: ({ tank_name }) => tank_name },
  { en: 'kind', tr: 'İş', cell: ({ kind }) => kind, turkish: ({ kind }) => KINDS[kind] },
  { en: 'amount', tr: 'Miktar', cell: ({ amount }) => amount },
  { en: 'unit', tr: 'Birim', cell: ({ unit }) => unit },
  { en: 'note', tr: 'Not', cell: ({ note }) => note },
  { en: 'standing', tr: 'Geçerlilik', cell: standing, turkish: (line) => STANDINGS[standing(line)] },
  { en: 'created_by', tr: 'Yazan', cell: ({ created_by }) => created_by },
  { en: 'created_at', tr: 'Kayda geçiş', cell: ({ created_at }) => new Date(created_at) },
  { en: 'id', tr: 'Kayıt no', cell: ({ id }) => id },
  { en: 'corrects', tr: 'Düzelttiği kayıt', cell: ({ corrects }) => corrects },
]

/** First word of the file's name. */
const FILE_WORD: Readonly<Record<FileLocale, string>> = { en: 'journal', tr: 'gunluk' }

/** A CSV of any number of entries, all of one snapshot. */
export function journalFile(address: ReadAddress, wanted: WantedEntries, locale: FileLocale): FileReply {
  const task: JournalFileTask = { address, locale, wanted }
  const { timeZone } = FILE_DIALECTS[locale]
  const day = new Intl.DateTimeFormat('sv-SE', { timeZone }).format(Date.parse(wanted.now))
  return {
    name: `${FILE_WORD[locale]}_${day}.csv`,
    type: 'text/csv; charset=utf-8',
    content: fileFromThread(new URL('./journal-file-thread.ts', import.meta.url), task),
  }
}

export function journalTitles(locale: FileLocale): string[] {
  return COLUMNS.map((column) => column[locale])
}

/** A line's cells, in the order of the titles: English cells use the wire's words, Turkish ones those of the screen. */
export function journalCells(line: JournalLine, locale: FileLocale): FileCell[] {
  return COLUMNS.map(({ cell, turkish = cell }) => (locale === 'tr' ? turkish : cell)(line))
}
