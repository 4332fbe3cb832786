import type { Language } from '@dalyan/contracts/errors'
import type { Incident, IncidentCourse, IncidentListQuery } from '@dalyan/contracts/incidents'
import type { Page } from '@dalyan/contracts/paging'
import type { Connection } from '../../../core/database/database.ts'
import { AppError } from '../../../core/errors.ts'
import type { FirmScope, SignedIn } from '../../../core/http/signed-in.ts'
import { requireFound } from '../../../core/records.ts'
import { describeIncident, leadOf, type LeadValue } from './describe-incident.rules.ts'
import { incidentsRepository, type IncidentRecord } from './incidents.sql.ts'

// Incidents as the caller sees them, with their evidence in the caller's language.

export async function findIncident(
  on: Connection,
  id: number,
  firms: FirmScope,
  language: Language,
): Promise<Incident | undefined> {
  return described(await incidentsRepository(on).findByIds([id], firms), language)[0]
}

/** All that have an alarm that is not closed, shelved ones included; the most urgent first. */
export async function findOpenIncidents(on: Connection, firms: FirmScope, language: Language): Promise<Incident[]> {
  return described(await incidentsRepository(on).findOpen(firms), language)
}

export async function listIncidents(
  on: Connection,
  query: IncidentListQuery,
  firms: FirmScope,
  language: Language,
): Promise<Page<Incident>> {
  const page = await incidentsRepository(on).list(query, firms)
  return { ...page, data: described(page.data, language) }
}

function described(records: readonly IncidentRecord[], language: Language): Incident[] {
  return records.flatMap((record) => describeIncident(record, language) ?? [])
}

/** The courses of values out of range, in their order. */
export type CoursesOf = (leads: readonly LeadValue[]) => Promise<IncidentCourse[]>

/** Adds the course of its gravest value to each incident that has one. */
export async function withCourses(incidents: readonly Incident[], coursesOf: CoursesOf): Promise<Incident[]> {
  const leads = new Map(
    incidents.flatMap((incident) => {
      const lead = leadOf(incident)
      return lead ? [[incident.id, lead] as const] : []
    }),
  )
  const courses = await coursesOf([...leads.values()])
  const byId = new Map([...leads.keys()].map((id, index) => [id, courses[index]]))
  return incidents.map((incident) => ({ ...incident, course: byId.get(incident.id) ?? null }))
}

/**
 * Applies an action to the alarms of an incident that are not closed. @returns the incident afterwards. @throws 404 not visible to the caller,
 * 409 all its alarms are closed
 */
export async function actOnIncident(
  on: Connection,
  id: number,
  { firms }: Pick<SignedIn, 'firms'>,
  language: Language,
  action: (alarmIds: number[]) => Promise<unknown>,
): Promise<Incident> {
  const incident = requireFound(await findIncident(on, id, firms, language))
  const open = incident.alarms.filter(({ closed_at }) => closed_at === null)
  if (open.length === 0) throw new AppError(409, 'alarm_closed')
  await action(open.map((alarm) => alarm.id))
  return (await findIncident(on, id, firms, language)) ?? incident
}
