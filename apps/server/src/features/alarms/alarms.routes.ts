import { alarmsApi } from '@dalyan/contracts/alarms'
import type { FastifyInstance } from 'fastify'
import { instantAt, type Clock } from '../../core/clock.ts'
import { invalidField } from '../../core/errors.ts'
import { serve } from '../../core/http/serve.ts'
import type { AlarmsRepository } from './alarms.repository.ts'
import type { AlarmsService } from './alarms.service.ts'

interface Needs {
  alarms: Pick<AlarmsRepository, 'list'>
  service: Pick<AlarmsService, 'acknowledge'>
  clock: Clock
}

/** Alarms as people see and acknowledge them. */
export function serveAlarms(server: FastifyInstance, { alarms, service, clock }: Needs): void {
  serve(server, alarmsApi.list, 'alarms.view', ({ query, user }) => {
    if (query.from !== undefined && query.to !== undefined && query.from > query.to)
      throw invalidField('to', 'from_after_to')
    return alarms.list(query, user.firms, instantAt(clock.now()))
  })
  serve(server, alarmsApi.acknowledge, 'alarms.acknowledge', ({ params, body, user }) =>
    service.acknowledge(params.id, user, body?.note || null),
  )
}
