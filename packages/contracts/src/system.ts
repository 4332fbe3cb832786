import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

export const systemApi = {
  /** The process is alive. */
  healthz: endpoint('GET', '/healthz', { reply: z.object({ status: z.literal('ok') }) }),
  /** Prometheus text. */
  metrics: endpoint('GET', '/metrics', { reply: z.string() }),
  /** Database reachable, migrations done; else 503. */
  readyz: endpoint('GET', '/readyz', { reply: z.object({ status: z.literal('ready') }) }),
}
