import { reportsApi } from '@dalyan/contracts/reports'
import type { FastifyInstance } from 'fastify'
import type { ExportGate } from '../../core/http/export-gate.ts'
import { serve } from '../../core/http/serve.ts'
import type { FirmScope } from '../../core/http/signed-in.ts'
import { requireFound } from '../../core/records.ts'
import { reportFile } from './report-file.ts'
import { listReports, readReport, type ReportNeeds } from './reports.service.ts'

interface Needs extends ReportNeeds {
  exportGate: ExportGate
  findTank: (id: number, firms: FirmScope) => Promise<unknown>
  /** The page's address for users; null: not known. */
  publicOrigin: string | null
}

/** The monthly reports of tanks. */
export function serveReports(server: FastifyInstance, needs: Needs): void {
  serve(server, reportsApi.list, 'tanks.view', async ({ params: { id }, user }) => {
    requireFound(await needs.findTank(id, user.firms))
    return listReports(needs, id)
  })
  serve(server, reportsApi.get, 'tanks.view', async ({ params: { id }, query, user }) => {
    requireFound(await needs.findTank(id, user.firms))
    return readReport(needs, id, query.month)
  })
  serve(server, reportsApi.file, 'tanks.view', async ({ params: { id }, query, user, request }) => {
    requireFound(await needs.findTank(id, user.firms))
    const { month, format, locale } = query
    return needs.exportGate.open(request, async () =>
      reportFile({ shown: await readReport(needs, id, month), format, locale, origin: needs.publicOrigin }),
    )
  })
}
