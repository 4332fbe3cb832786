import { type DeviceAddress, terminalsApi } from '@dalyan/contracts/terminals'
import type { FastifyInstance } from 'fastify'
import { instantAt, type Clock } from '../../core/clock.ts'
import type { Database } from '../../core/database/database.ts'
import { notFound } from '../../core/errors.ts'
import { actorOf } from '../../core/http/actor.ts'
import { expectedVersion, tagged } from '../../core/http/etag.ts'
import { answerBulk } from '../../core/bulk/answer-bulk.ts'
import { serve } from '../../core/http/serve.ts'
import { terminalsRepository } from './terminals.repository.ts'
import type { Enrolment } from './enrolment.ts'
import type { TerminalsFromFile } from './terminals-from-file.ts'
import type { TerminalsService } from './terminals.service.ts'

interface Needs {
  database: Database
  clock: Clock
  terminals: TerminalsService
  terminalsFromFile: TerminalsFromFile
  enrolment: Enrolment
  deviceAddress: () => DeviceAddress
}

export function serveTerminals(
  server: FastifyInstance,
  { database, clock, terminals: service, terminalsFromFile, enrolment, deviceAddress }: Needs,
): void {
  const terminals = terminalsRepository(database)
  const nowInstant = () => instantAt(clock.now())
  serve(server, terminalsApi.list, 'iots.view', ({ query, user }) => terminals.list(query, user.firms, nowInstant()))
  serve(server, terminalsApi.get, 'iots.view', async ({ params, user, reply }) => {
    const terminal = await terminals.findVersioned(params.id, user.firms, nowInstant())
    if (!terminal) throw notFound()
    return tagged(reply, terminal)
  })
  serve(server, terminalsApi.create, 'iots.manage', async ({ body, user, reply }) =>
    tagged(reply, await service.create(body, user)),
  )
  serve(server, terminalsApi.createFromFile, 'iots.manage', async ({ body, user, request, reply }) => {
    const outcome = await terminalsFromFile(body, user)
    const answer = answerBulk(outcome, body.dry_run, { request, reply })
    return outcome.made ? { ...answer, keys: outcome.made.map(({ code, key }) => ({ code, key })) } : answer
  })
  serve(server, terminalsApi.update, 'iots.manage', async ({ params, body, user, request, reply }) =>
    tagged(reply, await service.update(params.id, body, user, expectedVersion(request))),
  )
  serve(server, terminalsApi.remove, 'iots.manage', ({ params, user }) => service.remove(params.id, user))
  serve(server, terminalsApi.restore, 'iots.manage', async ({ params, user, reply }) =>
    tagged(reply, await service.restore(params.id, user)),
  )
  serve(server, terminalsApi.rotateKey, 'iots.manage', ({ params, body, user, request }) =>
    service.rotateKey(params.id, { revokeOld: body?.revoke_old ?? false }, actorOf(user, request)),
  )
  serve(server, terminalsApi.deviceAddress, 'iots.manage', deviceAddress)
  serve(server, terminalsApi.removeWaiting, 'iots.manage', ({ user }) => enrolment.removeWaiting(user))
  serve(server, terminalsApi.enrolment, 'iots.manage', () => enrolment.state())
  serve(server, terminalsApi.enrol, 'iots.manage', ({ body, user, request }) =>
    enrolment.open(body.minutes, actorOf(user, request)),
  )
}
