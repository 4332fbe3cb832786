import type { IncidentCourse } from '@dalyan/contracts/incidents'
import type { LeadValue } from '../alarms/incidents/describe-incident.rules.ts'
import type { WallNeeds } from './read-wall.ts'
import { limitsOf } from './shown-tanks.ts'

const NO_LIMITS = { min: null, max: null }

/** The courses of these values, in their order, with the limits of their tanks: the same that the overview draws. */
export async function readIncidentCourses(
  { wall, sparks }: Pick<WallNeeds, 'wall' | 'sparks'>,
  leads: readonly LeadValue[],
): Promise<IncidentCourse[]> {
  if (leads.length === 0) return []
  const [tanks, templates] = await Promise.all([
    wall.listTanks({ firms: 'all', ids: leads.map(({ tank_id }) => tank_id) }),
    wall.listLimits(),
    sparks.prepare(leads),
  ])
  const templateOf = new Map(tanks.map(({ id, range_template_id }) => [id, range_template_id]))
  const limits = new Map(templates.map((template) => [template.id, limitsOf(template.limits)]))
  return leads.map((lead) => ({
    ...sparks.sparkOf(lead, { ...lead.newest, out: true }),
    limits: limits.get(templateOf.get(lead.tank_id) ?? 0)?.[lead.metric] ?? NO_LIMITS,
  }))
}
