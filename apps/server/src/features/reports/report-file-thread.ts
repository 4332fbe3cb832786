import { Readable } from 'node:stream'
import { workerData } from 'node:worker_threads'
import { sendFromThread } from '../../core/table-file/send-from-thread.ts'
import type { ReportFileTask } from './report-file.ts'
import { reportPdf } from './report-pdf.ts'
import { reportXlsx } from './report-xlsx.ts'

const { shown, format, locale, origin } = workerData as ReportFileTask

sendFromThread(
  format === 'pdf'
    ? Readable.from(reportPdf(shown, locale, origin), { objectMode: false })
    : Readable.from([await reportXlsx(shown, locale)], { objectMode: false }),
)
