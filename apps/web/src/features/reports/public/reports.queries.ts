import type { FileLocale } from '@dalyan/contracts/file-locale'
import { REPORT_FORMATS, type ReportFormat, reportsApi } from '@dalyan/contracts/reports'
import { queryOptions } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { call, callFile } from '../../../shared/api/call.ts'
import type { ExportFile } from '../../../shared/export/use-export.ts'

export const reportQueries = {
  /** The kept reports of a tank, the newest first, and the current month. */
  ofTank: (tankId: number) =>
    queryOptions({
      queryKey: ['reports', tankId],
      queryFn: ({ signal }) => call(reportsApi.list, { params: { id: tankId } }, signal),
    }),
}

interface WantedReport {
  tank: { id: number; code: string }
  month: string
  /** The month is not over. */
  isDraft: boolean
  locale: FileLocale
}

/** The report of a month as a file of each format. */
export function reportFiles({ tank, month, isDraft, locale }: WantedReport, t: TFunction): ExportFile[] {
  const word = t(isDraft ? 'reports.fileDraft' : 'reports.file')
  return REPORT_FORMATS.map((format: ReportFormat) => ({
    label: format.toUpperCase(),
    name: `${word}_${tank.code}_${month}.${format}`,
    open: (signal) => callFile(reportsApi.file, { params: { id: tank.id }, query: { month, format, locale } }, signal),
  }))
}
