import { firmsApi } from '@dalyan/contracts/firms'
import type { FastifyInstance } from 'fastify'
import type { Basics } from '../../basics.ts'
import { serve } from '../../core/http/serve.ts'
import { firmsRepository } from './firms.repository.ts'
import { createFirm, getFirm, removeFirm, restoreFirm, updateFirm } from './firms.service.ts'

export function serveFirms(server: FastifyInstance, needs: Basics): void {
  serve(server, firmsApi.list, 'firms.manage', ({ query }) => firmsRepository(needs.database.reads).list(query))
  serve(server, firmsApi.get, 'firms.manage', ({ params }) => getFirm(needs, params.id))
  serve(server, firmsApi.create, 'firms.manage', ({ body, actor }) => createFirm(needs, body, actor))
  serve(server, firmsApi.update, 'firms.manage', ({ params, body, actor, expected }) =>
    updateFirm(needs, params.id, body, actor, expected),
  )
  serve(server, firmsApi.remove, 'firms.manage', ({ params, actor }) => removeFirm(needs, params.id, actor))
  serve(server, firmsApi.restore, 'firms.manage', ({ params, actor }) => restoreFirm(needs, params.id, actor))
}
