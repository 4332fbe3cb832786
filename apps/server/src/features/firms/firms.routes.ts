import { firmsApi } from '@dalyan/contracts/firms'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../core/database/database.ts'
import { actorOf } from '../../core/http/actor.ts'
import { expectedVersion, tagged } from '../../core/http/etag.ts'
import { serve } from '../../core/http/serve.ts'
import { listFirms } from './firm-lists.repository.ts'
import type { FirmsService } from './firms.service.ts'

interface Needs {
  database: Database
  firms: FirmsService
}

export function serveFirms(server: FastifyInstance, { database, firms }: Needs): void {
  serve(server, firmsApi.list, 'firms.manage', ({ query }) => listFirms(database, query))
  serve(server, firmsApi.get, 'firms.manage', async ({ params, reply }) => tagged(reply, await firms.get(params.id)))
  serve(server, firmsApi.create, 'firms.manage', async ({ body, user, request, reply }) =>
    tagged(reply, await firms.create(body, actorOf(user, request))),
  )
  serve(server, firmsApi.update, 'firms.manage', async ({ params, body, user, request, reply }) =>
    tagged(reply, await firms.update(params.id, body, actorOf(user, request), expectedVersion(request))),
  )
  serve(server, firmsApi.remove, 'firms.manage', ({ params, user, request }) =>
    firms.remove(params.id, actorOf(user, request)),
  )
  serve(server, firmsApi.restore, 'firms.manage', async ({ params, user, request, reply }) =>
    tagged(reply, await firms.restore(params.id, actorOf(user, request))),
  )
}
