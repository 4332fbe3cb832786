import { keyProfilesApi } from '@dalyan/contracts/key-profiles'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../../core/http/serve.ts'
import type { TerminalNeeds } from '../terminals.service.ts'
import { keyProfilesRepository } from './key-profiles.repository.ts'
import {
  addNames,
  createKeyProfile,
  getKeyProfile,
  removeKeyProfile,
  updateKeyProfile,
} from './key-profiles.service.ts'

export function serveKeyProfiles(server: FastifyInstance, needs: TerminalNeeds): void {
  serve(server, keyProfilesApi.list, 'iots.view', ({ query, user }) =>
    keyProfilesRepository(needs.database.reads).list(query, user.firms),
  )
  serve(server, keyProfilesApi.get, 'iots.view', ({ params, user }) => getKeyProfile(needs, params.id, user.firms))
  serve(server, keyProfilesApi.create, 'iots.manage', ({ body, actor }) => createKeyProfile(needs, body, actor))
  serve(server, keyProfilesApi.update, 'iots.manage', ({ params, body, actor, expected }) =>
    updateKeyProfile(needs, params.id, body, actor, expected),
  )
  serve(server, keyProfilesApi.addNames, 'iots.manage', ({ params, body, actor }) =>
    addNames(needs, params.id, body, actor),
  )
  serve(server, keyProfilesApi.remove, 'iots.manage', ({ params, actor }) => removeKeyProfile(needs, params.id, actor))
}
