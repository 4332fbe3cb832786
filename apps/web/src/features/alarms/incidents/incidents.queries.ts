import type { ShelveInput } from '@dalyan/contracts/alarms'
import { incidentsApi } from '@dalyan/contracts/incidents'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../shared/api/call.ts'
import { alarmKeys } from '../public/alarms.queries.ts'

/** All open incidents should fit on one page. */
const PER_PAGE = 200
const TIMELINE_EVERY_MS = 30_000

export const incidentQueries = {
  /** Every change of an alarm refetches it. */
  open: () =>
    queryOptions({
      queryKey: [...alarmKeys.all, 'incidents'],
      queryFn: ({ signal }) => call(incidentsApi.list, { query: { per_page: PER_PAGE } }, signal),
      meta: { live: true },
    }),

  /** Who was notified of an incident, and who is next. */
  timeline: (id: number) =>
    queryOptions({
      queryKey: [...alarmKeys.all, 'timeline', id],
      queryFn: ({ signal }) => call(incidentsApi.timeline, { params: { id } }, signal),
      // A message leaves a moment after its alarm.
      refetchInterval: TIMELINE_EVERY_MS,
      meta: { live: true },
    }),
}

export const acknowledgeIncident = (id: number, note: string | null) =>
  call(incidentsApi.acknowledge, { params: { id }, body: { note } })

export const shelveIncident = (id: number, body: ShelveInput) => call(incidentsApi.shelve, { params: { id }, body })
