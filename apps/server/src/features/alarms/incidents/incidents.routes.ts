import { incidentsApi } from '@dalyan/contracts/incidents'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../../core/database/database.ts'
import { languageOf } from '../../../core/http/language.ts'
import { serve } from '../../../core/http/serve.ts'
import { requireFound } from '../../../core/records.ts'
import { acknowledgeAlarms, shelveAlarms, type AlarmActionNeeds } from '../alarm-actions.ts'
import { actOnIncident, findIncident, listIncidents, withCourses, type CoursesOf } from './incidents.service.ts'
import { readTimeline, type TimelineNeeds } from './incident-timeline.ts'

interface Needs extends AlarmActionNeeds, TimelineNeeds {
  database: Database
  coursesOf: CoursesOf
}

/** Incidents, and the actions of users on all their alarms at once. */
export function serveIncidents(server: FastifyInstance, needs: Needs): void {
  const { database, coursesOf } = needs
  serve(server, incidentsApi.list, 'alarms.view', async ({ query, user, request }) => {
    const page = await listIncidents(database, query, user.firms, languageOf(request.headers))
    return { ...page, data: await withCourses(page.data, coursesOf) }
  })
  serve(server, incidentsApi.get, 'alarms.view', async ({ params, user, request }) => {
    const incident = requireFound(await findIncident(database, params.id, user.firms, languageOf(request.headers)))
    const [shown = incident] = await withCourses([incident], coursesOf)
    return shown
  })
  // Names users who were notified: only for those who are notified themselves.
  serve(server, incidentsApi.timeline, 'alarms.acknowledge', ({ params, user }) =>
    readTimeline(needs, params.id, user.firms),
  )
  serve(server, incidentsApi.acknowledge, 'alarms.acknowledge', ({ params, body, user, request }) =>
    actOnIncident(database, params.id, user, languageOf(request.headers), (ids) =>
      acknowledgeAlarms(needs, ids, user, body?.note || null),
    ),
  )
  serve(server, incidentsApi.shelve, 'alarms.acknowledge', ({ params, body, user, request }) =>
    actOnIncident(database, params.id, user, languageOf(request.headers), (ids) =>
      shelveAlarms(needs, ids, user, body),
    ),
  )
}
