import { webhooksApi } from '@dalyan/contracts/webhooks'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../core/database/database.ts'
import { actorOf } from '../../core/http/actor.ts'
import { expectedVersion, tagged } from '../../core/http/etag.ts'
import { serve } from '../../core/http/serve.ts'
import type { WebhookDeliveries } from './webhook-deliveries.ts'
import { webhooksRepository } from './webhooks.repository.ts'
import { webhookDeliveriesRepository } from './webhook-deliveries.repository.ts'
import type { WebhooksService } from './webhooks.service.ts'

interface Needs {
  database: Database
  webhooks: WebhooksService
  deliveries: Pick<WebhookDeliveries, 'test'>
}

/** Who else hears of a firm's alarms. */
export function serveWebhooks(server: FastifyInstance, { database, webhooks, deliveries }: Needs): void {
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
    return webhookDeliveriesRepository(database).list(params.id, query)
  })
  serve(server, webhooksApi.test, 'firms.manage', ({ params }) => deliveries.test(params.id))
}
