import { type DeviceAddress, terminalsApi } from '@dalyan/contracts/terminals'
import type { FastifyInstance } from 'fastify'
import { answerBulk } from '../../core/bulk/all-or-nothing.ts'
import { instantAt } from '../../core/clock.ts'
import { serve } from '../../core/http/serve.ts'
import { enrolmentState, openEnrolment, removeWaiting } from './enrolment.ts'
import { createTerminalsFromFile } from './terminals-from-file.ts'
import { terminalsRepository } from './terminals.repository.ts'
import {
  createTerminal,
  getTerminal,
  removeTerminal,
  restoreTerminal,
  rotateKey,
  updateTerminal,
  type TerminalNeeds,
} from './terminals.service.ts'

export function serveTerminals(
  server: FastifyInstance,
  needs: TerminalNeeds,
  deviceAddress: () => DeviceAddress,
): void {
  serve(server, terminalsApi.list, 'iots.view', ({ query, user }) =>
    terminalsRepository(needs.database.reads).list(query, user.firms, instantAt(needs.clock.now())),
  )
  serve(server, terminalsApi.get, 'iots.view', ({ params, user }) => getTerminal(needs, params.id, user.firms))
  serve(server, terminalsApi.create, 'iots.manage', ({ body, user }) => createTerminal(needs, body, user))
  serve(server, terminalsApi.createFromFile, 'iots.manage', async ({ body, user, request, reply }) => {
    const outcome = await createTerminalsFromFile(needs, body, user)
    const answer = answerBulk(outcome, body.dry_run, { request, reply })
    return outcome.made ? { ...answer, keys: outcome.made.map(({ code, key }) => ({ code, key })) } : answer
  })
  serve(server, terminalsApi.update, 'iots.manage', ({ params, body, user, expected }) =>
    updateTerminal(needs, params.id, body, user, expected),
  )
  serve(server, terminalsApi.remove, 'iots.manage', ({ params, user }) => removeTerminal(needs, params.id, user))
  serve(server, terminalsApi.restore, 'iots.manage', ({ params, user }) => restoreTerminal(needs, params.id, user))
  serve(server, terminalsApi.rotateKey, 'iots.manage', ({ params, body, actor }) =>
    rotateKey(needs, params.id, { revokeOld: body?.revoke_old ?? false }, actor),
  )
  serve(server, terminalsApi.deviceAddress, 'iots.manage', deviceAddress)
  serve(server, terminalsApi.removeWaiting, 'iots.manage', ({ user }) => removeWaiting(needs, user))
  serve(server, terminalsApi.enrolment, 'iots.manage', () => enrolmentState(needs))
  serve(server, terminalsApi.enrol, 'iots.manage', ({ body, actor }) => openEnrolment(needs, body.minutes, actor))
}
