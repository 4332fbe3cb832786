import type { AlarmKind, Severity } from '@dalyan/contracts/alarm-words'
import type { IncidentCause } from '@dalyan/contracts/incidents'
import type { Instant } from '@dalyan/contracts/instant'
import type { MetricKey } from '@dalyan/contracts/metrics'
import { sql } from 'kysely'
import type { Connection } from '../../../core/database/database.ts'
import { PAST_SPAN, SPAN } from './alarm-statistics.sql.ts'

// SQL text: the builder has no functions for time ranges.

/** Of more occurrences the first are read. */
const MOST_OCCURRENCES = 5_000

/** An occurrence of an alarm with what its incident and its acknowledgement say. */
export interface ReportedOccurrence {
  incident_id: number
  cause: IncidentCause | null
  kind: AlarmKind
  metric: MetricKey | null
  severity: Severity
  from: Instant
  raised_at: Instant
  to: Instant | null
  peak: number | null
  limit: number | null
  note: string | null
  acknowledged_at: Instant | null
  acknowledged_by: string | null
}

/** The occurrences of a tank's alarms that overlap a time, in the order in which they began. */
export async function findTankOccurrences(
  { db }: Pick<Connection, 'db'>,
  tankId: number,
  { from, to }: { from: Instant; to: Instant },
): Promise<ReportedOccurrence[]> {
  const window = sql`tstzrange(${from}, ${to})`
  const { rows } = await sql<ReportedOccurrence>`
    with found as (
      select a.id, a.occurrences as number, a.incident_id, a.kind, a.metric, a.severity, a.out_since, a.occurrence_raised_at as raised_at,
        a.cleared_at, a.occurrence_peak as peak, a.limit_value, a.note, coalesce(a.acknowledged_at, a.first_acknowledged_at) as acknowledged_at,
        coalesce(a.acknowledged_by, a.first_acknowledged_by) as acknowledged_by
      from alarms a where a.tank_id = ${tankId} and ${SPAN} && ${window}
      union all
      select o.alarm_id, o.number, a.incident_id, o.kind, o.metric, o.severity, o.out_since, o.raised_at,
        o.cleared_at, o.peak, a.limit_value, o.note, o.acknowledged_at, o.acknowledged_by
      from alarm_occurrences o join alarms a on a.id = o.alarm_id where o.tank_id = ${tankId} and ${PAST_SPAN} && ${window})
    select f.incident_id, i.cause, f.kind, f.metric, f.severity, f.out_since as "from", f.raised_at, f.cleared_at as "to", f.peak,
      f.limit_value as "limit", f.note, f.acknowledged_at, u.name as acknowledged_by
    from found f left join incidents i on i.id = f.incident_id left join users u on u.id = f.acknowledged_by
    order by f.out_since, f.id, f.number limit ${MOST_OCCURRENCES}`.execute(db)
  return rows
}
