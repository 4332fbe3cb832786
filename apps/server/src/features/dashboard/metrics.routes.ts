import { systemApi } from '@dalyan/contracts/system'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../../core/errors.ts'
import { serve } from '../../core/http/serve.ts'
import type { AuthenticateFrom } from '../../core/http/signed-in.ts'
import { tokenOf } from '../../core/http/tokens-of.ts'
import type { ProductMetrics } from './product-metrics.ts'

const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])
const LOOPBACK_NAMES = new Set(['localhost', '127.0.0.1', '[::1]'])
const PROXY_HEADERS = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip']

interface Needs {
  metrics: ProductMetrics
  authenticate: AuthenticateFrom
}

/** Serves callers on this machine, and users who may view the dashboard. */
export function serveMetrics(server: FastifyInstance, { metrics, authenticate }: Needs): void {
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
