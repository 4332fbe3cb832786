import type { FileLocale } from '@dalyan/contracts/file-locale'
import type { ReadAddress } from '../database/read-replica.ts'
import type { FileReply } from '../http/file-reply.ts'
import { FILE_DIALECTS } from './file-dialects.ts'
import { fileFromThread } from './file-from-thread.ts'
import type { FileCell } from './table.ts'

/** A column of a CSV with one line for each record: its title in each language, and the cell of a record. */
export interface LineColumn<Line> extends Readonly<Record<FileLocale, string>> {
  cell: (line: Line) => FileCell
  /** Where the Turkish file differs from the wire's word. */
  turkish?: (line: Line) => FileCell
}

/** The `workerData` of the thread that makes such a file (`sendLines`). */
export interface LineTask<Wanted> {
  address: ReadAddress
  locale: FileLocale
  wanted: Wanted
}

/** A CSV of any number of lines, all of one snapshot. `words`: the first word of its name, before the day of `at`, epoch milliseconds. */
export function lineFile<Wanted>(
  script: URL,
  task: LineTask<Wanted>,
  words: Readonly<Record<FileLocale, string>>,
  at: number,
): FileReply {
  const { timeZone } = FILE_DIALECTS[task.locale]
  const day = new Intl.DateTimeFormat('sv-SE', { timeZone }).format(at)
  return {
    name: `${words[task.locale]}_${day}.csv`,
    type: 'text/csv; charset=utf-8',
    content: fileFromThread(script, task),
  }
}
