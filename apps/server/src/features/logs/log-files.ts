import type { FileLocale } from '@dalyan/contracts/file-locale'
import type { Clock } from '../../core/clock.ts'
import type { Database } from '../../core/database/database.ts'
import type { FileReply } from '../../core/http/file-reply.ts'
import { fileFromThread } from '../../core/table-file/file-from-thread.ts'
import { FILE_DIALECTS } from '../../core/table-file/file-dialects.ts'
import { LOG_TABLES } from './log-tables.ts'
import type { LogFileTask, WantedLog } from './log-file-thread.ts'

interface Wish {
  locale: FileLocale
}

/** Logs as CSV of any length: entries are read from one snapshot as fast as the caller consumes them. */
export function logFiles({ database, clock }: { database: Pick<Database, 'address'>; clock: Clock }) {
  return {
    open(wanted: WantedLog, { locale }: Wish): FileReply {
      const { timeZone } = FILE_DIALECTS[locale]
      const task: LogFileTask = { address: database.address, locale, wanted }
      const day = new Intl.DateTimeFormat('sv-SE', { timeZone }).format(clock.now())
      return {
        name: `${LOG_TABLES[wanted.log].word[locale]}_${day}.csv`,
        type: 'text/csv; charset=utf-8',
        content: fileFromThread(new URL('./log-file-thread.ts', import.meta.url), task),
      }
    },
  }
}
