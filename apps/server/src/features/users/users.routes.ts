import { ROLE_NAMES } from '@dalyan/contracts/permissions'
import { usersApi } from '@dalyan/contracts/users'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../core/http/serve.ts'
import { usersRepository } from './users.repository.ts'
import { asRole } from './users.rules.ts'
import { createUser, getUser, removeUser, updateUser, type UserNeeds } from './users.service.ts'

export function serveUsers(server: FastifyInstance, needs: UserNeeds): void {
  serve(server, usersApi.list, 'users.manage', ({ query }) => usersRepository(needs.database.reads).list(query))
  serve(server, usersApi.roles, 'users.manage', () => ({ data: ROLE_NAMES.map(asRole) }))
  serve(server, usersApi.get, 'users.manage', ({ params }) => getUser(needs, params.id))
  serve(server, usersApi.create, 'users.manage', ({ body, actor }) => createUser(needs, body, actor))
  serve(server, usersApi.update, 'users.manage', ({ params, body, actor, expected }) =>
    updateUser(needs, params.id, body, actor, expected),
  )
  serve(server, usersApi.remove, 'users.manage', ({ params, actor }) => removeUser(needs, params.id, actor))
}
