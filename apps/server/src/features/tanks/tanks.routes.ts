import { tanksApi } from '@dalyan/contracts/tanks'
import type { FastifyInstance } from 'fastify'
import { notFound } from '../../core/errors.ts'
import { serve } from '../../core/http/serve.ts'
import type { TankReader } from './read-tanks.ts'
import type { TanksService } from './tanks.service.ts'

interface Needs {
  reader: TankReader
  tanks: TanksService
}

export function serveTanks(server: FastifyInstance, { reader, tanks }: Needs): void {
  serve(server, tanksApi.list, 'tanks.view', ({ query, user }) => reader.list(query, user.firms))
  serve(server, tanksApi.get, 'tanks.view', async ({ params, user }) => {
    const tank = await reader.find(params.id, user.firms)
    if (!tank) throw notFound()
    return tank
  })
  serve(server, tanksApi.create, 'tanks.manage', ({ body, user }) => tanks.create(body, user))
  serve(server, tanksApi.update, 'tanks.operate', ({ params, body, user }) => tanks.update(params.id, body, user))
}
