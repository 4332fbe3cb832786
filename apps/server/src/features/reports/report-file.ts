import type { FileLocale } from '@dalyan/contracts/file-locale'
import { REPORT_TYPES, type ReportFormat } from '@dalyan/contracts/reports'
import type { FileReply } from '../../core/http/file-reply.ts'
import { fileFromThread } from '../../core/table-file/file-from-thread.ts'
import type { ShownReport } from './reports.service.ts'

/** The `workerData` of the thread that makes the file. */
export interface ReportFileTask {
  shown: ShownReport
  format: ReportFormat
  locale: FileLocale
  /** The page's address for users; null: not known. */
  origin: string | null
}

/** First word of the file's name. */
const FILE_WORD: Readonly<Record<FileLocale, string>> = { en: 'report', tr: 'rapor' }
const DRAFT_WORD: Readonly<Record<FileLocale, string>> = { en: 'draft', tr: 'taslak' }

/** A report as a file, made in a thread: the same content makes the same bytes. */
export function reportFile(task: ReportFileTask): FileReply {
  const { shown, format, locale } = task
  const { tank, month } = shown.report
  const word = shown.record ? FILE_WORD[locale] : DRAFT_WORD[locale]
  return {
    name: `${word}_${tank.code.replaceAll(/[^\w-]/g, '')}_${month}.${format}`,
    type: REPORT_TYPES[format],
    content: fileFromThread(new URL('./report-file-thread.ts', import.meta.url), task),
  }
}
