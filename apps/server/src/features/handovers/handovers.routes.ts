import { handoversApi } from '@dalyan/contracts/handovers'
import type { FastifyInstance } from 'fastify'
import { languageOf } from '../../core/http/language.ts'
import { serve } from '../../core/http/serve.ts'
import { handoversRepository } from './handovers.repository.ts'
import { addNote, createHandover, readShift, takeHandover, type HandoverNeeds } from './handovers.service.ts'

/** The shift that ends, and its handover to the next user on duty. */
export function serveHandovers(server: FastifyInstance, needs: HandoverNeeds): void {
  serve(server, handoversApi.shift, 'alarms.acknowledge', ({ query, user, request }) =>
    readShift(needs, query, user, languageOf(request.headers)),
  )
  serve(server, handoversApi.list, 'alarms.acknowledge', ({ query, user }) =>
    handoversRepository(needs.database.reads).list(query, user),
  )
  serve(server, handoversApi.create, 'alarms.acknowledge', ({ body, user }) => createHandover(needs, body, user))
  serve(server, handoversApi.take, 'alarms.acknowledge', ({ params, user, actor }) =>
    takeHandover(needs, params.id, user, actor),
  )
  serve(server, handoversApi.addNote, 'alarms.acknowledge', ({ params, body, user }) =>
    addNote(needs, params.id, body.note, user),
  )
}
