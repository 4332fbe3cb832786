import { webhooksApi } from '@dalyan/contracts/webhooks'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../core/database/database.ts'
import { AppError } from '../../core/errors.ts'
import { actorOf } from '../../core/http/actor.ts'
import { expectedVersion, tagged } from '../../core/http/etag.ts'
import { serve } from '../../core/http/serve.ts'
import { webhooksRepository } from './webhooks.repository.ts'
import { listDeliveries } from './webhook-deliveries.repository.ts'
import type { WebhooksService } from './webhooks.service.ts'

interface Needs {
  database: Database
  webhooks: WebhooksService
  /** Sends a test message. @returns why it failed, or null */
  sendTest: (id: number) => Promise<string | null>
}

/** The webhooks of firms, which are notified of alarms. */
export function serveWebhooks(server: FastifyInstance, { database, webhooks, sendTest }: Needs): void {
  serve(server, webhooksApi.list, 'firms.manage', ({ query }) => webhooksRepository(database).list(query))
  serve(server, webhooksApi.get, 'firms.manage', async ({ params, reply }) =>
    tagged(reply, await webhooks.get(params.id)),
  )
  serve(server, webhooksApi.create, 'firms.manage', async ({ body, user, request, reply }) =>
    tagged(reply, await webhooks.create(body, actorOf(user, request))),
  )
  serve(server, webhooksApi.update, 'firms.manage', async ({ params, body, user, request, reply }) =>
    tagged(reply, await webhooks.update(params.id, body, actorOf(user, request), expectedVersion(request))),
  )
  serve(server, webhooksApi.remove, 'firms.manage', ({ params, user, request }) =>
    webhooks.remove(params.id, actorOf(user, request)),
  )
  serve(server, webhooksApi.renewSecret, 'firms.manage', async ({ params, user, request, reply }) =>
    tagged(reply, await webhooks.renewSecret(params.id, actorOf(user, request))),
  )
  serve(server, webhooksApi.preview, 'firms.manage', ({ body }) => webhooks.preview(body.template))
  serve(server, webhooksApi.deliveries, 'firms.manage', async ({ params, query }) => {
    await webhooks.get(params.id)
    return listDeliveries(database, params.id, query)
  })
  serve(server, webhooksApi.test, 'firms.manage', async ({ params }) => {
    await webhooks.get(params.id)
    const reason = await sendTest(params.id)
    if (reason !== null) throw new AppError(502, 'channel_failed', { parts: { reason } })
    return webhooks.get(params.id)
  })
}
