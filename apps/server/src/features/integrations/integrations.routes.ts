import { integrationsApi } from '@dalyan/contracts/integrations'
import type { FastifyInstance } from 'fastify'
import { languageOf } from '../../core/http/language.ts'
import { serve } from '../../core/http/serve.ts'
import { integrationsRepository } from './integrations.repository.ts'
import { makeIntegration, removeIntegration, type IntegrationNeeds } from './integrations.service.ts'

/** The integrations: other systems that sign in with a secret of their own. */
export function serveIntegrations(server: FastifyInstance, needs: IntegrationNeeds): void {
  serve(server, integrationsApi.list, 'settings.manage', ({ query }) =>
    integrationsRepository(needs.database.reads).list(query),
  )
  serve(server, integrationsApi.create, 'settings.manage', ({ body, actor, request }) =>
    makeIntegration(needs, body, languageOf(request.headers), actor),
  )
  serve(server, integrationsApi.remove, 'settings.manage', ({ params, actor }) =>
    removeIntegration(needs, params.id, actor),
  )
}
