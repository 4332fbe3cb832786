import type { IncidentTimeline } from '@dalyan/contracts/incidents'
import type { Instant } from '@dalyan/contracts/instant'
import { instantAt, type Clock } from '../../../core/clock.ts'
import type { Connection } from '../../../core/database/database.ts'
import { notFound } from '../../../core/errors.ts'
import type { FirmScope } from '../../../core/http/signed-in.ts'
import { incidentTimelineRepository, type WaitingTank } from './incident-timeline.sql.ts'

export interface TimelineNeeds {
  database: Connection
  clock: Clock
  /** The next user on call of one of these tanks whose alarms nobody acknowledged; null: there is none. */
  nextOnCall: (waiting: readonly WaitingTank[], now: Instant) => Promise<IncidentTimeline['next']>
}

/** Who was notified of an incident, who is next, and what was similar before. @throws 404 not visible to the caller */
export async function readTimeline(
  { database, clock, nextOnCall }: TimelineNeeds,
  id: number,
  firms: FirmScope,
): Promise<IncidentTimeline> {
  const now = instantAt(clock.now())
  const timelines = incidentTimelineRepository(database)
  if (!(await timelines.isVisible(id, firms))) throw notFound()
  const [notified, waiting, similar] = await Promise.all([
    timelines.findNotified(id, firms),
    timelines.findWaiting(id, firms, now),
    timelines.findSimilar(id, firms, now),
  ])
  return { notified, next: await nextOnCall(waiting, now), similar }
}
