import { webhooksApi } from '@dalyan/contracts/webhooks'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../core/database/database.ts'
import { AppError } from '../../core/errors.ts'
import { serve } from '../../core/http/serve.ts'
import { withoutVersion } from '../../core/records.ts'
import { webhooksRepository } from './webhooks.sql.ts'
import type { WebhooksService } from './webhooks.service.ts'

interface Needs {
  database: Database
  webhooks: WebhooksService
  /** Sends a test message. @returns why it failed, or null */
  sendTest: (id: number) => Promise<string | null>
}

/** The webhooks of firms, which are notified of alarms. */
export function serveWebhooks(server: FastifyInstance, { database, webhooks, sendTest }: Needs): void {
  serve(server, webhooksApi.list, 'firms.manage', ({ query }) => webhooksRepository(database.reads).list(query))
  serve(server, webhooksApi.get, 'firms.manage', ({ params }) => webhooks.get(params.id))
  serve(server, webhooksApi.create, 'firms.manage', ({ body, actor }) => webhooks.create(body, actor))
  serve(server, webhooksApi.update, 'firms.manage', ({ params, body, actor, expected }) =>
    webhooks.update(params.id, body, actor, expected),
  )
  serve(server, webhooksApi.remove, 'firms.manage', ({ params, actor }) => webhooks.remove(params.id, actor))
  serve(server, webhooksApi.renewSecret, 'firms.manage', ({ params, actor }) => webhooks.renewSecret(params.id, actor))
  serve(server, webhooksApi.preview, 'firms.manage', ({ body }) => webhooks.preview(body.template))
  serve(server, webhooksApi.deliveries, 'firms.manage', async ({ params, query }) => {
    await webhooks.get(params.id)
    return webhooksRepository(database.reads).listDeliveries(params.id, query)
  })
  serve(server, webhooksApi.test, 'firms.manage', async ({ params }) => {
    await webhooks.get(params.id)
    const reason = await sendTest(params.id)
    if (reason !== null) throw new AppError(502, 'channel_failed', { parts: { reason } })
    return withoutVersion(await webhooks.get(params.id))
  })
}
