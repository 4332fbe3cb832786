import { dashboardApi } from '@dalyan/contracts/dashboard'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../core/http/serve.ts'
import type { DashboardReader } from './read-dashboard.ts'

export function serveDashboard(server: FastifyInstance, { dashboard }: { dashboard: DashboardReader }): void {
  serve(server, dashboardApi.stats, 'dashboard.view', ({ query }) => dashboard.stats(query.window_hours))
  serve(server, dashboardApi.summary, 'dashboard.view', ({ query }) => dashboard.summary(query.window_hours))
  serve(server, dashboardApi.systemMetrics, 'dashboard.view', () => dashboard.systemMetrics())
  serve(server, dashboardApi.silentTerminals, 'dashboard.view', async () => ({ data: await dashboard.silent() }))
}
