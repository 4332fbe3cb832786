import { incidentsApi } from '@dalyan/contracts/incidents'
import type { FastifyInstance } from 'fastify'
import { notFound } from '../../../core/errors.ts'
import { languageOf } from '../../../core/http/language.ts'
import { serve } from '../../../core/http/serve.ts'
import type { AlarmActions } from '../alarm-actions.ts'
import { actOnIncident, withCourses, type CoursesOf, type IncidentReads } from './incidents.service.ts'
import { readTimeline, type TimelineNeeds } from './incident-timeline.ts'

interface Needs extends TimelineNeeds {
  coursesOf: CoursesOf
  reads: IncidentReads
  actions: AlarmActions
}

/** Incidents, and the actions of users on all their alarms at once. */
export function serveIncidents(server: FastifyInstance, needs: Needs): void {
  const { reads, actions, coursesOf } = needs
  serve(server, incidentsApi.list, 'alarms.view', async ({ query, user, request }) => {
    const page = await reads.list(query, user.firms, languageOf(request.headers))
    return { ...page, data: await withCourses(page.data, coursesOf) }
  })
  serve(server, incidentsApi.get, 'alarms.view', async ({ params, user, request }) => {
    const incident = await reads.find(params.id, user.firms, languageOf(request.headers))
    if (!incident) throw notFound()
    const [shown = incident] = await withCourses([incident], coursesOf)
    return shown
  })
  // Names users who were notified: only for those who are notified themselves.
  serve(server, incidentsApi.timeline, 'alarms.acknowledge', ({ params, user }) =>
    readTimeline(needs, params.id, user.firms),
  )
  serve(server, incidentsApi.acknowledge, 'alarms.acknowledge', ({ params, body, user, request }) =>
    actOnIncident(reads, params.id, user, languageOf(request.headers), (ids) =>
      actions.acknowledgeMany(ids, user, body?.note || null),
    ),
  )
  serve(server, incidentsApi.shelve, 'alarms.acknowledge', ({ params, body, user, request }) =>
    actOnIncident(reads, params.id, user, languageOf(request.headers), (ids) => actions.shelveMany(ids, user, body)),
  )
}
