import { alarmsApi, type AlarmCoverage } from '@dalyan/contracts/alarms'
import type { Instant } from '@dalyan/contracts/instant'
import type { FastifyInstance } from 'fastify'
import { instantAt, type Clock } from '../../core/clock.ts'
import { invalidField } from '../../core/errors.ts'
import { serve } from '../../core/http/serve.ts'
import type { FirmScope } from '../../core/http/signed-in.ts'
import type { AlarmActions } from './alarm-actions.ts'
import type { AlarmsRepository } from './alarms.repository.ts'

interface Needs {
  alarms: Pick<AlarmsRepository, 'list'>
  actions: AlarmActions
  countUnwatched: (firms: FirmScope, now: Instant) => Promise<AlarmCoverage>
  clock: Clock
}

/** Alarms as people see them, and what they do with them. */
export function serveAlarms(server: FastifyInstance, { alarms, actions, countUnwatched, clock }: Needs): void {
  serve(server, alarmsApi.list, 'alarms.view', ({ query, user }) => {
    if (query.from !== undefined && query.to !== undefined && query.from > query.to)
      throw invalidField('to', 'from_after_to')
    return alarms.list(query, user.firms, instantAt(clock.now()))
  })
  serve(server, alarmsApi.coverage, 'alarms.view', ({ user }) => countUnwatched(user.firms, instantAt(clock.now())))
  serve(server, alarmsApi.acknowledge, 'alarms.acknowledge', ({ params, body, user }) =>
    actions.acknowledge(params.id, user, body?.note || null),
  )
  serve(server, alarmsApi.acknowledgeMany, 'alarms.acknowledge', ({ body, user }) =>
    actions.acknowledgeMany([...new Set(body.ids)], user, body.note || null),
  )
  serve(server, alarmsApi.shelve, 'alarms.acknowledge', ({ params, body, user }) =>
    actions.shelve(params.id, user, body),
  )
  serve(server, alarmsApi.unshelve, 'alarms.acknowledge', ({ params, user }) => actions.unshelve(params.id, user))
}
