import type { FileLocale } from '@dalyan/contracts/file-locale'
import type { DatabaseAddress } from '../../../core/database/database.ts'
import type { FileReply } from '../../../core/http/file-reply.ts'
import { fileFromThread } from '../../../core/table-file/file-from-thread.ts'
import { FILE_DIALECTS } from '../../../core/table-file/file-dialects.ts'
import type { AlarmFileTask } from './alarm-file-thread.ts'
import { ALARM_FILE_WORD } from './alarm-table.ts'

/** A CSV of any number of alarms, all of one snapshot. */
export function alarmFile(address: DatabaseAddress, wanted: AlarmFileTask['wanted'], locale: FileLocale): FileReply {
  const task: AlarmFileTask = { address, locale, wanted }
  const day = new Intl.DateTimeFormat('sv-SE', { timeZone: FILE_DIALECTS[locale].timeZone }).format(
    Date.parse(wanted.now),
  )
  return {
    name: `${ALARM_FILE_WORD[locale]}_${day}.csv`,
    type: 'text/csv; charset=utf-8',
    content: fileFromThread(new URL('./alarm-file-thread.ts', import.meta.url), task),
  }
}
