import { dashboardApi } from '@dalyan/contracts/dashboard'
import { systemApi } from '@dalyan/contracts/system'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../../core/errors.ts'
import { serve } from '../../core/http/serve.ts'
import { tokenOf, type AuthenticateFrom } from '../../core/http/signed-in.ts'
import type { ProductMetrics } from './product-metrics.ts'
import type { DashboardReader } from './read-dashboard.ts'

const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])
const LOOPBACK_NAMES = new Set(['localhost', '127.0.0.1', '[::1]'])
const PROXY_HEADERS = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip']

interface MetricsNeeds {
  metrics: ProductMetrics
  authenticate: AuthenticateFrom
}

export function serveDashboard(server: FastifyInstance, dashboard: DashboardReader): void {
  serve(server, dashboardApi.stats, 'dashboard.view', ({ query }) => dashboard.stats(query.window_hours))
  serve(server, dashboardApi.summary, 'dashboard.view', ({ query }) => dashboard.summary(query.window_hours))
  serve(server, dashboardApi.systemMetrics, 'dashboard.view', () => dashboard.systemMetrics())
  serve(server, dashboardApi.silentTerminals, 'dashboard.view', async () => ({ data: await dashboard.silent() }))
}

/** Figures of this process, for callers on this machine and users who may view the dashboard. */
export function serveMetrics(server: FastifyInstance, { metrics, authenticate }: MetricsNeeds): void {
  serve(server, systemApi.metrics, 'public', async ({ request, reply }) => {
    if (!isFromHere(request)) await admit(request)
    void reply.type(metrics.contentType)
    return metrics.text()
  })

  async function admit({ headers, ip }: FastifyRequest): Promise<void> {
    const token = tokenOf(headers)
    const user = token === null ? null : await authenticate(token, ip)
    if (!user) throw new AppError(401, 'unauthenticated')
    if (!user.permissions.has('dashboard.view')) throw new AppError(403, 'forbidden')
  }
}

/**
 * A request that a proxy on this machine forwards comes from elsewhere. A browser on this machine that followed a foreign
 * name here (DNS rebinding) sends that name as host.
 */
function isFromHere({ ip, headers, hostname }: FastifyRequest): boolean {
  const isPassedOn = PROXY_HEADERS.some((name) => headers[name] !== undefined)
  return LOOPBACK.has(ip) && LOOPBACK_NAMES.has(hostname.toLowerCase()) && !isPassedOn
}
