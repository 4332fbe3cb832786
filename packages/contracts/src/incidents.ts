import * as z from 'zod/mini'
import { ALARM_STATES, SEVERITIES } from './alarm-words.ts'
import { AcknowledgeInput, Alarm, ShelveInput } from './alarms.ts'
import { endpoint } from './endpoint.ts'
import { Instant } from './instant.ts'
import { METRIC_KEYS } from './metrics.ts'
import { NOTIFICATION_CHANNELS } from './notifications.ts'
import { IdParams, pageOf, pageQuery } from './paging.ts'
import { UserRef } from './users.ts'

/** The likely causes of an incident (docs/behaviour/alarms.md). */
export const INCIDENT_CAUSES = ['outage', 'out_of_water', 'sensor_fault'] as const
export type IncidentCause = (typeof INCIDENT_CAUSES)[number]

const bound = z.nullable(z.number())
/** The last six hours of a metric in buckets of `step_seconds` from `from` on, with its present limits; null: a bucket without a value. */
export const IncidentCourse = z.object({
  metric: z.enum(METRIC_KEYS),
  from: Instant,
  step_seconds: z.int(),
  min: z.array(bound),
  max: z.array(bound),
  limits: z.object({ min: bound, max: bound }),
})
export type IncidentCourse = z.infer<typeof IncidentCourse>

/**
 * Alarms with one likely cause. They keep their own states; the incident's severity and state are those of its gravest member: active before
 * returned before closed, then by severity, then unacknowledged first.
 */
export const Incident = z.object({
  id: z.int(),
  /** Null: no cause is likely; the alarms belong together because they began together. */
  cause: z.nullable(z.enum(INCIDENT_CAUSES)),
  severity: z.enum(SEVERITIES),
  state: z.enum(ALARM_STATES),
  /** The common place of its tanks (`location`); null: they have none, or several. */
  place: z.nullable(z.string()),
  tanks: z.array(z.object({ id: z.int(), code: z.string() })),
  /** In the order in which they began. */
  alarms: z.array(Alarm),
  /** Why these alarms belong together, in the caller's language. */
  evidence: z.string(),
  /** Of the metric of its gravest alarm; null: no value of one tank is out of range now. Only the list and `get` have it. */
  course: z.optional(z.nullable(IncidentCourse)),
  started_at: Instant,
  /** When the last of its alarms closed; null: one is open. */
  ended_at: z.nullable(Instant),
})
export type Incident = z.infer<typeof Incident>

/** `open`: an alarm of it is not closed, shelved ones included; the most urgent first. `closed`: the newest first. */
export const IncidentListQuery = z.object({ ...pageQuery(), state: z._default(z.enum(['open', 'closed']), 'open') })
export type IncidentListQuery = z.infer<typeof IncidentListQuery>

/** What else happened about an incident; when its alarms began, were acknowledged and returned is in the alarms themselves. */
export const IncidentTimeline = z.object({
  /**
   * Who was notified in its present occurrence and by which channel, the first first. `times`: how many messages; the instants are those of the
   * first and of the last one that left, null: none has left yet.
   */
  notified: z.array(
    z.object({
      user: UserRef,
      channel: z.enum(NOTIFICATION_CHANNELS),
      kind: z.enum(['first', 'escalated', 'reminder']),
      times: z.int(),
      queued_at: Instant,
      sent_at: z.nullable(Instant),
      last_sent_at: z.nullable(Instant),
      has_failed: z.boolean(),
    }),
  ),
  /** The next user on call, if nobody acknowledges until then. */
  next: z.nullable(z.object({ at: Instant, user: UserRef })),
  /** The newest earlier incident with the same cause and alarms, with a note if there is one, of the last 90 days. */
  similar: z.nullable(
    z.object({
      id: z.int(),
      started_at: Instant,
      ended_at: Instant,
      alarms: z.int(),
      note: z.nullable(z.string()),
      noted_by: z.nullable(UserRef),
    }),
  ),
})
export type IncidentTimeline = z.infer<typeof IncidentTimeline>

/** A caller sees an incident, and of its alarms those, of the tanks that the caller may see. */
export const incidentsApi = {
  list: endpoint('GET', '/api/incidents', { query: IncidentListQuery, reply: pageOf(Incident) }),
  get: endpoint('GET', '/api/incidents/:id', { params: IdParams, reply: Incident }),
  timeline: endpoint('GET', '/api/incidents/:id/timeline', { params: IdParams, reply: IncidentTimeline }),
  /** As on each alarm that is not closed; 409 when all are. */
  acknowledge: endpoint('POST', '/api/incidents/:id/acknowledge', {
    params: IdParams,
    body: AcknowledgeInput,
    reply: Incident,
  }),
  /** As on each alarm that is not closed; 409 when all are, 422 beyond the caller's limit for one of them. */
  shelve: endpoint('POST', '/api/incidents/:id/shelve', { params: IdParams, body: ShelveInput, reply: Incident }),
}
