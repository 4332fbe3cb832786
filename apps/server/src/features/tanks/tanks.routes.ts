import { tanksApi } from '@dalyan/contracts/tanks'
import type { FastifyInstance } from 'fastify'
import { answerBulk } from '../../core/bulk/answer-bulk.ts'
import { notFound } from '../../core/errors.ts'
import { expectedVersion, tagged } from '../../core/http/etag.ts'
import { serve } from '../../core/http/serve.ts'
import type { TankReader } from './read-tanks.ts'
import type { TanksFromFile } from './tanks-from-file.ts'
import type { TanksService } from './tanks.service.ts'

interface Needs {
  reader: TankReader
  tanks: TanksService
  tanksFromFile: TanksFromFile
}

export function serveTanks(server: FastifyInstance, { reader, tanks, tanksFromFile }: Needs): void {
  serve(server, tanksApi.list, 'tanks.view', ({ query, user }) => reader.list(query, user.firms))
  serve(server, tanksApi.get, 'tanks.view', async ({ params, user, reply }) => {
    const tank = await reader.findVersioned(params.id, user.firms)
    if (!tank) throw notFound()
    return tagged(reply, tank)
  })
  serve(server, tanksApi.latest, 'tanks.view', async ({ params, user }) => {
    const data = await reader.latest(params.id, user.firms)
    if (!data) throw notFound()
    return { data }
  })
  serve(server, tanksApi.neighbours, 'tanks.view', async ({ params, query, user }) => {
    const neighbours = await reader.neighbours(params.id, query, user.firms)
    if (!neighbours) throw notFound()
    return neighbours
  })
  serve(server, tanksApi.create, 'tanks.manage', async ({ body, user, reply }) =>
    tagged(reply, await tanks.create(body, user)),
  )
  serve(server, tanksApi.createFromFile, 'tanks.manage', async ({ body, user, request, reply }) =>
    answerBulk(await tanksFromFile(body, user), body.dry_run, { request, reply }),
  )
  serve(server, tanksApi.update, 'tanks.operate', async ({ params, body, user, request, reply }) =>
    tagged(reply, await tanks.update(params.id, body, user, expectedVersion(request))),
  )
  serve(server, tanksApi.remove, 'tanks.manage', ({ params, user }) => tanks.remove(params.id, user))
  serve(server, tanksApi.restore, 'tanks.manage', async ({ params, user, reply }) =>
    tagged(reply, await tanks.restore(params.id, user)),
  )
}
