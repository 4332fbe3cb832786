import type { IncidentTimeline } from '@dalyan/contracts/incidents'
import type { Instant } from '@dalyan/contracts/instant'
import { sql } from 'kysely'
import type { Connection } from '../../../core/database/database.ts'
import { allOf, isInFirms } from '../../../core/database/list.ts'
import type { FirmScope } from '../../../core/http/signed-in.ts'

// SQL text: messages and alarms are summed up in groups, which the typed builder cannot express shorter.

/** A tank with alarms that wait for an acknowledgement, and when their recipients were first notified of them. */
export interface WaitingTank {
  tank_id: number
  episode_at: Instant
}

const MOST_NOTIFIED = 100
/** Of a large outage a few alarms find the incident before. */
const ALARMS_COMPARED = 20
const SIMILAR_DAYS = 90

/** What happened about one incident, as far as a caller may see it. Each statement reads by the index of its incident, alarms or tanks. */
export function incidentTimelineRepository({ db }: Pick<Connection, 'db'>) {
  const ofIncident = (id: number, firms: FirmScope) =>
    sql`from alarms a join tanks k on k.id = a.tank_id join incidents i on i.id = a.incident_id
      where a.incident_id = ${id} and ${allOf([sql`k.status <> 'deleted'`, isInFirms('k.firm_id', firms)])}`

  return {
    async isVisible(id: number, firms: FirmScope): Promise<boolean> {
      return (await sql`select ${ofIncident(id, firms)} limit 1`.execute(db)).rows.length > 0
    },

    /** Messages to deleted users are left out. */
    async findNotified(id: number, firms: FirmScope): Promise<IncidentTimeline['notified']> {
      const { rows } = await sql<IncidentTimeline['notified'][number]>`
        with of_incident as materialized (select a.id, i.occurred_at ${ofIncident(id, firms)}),
        sent as (
          select n.user_id, n.channel,
            case when n.reason = 'escalated' then 'escalated' when n.reminder_number > 0 then 'reminder' else 'first' end as kind,
            n.queued_at, n.sent_at, n.error is not null and n.sent_at is null as has_failed
          from of_incident a join notifications n on n.alarm_id = a.id
          where n.user_id is not null and n.queued_at >= a.occurred_at and (n.dropped_at is null or n.error is not null))
        select json_build_object('id', u.id, 'name', u.name) as user, s.channel, s.kind,
          count(distinct coalesce(s.sent_at, s.queued_at))::int as times, min(s.queued_at) as queued_at,
          min(s.sent_at) as sent_at, max(s.sent_at) as last_sent_at, bool_and(s.has_failed) as has_failed
        from sent s join users u on u.id = s.user_id and u.deleted_at is null
        group by u.id, s.channel, s.kind order by min(s.queued_at), u.id, s.channel limit ${MOST_NOTIFIED}`.execute(db)
      return rows
    },

    async findWaiting(id: number, firms: FirmScope, now: Instant): Promise<WaitingTank[]> {
      const { rows } = await sql<WaitingTank>`
        select a.tank_id, min(a.notified_at) as episode_at ${ofIncident(id, firms)}
        and a.state = 'active_unack' and a.notified_at is not null and (a.shelved_until is null or a.shelved_until <= ${now})
        group by a.tank_id`.execute(db)
      return rows
    },

    async findSimilar(id: number, firms: FirmScope, now: Instant): Promise<IncidentTimeline['similar']> {
      const { rows } = await sql<NonNullable<IncidentTimeline['similar']>>`
        with own as materialized (
          select a.tank_id, a.kind, a.metric, i.cause, i.started_at ${ofIncident(id, firms)} order by a.out_since, a.id limit ${ALARMS_COMPARED}),
        earlier as (
          select distinct i.id, i.started_at from own join alarms a on a.tank_id = own.tank_id and a.kind = own.kind
            and a.metric is not distinct from own.metric and a.closed_at >= ${now}::timestamptz - make_interval(days => ${SIMILAR_DAYS})
          join incidents i on i.id = a.incident_id and i.id <> ${id} and i.started_at < own.started_at and i.cause is not distinct from own.cause
          order by i.started_at desc limit ${ALARMS_COMPARED}),
        summed as (
          select e.id, e.started_at, max(a.closed_at) as ended_at, count(*)::int as alarms,
            (array_agg(a.id order by a.acknowledged_at) filter (where a.note is not null))[1] as noted
          from earlier e join alarms a on a.incident_id = e.id join tanks k on k.id = a.tank_id
          where ${isInFirms('k.firm_id', firms)} group by e.id, e.started_at having bool_and(a.closed_at is not null))
        select s.id, s.started_at, s.ended_at, s.alarms, n.note,
          case when u.id is not null then json_build_object('id', u.id, 'name', u.name) end as noted_by
        from summed s left join alarms n on n.id = s.noted left join users u on u.id = n.acknowledged_by
        order by (n.note is null), s.started_at desc limit 1`.execute(db)
      return rows[0] ?? null
    },
  }
}
