import { rangeTemplatesApi } from '@dalyan/contracts/range-templates'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../core/database/database.ts'
import { notFound } from '../../core/errors.ts'
import { actorOf } from '../../core/http/actor.ts'
import { expectedVersion, tagged } from '../../core/http/etag.ts'
import { serve } from '../../core/http/serve.ts'
import { rangeTemplatesRepository } from './range-templates.repository.ts'
import type { RangeTemplatesService } from './range-templates.service.ts'

interface Needs {
  database: Database
  rangeTemplates: RangeTemplatesService
}

export function serveRangeTemplates(server: FastifyInstance, { database, rangeTemplates }: Needs): void {
  const templates = rangeTemplatesRepository(database)
  serve(server, rangeTemplatesApi.list, 'range_templates.manage', ({ query }) => templates.list(query))
  serve(server, rangeTemplatesApi.get, 'range_templates.manage', async ({ params, reply }) => {
    const template = await templates.findById(params.id)
    if (!template) throw notFound()
    return tagged(reply, template)
  })
  serve(server, rangeTemplatesApi.create, 'range_templates.manage', async ({ body, user, request, reply }) =>
    tagged(reply, await rangeTemplates.create(body, actorOf(user, request))),
  )
  serve(server, rangeTemplatesApi.update, 'range_templates.manage', async ({ params, body, user, request, reply }) =>
    tagged(reply, await rangeTemplates.update(params.id, body, actorOf(user, request), expectedVersion(request))),
  )
  serve(server, rangeTemplatesApi.preview, 'range_templates.manage', ({ params, body }) =>
    rangeTemplates.preview(params.id, body.ranges),
  )
  serve(server, rangeTemplatesApi.remove, 'range_templates.manage', ({ params, user, request }) =>
    rangeTemplates.remove(params.id, actorOf(user, request)),
  )
}
