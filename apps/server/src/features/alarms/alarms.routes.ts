import { alarmsApi } from '@dalyan/contracts/alarms'
import type { Instant } from '@dalyan/contracts/instant'
import type { FastifyInstance } from 'fastify'
import { instantAt, type Clock } from '../../core/clock.ts'
import type { Database } from '../../core/database/database.ts'
import { invalidField, notFound } from '../../core/errors.ts'
import { serve } from '../../core/http/serve.ts'
import type { ExportGate } from '../../core/http/export-gate.ts'
import { alarmFile } from './file/alarm-file.ts'
import type { AlarmActions } from './actions/alarm-actions.ts'
import type { AlarmsRepository } from './lists/alarms.sql.ts'

interface Needs {
  database: Pick<Database, 'address'>
  exportGate: ExportGate
  alarms: Pick<AlarmsRepository, 'list' | 'findOccurrences'>
  actions: AlarmActions
  clock: Clock
}

/** The lists of alarms and the actions of users on them. */
export function serveAlarms(server: FastifyInstance, { database, exportGate, alarms, actions, clock }: Needs): void {
  serve(server, alarmsApi.list, 'alarms.view', ({ query, user }) => {
    inOrder(query)
    return alarms.list(query, user.firms, instantAt(clock.now()))
  })
  serve(server, alarmsApi.export, 'alarms.view', ({ query, user, request }) => {
    inOrder(query)
    const { locale, format: _csv, ...filters } = query
    const wanted = { filters, firms: user.firms, now: instantAt(clock.now()) }
    return exportGate.open(request, async () => alarmFile(database.address, wanted, locale))
  })
  serve(server, alarmsApi.occurrences, 'alarms.view', async ({ params, user }) => {
    const data = await alarms.findOccurrences(params.id, user.firms)
    if (!data) throw notFound()
    return { data }
  })
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

/** @throws AppError 422 when the window ends before it begins. */
function inOrder({ from, to }: { from?: Instant | undefined; to?: Instant | undefined }): void {
  if (from !== undefined && to !== undefined && from > to) throw invalidField('to', 'from_after_to')
}
