import { diagnosisApi, type ReceivedMessage } from '@dalyan/contracts/diagnosis'
import type { FastifyInstance } from 'fastify'
import { languageOf } from '../../../core/http/language.ts'
import { serve } from '../../../core/http/serve.ts'
import { getTerminal } from '../terminals.service.ts'
import { diagnoseTerminal, readHealthHistory, type DiagnosisNeeds } from './diagnosis.service.ts'
import { saveKeyMap } from './key-map.service.ts'

interface Needs extends DiagnosisNeeds {
  memory: DiagnosisNeeds['memory'] & {
    /** What arrived from the terminal since a user listens, newest first. */
    received: (terminalId: number) => Promise<ReceivedMessage[]>
  }
}

export function serveDiagnosis(server: FastifyInstance, needs: Needs): void {
  serve(server, diagnosisApi.get, 'iots.view', ({ params, user, request }) =>
    diagnoseTerminal(needs, params.id, user, languageOf(request.headers)),
  )
  serve(server, diagnosisApi.health, 'iots.view', ({ params, user }) => readHealthHistory(needs, params.id, user))
  // Raw messages may come from a time on another firm's tank, so they are for administrators.
  serve(server, diagnosisApi.listen, 'iots.manage', async ({ params, user }) => {
    await getTerminal(needs.terminals, params.id, user.firms)
    return { messages: await needs.memory.received(params.id) }
  })
  serve(server, diagnosisApi.saveKeyMap, 'iots.manage', ({ params, body, actor }) =>
    saveKeyMap(needs.terminals, params.id, body, actor),
  )
}
