import type { IncidentCause } from '@dalyan/contracts/incidents'
import type { Instant } from '@dalyan/contracts/instant'
import type { Connection } from '../../../core/database/database.ts'
import type { AlarmRow } from '../../../core/database/schema-alarms.ts'
import type { GroupedAlarm } from './grouping.rules.ts'

// SQL text because it is hot: it runs in the transaction that stores the readings, once for all alarms that occurred in it.

const PLACE = `concat_ws(' ', coalesce(k.firm_id, 0), k.location) as place`
const GATEWAY = `case when h.gateway is not null then concat_ws(' ', coalesce(k.firm_id, 0), h.gateway) end as gateway`
const INTERVAL = 'coalesce(t.expected_interval_seconds, p.usual_interval_seconds)::float8 as interval_seconds'
const INCIDENT = `case when i.id is not null then json_build_object('id', i.id, 'cause', i.cause) end as incident`

const PLACES = `select ${PLACE}, ${GATEWAY}, ${INTERVAL}, ${INCIDENT}
from json_to_recordset($1) as q(tank_id int, terminal_id int, incident_id int, position int)
join tanks k on k.id = q.tank_id left join terminals t on t.id = q.terminal_id left join terminal_presence p on p.terminal_id = q.terminal_id
left join terminal_health h on h.terminal_id = q.terminal_id left join incidents i on i.id = q.incident_id order by q.position`

// Alarms of the same tanks, and silent terminals of the same places and gateways.
const OPEN = `with near as (
select id from alarms where closed_at is null and tank_id = any($1)
union
select s.id from alarms s join tanks k on k.id = s.tank_id
where $2 and s.closed_at is null and s.kind = 'silent' and s.metric is null and s.terminal_id is not null
  and (coalesce(k.firm_id, 0), coalesce(k.location, '')) in (select coalesce(firm_id, 0), coalesce(location, '') from tanks where id = any($1))
union
select s.id from terminal_health own join terminal_health o on o.gateway = own.gateway join alarms s on s.terminal_id = o.terminal_id
where $2 and own.terminal_id = any($4) and s.closed_at is null and s.kind = 'silent' and s.metric is null)
select a.id, a.tank_id, a.terminal_id, a.metric, a.kind, a.state, a.out_since, ${PLACE}, ${GATEWAY}, ${INTERVAL}, ${INCIDENT}
from near join alarms a using (id) join tanks k on k.id = a.tank_id join incidents i on i.id = a.incident_id
left join terminals t on t.id = a.terminal_id left join terminal_presence p on p.terminal_id = a.terminal_id
left join terminal_health h on h.terminal_id = a.terminal_id
where a.id <> all($3)`

const INSERT = `with given as materialized (
  select position, cause, started_at, nextval(pg_get_serial_sequence('incidents', 'id'))::int as id
  from json_to_recordset($1) as r(position int, cause text, started_at timestamptz)
), inserted as (
  insert into incidents (id, cause, started_at, occurred_at) overriding system value select id, cause, started_at, $2 from given
)
select id from given order by position`

const UPDATE = `update incidents i set cause = r.cause, started_at = least(i.started_at, r.started_at),
occurred_at = case when r.is_new_occurrence then $2 else i.occurred_at end
from json_to_recordset($1) as r(id int, cause text, started_at timestamptz, is_new_occurrence boolean)
where i.id = r.id and (r.is_new_occurrence or i.cause is distinct from r.cause or r.started_at < i.started_at)`

/** An incident with changed members; `id` null: a new one. */
interface SavedIncident {
  id: number | null
  cause: IncidentCause | null
  started_at: Instant
  isNewOccurrence: boolean
}

type KnownGroup = Pick<GroupedAlarm, 'place' | 'gateway' | 'interval_seconds' | 'incident'>

/** Reads and writes what the grouping of alarms needs; each call must run in the transaction that saves the alarms. */
export function incidentGroupsRepository({ query }: Connection) {
  return {
    /** The place, interval and incident of each of these alarms, in their order. */
    async findPlaces(alarms: readonly AlarmRow[]): Promise<KnownGroup[]> {
      const asked = alarms.map(({ tank_id, terminal_id, incident_id }, position) => ({
        tank_id,
        terminal_id,
        incident_id,
        position,
      }))
      return (await query<KnownGroup>(PLACES, [JSON.stringify(asked)])).rows
    },

    /** The other alarms that may belong to the same incidents. */
    async findOpen(alarms: readonly AlarmRow[]): Promise<(GroupedAlarm & { id: number })[]> {
      const tankIds = [...new Set(alarms.map(({ tank_id }) => tank_id))]
      const hasSilence = alarms.some(({ kind }) => kind === 'silent')
      const ids = alarms.map(({ id }) => id)
      const terminalIds = alarms.flatMap(({ terminal_id }) => terminal_id ?? [])
      return (await query<GroupedAlarm & { id: number }>(OPEN, [tankIds, hasSilence, ids, terminalIds])).rows
    },

    /** @returns the ids of the incidents, in their order. */
    async save(incidents: readonly SavedIncident[], now: Instant): Promise<number[]> {
      const added = incidents.flatMap((incident, position) => (incident.id === null ? [{ ...incident, position }] : []))
      const known = incidents.flatMap(({ isNewOccurrence, ...incident }) =>
        incident.id === null ? [] : [{ ...incident, is_new_occurrence: isNewOccurrence }],
      )
      if (known.length > 0) await query(UPDATE, [JSON.stringify(known), now])
      if (added.length === 0) return incidents.map(({ id }) => id ?? 0)
      const { rows } = await query<{ id: number }>(INSERT, [JSON.stringify(added), now])
      const ids = rows.map(({ id }) => id)
      return incidents.map(({ id }) => id ?? ids.shift() ?? 0)
    },

    /** @returns the ids of the moved alarms. */
    async move(alarms: readonly { id: number; incident_id: number }[]): Promise<number[]> {
      if (alarms.length === 0) return []
      const sorted = alarms.toSorted((a, b) => a.id - b.id)
      await query(
        `update alarms a set incident_id = r.incident_id from json_to_recordset($1) as r(id int, incident_id int) where a.id = r.id`,
        [JSON.stringify(sorted)],
      )
      return sorted.map(({ id }) => id)
    },
  }
}
