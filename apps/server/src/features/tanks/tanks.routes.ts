import { tankModesApi } from '@dalyan/contracts/tank-modes'
import { tanksApi } from '@dalyan/contracts/tanks'
import type { FastifyInstance } from 'fastify'
import { answerBulk } from '../../core/bulk/all-or-nothing.ts'
import { instantAt } from '../../core/clock.ts'
import { serve } from '../../core/http/serve.ts'
import { requireFound } from '../../core/records.ts'
import { listTanks } from './read-tanks.ts'
import { tankModesRepository } from './tank-modes.repository.ts'
import { endMode, startMode } from './tank-modes.service.ts'
import { createTanksFromFile } from './tanks-from-file.ts'
import { tanksRepository } from './tanks.repository.ts'
import { createTank, getTank, removeTank, restoreTank, updateTank, type TankNeeds } from './tanks.service.ts'

const DAY_MS = 86_400_000

export function serveTanks(server: FastifyInstance, needs: TankNeeds): void {
  const tanks = tanksRepository(needs.database)
  serve(server, tanksApi.list, 'tanks.view', ({ query, user }) => listTanks(needs, query, user.firms))
  serve(server, tanksApi.get, 'tanks.view', ({ params, user }) => getTank(needs, params.id, user))
  serve(server, tanksApi.latest, 'tanks.view', async ({ params, user }) => {
    requireFound(await tanks.findById(params.id, user.firms))
    return { data: await needs.latestByTerminal(params.id) }
  })
  serve(server, tanksApi.neighbours, 'tanks.view', async ({ params, query, user }) => {
    requireFound(await tanks.findById(params.id, user.firms))
    return tanks.findNeighbours(params.id, query, user.firms, instantAt(needs.clock.now()))
  })
  serve(server, tanksApi.create, 'tanks.manage', ({ body, user }) => createTank(needs, body, user))
  serve(server, tanksApi.createFromFile, 'tanks.manage', async ({ body, user, request, reply }) =>
    answerBulk(await createTanksFromFile(needs, body, user), body.dry_run, { request, reply }),
  )
  serve(server, tanksApi.update, 'tanks.operate', ({ params, body, user, expected }) =>
    updateTank(needs, params.id, body, user, expected),
  )
  serve(server, tanksApi.remove, 'tanks.manage', ({ params, user }) => removeTank(needs, params.id, user))
  serve(server, tanksApi.restore, 'tanks.manage', ({ params, user }) => restoreTank(needs, params.id, user))

  serve(server, tankModesApi.start, 'tanks.operate', ({ params, body, user }) =>
    startMode(needs, params.id, body, user),
  )
  serve(server, tankModesApi.end, 'tanks.operate', ({ params, user }) => endMode(needs, params.id, user))
  serve(server, tankModesApi.spans, 'tanks.view', async ({ params, query, user }) => {
    requireFound(await tanks.findById(params.id, user.firms))
    const to = query.to ?? instantAt(needs.clock.now())
    const from = query.from ?? instantAt(Date.parse(to) - DAY_MS)
    return { data: await tankModesRepository(needs.database).findSpans(params.id, from, to) }
  })
}
