import { webhooksApi } from '@dalyan/contracts/webhooks'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../../core/errors.ts'
import { serve } from '../../core/http/serve.ts'
import { withoutVersion } from '../../core/records.ts'
import { webhooksRepository } from './webhooks.sql.ts'
import {
  createWebhook,
  getWebhook,
  previewTemplate,
  removeWebhook,
  renewWebhookSecret,
  updateWebhook,
  type WebhookNeeds,
} from './webhooks.service.ts'

interface Needs extends WebhookNeeds {
  /** Sends a test message. @returns why it failed, or null */
  sendTest: (id: number) => Promise<string | null>
}

/** The webhooks of firms, which are notified of alarms. */
export function serveWebhooks(server: FastifyInstance, needs: Needs): void {
  const lists = webhooksRepository(needs.database.reads)
  serve(server, webhooksApi.list, 'firms.manage', ({ query }) => lists.list(query))
  serve(server, webhooksApi.get, 'firms.manage', ({ params }) => getWebhook(needs, params.id))
  serve(server, webhooksApi.create, 'firms.manage', ({ body, actor }) => createWebhook(needs, body, actor))
  serve(server, webhooksApi.update, 'firms.manage', ({ params, body, actor, expected }) =>
    updateWebhook(needs, params.id, body, actor, expected),
  )
  serve(server, webhooksApi.remove, 'firms.manage', ({ params, actor }) => removeWebhook(needs, params.id, actor))
  serve(server, webhooksApi.renewSecret, 'firms.manage', ({ params, actor }) =>
    renewWebhookSecret(needs, params.id, actor),
  )
  serve(server, webhooksApi.preview, 'firms.manage', ({ body }) => previewTemplate(needs, body.template))
  serve(server, webhooksApi.deliveries, 'firms.manage', async ({ params, query }) => {
    await getWebhook(needs, params.id)
    return lists.listDeliveries(params.id, query)
  })
  serve(server, webhooksApi.test, 'firms.manage', async ({ params }) => {
    await getWebhook(needs, params.id)
    const reason = await needs.sendTest(params.id)
    if (reason !== null) throw new AppError(502, 'channel_failed', { parts: { reason } })
    return withoutVersion(await getWebhook(needs, params.id))
  })
}
