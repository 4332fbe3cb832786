import { ROLE_NAMES } from '@dalyan/contracts/permissions'
import { usersApi } from '@dalyan/contracts/users'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../core/database/database.ts'
import { actorOf } from '../../core/http/actor.ts'
import { expectedVersion, tagged } from '../../core/http/etag.ts'
import { serve } from '../../core/http/serve.ts'
import { asRole } from './roles.ts'
import { listUsers } from './user-lists.repository.ts'
import type { UsersService } from './users.service.ts'

interface Needs {
  database: Database
  users: UsersService
}

export function serveUsers(server: FastifyInstance, { database, users }: Needs): void {
  serve(server, usersApi.list, 'users.manage', ({ query }) => listUsers(database, query))
  serve(server, usersApi.roles, 'users.manage', () => ({ data: ROLE_NAMES.map(asRole) }))
  serve(server, usersApi.get, 'users.manage', async ({ params, reply }) => tagged(reply, await users.get(params.id)))
  serve(server, usersApi.create, 'users.manage', async ({ body, user, request, reply }) =>
    tagged(reply, await users.create(body, actorOf(user, request))),
  )
  serve(server, usersApi.update, 'users.manage', async ({ params, body, user, request, reply }) =>
    tagged(reply, await users.update(params.id, body, actorOf(user, request), expectedVersion(request))),
  )
  serve(server, usersApi.remove, 'users.manage', ({ params, user, request }) =>
    users.remove(params.id, actorOf(user, request)),
  )
}
