import type { FileLocale } from '@dalyan/contracts/file-locale'
import { TURKISH_JOURNAL_KINDS } from '@dalyan/contracts/journal-words'
import type { ReadAddress } from '../../core/database/read-replica.ts'
import type { FileReply } from '../../core/http/file-reply.ts'
import { lineFile, type LineColumn } from '../../core/table-file/line-file.ts'
import type { JournalLine, WantedEntries } from './journal-file.sql.ts'

/** Whether an entry holds, as a word. */
function standing({ withdrawn, corrected_by }: JournalLine): 'valid' | 'corrected' | 'withdrawal' {
  if (withdrawn) return 'withdrawal'
  return corrected_by === null ? 'valid' : 'corrected'
}
const STANDINGS = { valid: 'Geçerli', corrected: 'Düzeltildi', withdrawal: 'Geri alma' } as const

/** English cells use the wire's words, Turkish ones those of the screen. */
export const JOURNAL_COLUMNS: readonly LineColumn<JournalLine>[] = [
  { en: 'at', tr: 'Zaman', cell: ({ at }) => new Date(at) },
  { en: 'tank_code', tr: 'Tank', cell: ({ tank_code }) => tank_code },
  { en: 'tank_name', tr: 'Tank adı', cell: ({ tank_name }) => tank_name },
  { en: 'kind', tr: 'İş', cell: ({ kind }) => kind, turkish: ({ kind }) => TURKISH_JOURNAL_KINDS[kind] },
  { en: 'amount', tr: 'Miktar', cell: ({ amount }) => amount },
  { en: 'unit', tr: 'Birim', cell: ({ unit }) => unit },
  { en: 'note', tr: 'Not', cell: ({ note }) => note },
  { en: 'standing', tr: 'Geçerlilik', cell: standing, turkish: (line) => STANDINGS[standing(line)] },
  { en: 'created_by', tr: 'Yazan', cell: ({ created_by }) => created_by },
  { en: 'created_at', tr: 'Kayda geçiş', cell: ({ created_at }) => new Date(created_at) },
  { en: 'id', tr: 'Kayıt no', cell: ({ id }) => id },
  { en: 'corrects', tr: 'Düzelttiği kayıt', cell: ({ corrects }) => corrects },
]

const FILE_WORDS = { en: 'journal', tr: 'gunluk' }

/** A CSV of any number of entries. */
export function journalFile(address: ReadAddress, wanted: WantedEntries, locale: FileLocale): FileReply {
  const script = new URL('./journal-file-thread.ts', import.meta.url)
  return lineFile(script, { address, locale, wanted }, FILE_WORDS, Date.parse(wanted.now))
}
