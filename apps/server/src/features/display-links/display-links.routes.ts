import { displayLinksApi } from '@dalyan/contracts/display-links'
import { sharedTankApi } from '@dalyan/contracts/shared-tanks'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../core/http/serve.ts'
import { displayLinksRepository } from './display-links.repository.ts'
import { makeDisplayLink, removeDisplayLink, type DisplayLinkNeeds } from './display-links.service.ts'
import { readSharedSeries, readSharedTank, type SharedTankNeeds } from './shared-tank.ts'

/** The links that show the overview or one tank without a session, and what a tank's link shows. */
export function serveDisplayLinks(server: FastifyInstance, needs: DisplayLinkNeeds, sharing: SharedTankNeeds): void {
  serve(server, displayLinksApi.list, 'settings.manage', ({ query }) =>
    displayLinksRepository(needs.database.reads).list(query),
  )
  serve(server, displayLinksApi.create, 'settings.manage', ({ body, actor }) => makeDisplayLink(needs, body, actor))
  serve(server, displayLinksApi.remove, 'settings.manage', ({ params, actor }) =>
    removeDisplayLink(needs, params.id, actor),
  )
  serve(server, sharedTankApi.get, 'tank_link', ({ tank }) => readSharedTank(sharing, tank))
  serve(server, sharedTankApi.series, 'tank_link', ({ tank, query }) => readSharedSeries(sharing, tank, query.hours))
}
