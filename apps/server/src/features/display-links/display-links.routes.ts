import { displayLinksApi } from '@dalyan/contracts/display-links'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../core/http/serve.ts'
import { displayLinksRepository } from './display-links.repository.ts'
import { makeDisplayLink, removeDisplayLink, type DisplayLinkNeeds } from './display-links.service.ts'

/** The links of screens that show the overview without a session. */
export function serveDisplayLinks(server: FastifyInstance, needs: DisplayLinkNeeds): void {
  serve(server, displayLinksApi.list, 'settings.manage', ({ query }) =>
    displayLinksRepository(needs.database.reads).list(query),
  )
  serve(server, displayLinksApi.create, 'settings.manage', ({ body, actor }) => makeDisplayLink(needs, body, actor))
  serve(server, displayLinksApi.remove, 'settings.manage', ({ params, actor }) =>
    removeDisplayLink(needs, params.id, actor),
  )
}
