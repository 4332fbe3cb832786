import type { Instant } from '@dalyan/contracts/instant'
import type { Connection } from '../../../core/database/database.ts'
import type { AlarmRow, PastOccurrence } from '../../../core/database/schema-alarms.ts'

// SQL text because it is hot: one statement writes thousands of alarms with the occurrences that ended.

const ALARM_TYPES = {
  tank_id: 'int',
  terminal_id: 'int',
  metric: 'text',
  kind: 'text',
  severity: 'text',
  state: 'text',
  value: 'real',
  peak: 'real',
  limit_value: 'real',
  out_since: 'timestamptz',
  raised_at: 'timestamptz',
  last_at: 'timestamptz',
  cleared_at: 'timestamptz',
  closed_at: 'timestamptz',
  acknowledged_at: 'timestamptz',
  acknowledged_by: 'int',
  first_acknowledged_at: 'timestamptz',
  first_acknowledged_by: 'int',
  occurrence_peak: 'real',
  ack_value: 'real',
  ack_since: 'timestamptz',
  note: 'text',
  shelved_until: 'timestamptz',
  shelve_reason: 'text',
  occurrences: 'int',
  chattering: 'boolean',
  occurred_at: 'timestamptz[]',
  notified_at: 'timestamptz',
  notified_severity: 'text',
} as const satisfies Record<Exclude<keyof AlarmRow, 'id' | 'past'>, string>
const ALARM_COLUMNS = Object.keys(ALARM_TYPES) as (keyof typeof ALARM_TYPES)[]
const recordOf = (types: Readonly<Record<string, string>>) =>
  Object.entries(types)
    .map(([column, type]) => `${column} ${type}`)
    .join(', ')
const GIVEN = `given as materialized (select * from json_to_recordset($1) as g(id int, ${recordOf(ALARM_TYPES)}, past json))`

const PAST_TYPES = {
  number: 'int',
  severity: 'text',
  value: 'real',
  peak: 'real',
  out_since: 'timestamptz',
  raised_at: 'timestamptz',
  cleared_at: 'timestamptz',
  acknowledged_at: 'timestamptz',
  acknowledged_by: 'int',
  first_acknowledged_at: 'timestamptz',
  note: 'text',
} as const satisfies Record<keyof PastOccurrence, string>
const PAST_COLUMNS = Object.keys(PAST_TYPES)
/** `with` part: inserts the occurrences that ended. `stored` joins the given records `g` with the alarms `s` that have their ids. */
const insertPast = (stored: string) => `past as (
  insert into alarm_occurrences (alarm_id, tank_id, metric, kind, ${PAST_COLUMNS.join(', ')})
  select s.id, g.tank_id, g.metric, g.kind, ${PAST_COLUMNS.map((column) => `o.${column}`).join(', ')}
  from ${stored}, json_to_recordset(g.past) as o(${recordOf(PAST_TYPES)})
  where json_array_length(g.past) > 0 on conflict do nothing)`

const INSERT_ALARMS = `with ${GIVEN}, s as (
  insert into alarms (${ALARM_COLUMNS.join(', ')}) select ${ALARM_COLUMNS.join(', ')} from given
  on conflict do nothing returning id, tank_id, terminal_id, metric, kind),
${insertPast(`s join given g on g.tank_id = s.tank_id and g.kind = s.kind
  and g.metric is not distinct from s.metric and g.terminal_id is not distinct from s.terminal_id`)}
select id from s`
const UPDATE_ALARMS = `with ${GIVEN}, ${insertPast('given s join given g on g.id = s.id')}
update alarms a set ${ALARM_COLUMNS.map((column) => `${column} = g.${column}`).join(', ')} from given g where a.id = g.id`

/** The driver returns times in arrays as `Date`. */
type AlarmRecord = Omit<AlarmRow, 'occurred_at' | 'past'> & { occurred_at: Date[] }
const asAlarm = (row: AlarmRecord): AlarmRow => ({
  ...row,
  occurred_at: row.occurred_at.map((at) => at.toISOString()),
  past: [],
})

const keyOf = ({ tank_id, terminal_id, metric, kind }: AlarmRow) => `${tank_id} ${metric} ${kind} ${terminal_id}`

/** Alarms as the rules need them; each call must run in a transaction. */
export function alarmRowsRepository({ query }: Pick<Connection, 'query'>) {
  return {
    /** Per key the alarm that is not closed, else the last one that closed after `closedSince` or is still shelved. */
    async findLast(tankIds: readonly number[], closedSince: Instant): Promise<AlarmRow[]> {
      const { rows } = await query<AlarmRecord>(
        `select distinct on (tank_id, case kind when 'silent' then terminal_id end, metric, kind) id, ${ALARM_COLUMNS.join(', ')}
from alarms where tank_id = any($1) and (closed_at is null or closed_at >= $2 or shelved_until > $2)
order by tank_id, case kind when 'silent' then terminal_id end, metric, kind, closed_at desc nulls first, id desc`,
        [tankIds, closedSince],
      )
      return rows.map(asAlarm)
    },

    async findByIds(ids: readonly number[]): Promise<AlarmRow[]> {
      const { rows } = await query<AlarmRecord>(
        `select id, ${ALARM_COLUMNS.join(', ')} from alarms where id = any($1) order by id`,
        [ids],
      )
      return rows.map(asAlarm)
    },

    /** Writes new and changed alarms, except those that another process has just raised. @returns the ids of those written. */
    async save(alarms: readonly AlarmRow[]): Promise<number[]> {
      // Sorted by key, so that two writers lock in the same order.
      const stored = alarms.filter(({ id }) => id !== 0).toSorted((a, b) => a.id - b.id)
      if (stored.length > 0) await query(UPDATE_ALARMS, [JSON.stringify(stored)])
      const added = alarms.filter(({ id }) => id === 0).toSorted((a, b) => keyOf(a).localeCompare(keyOf(b)))
      const { rows } =
        added.length > 0 ? await query<{ id: number }>(INSERT_ALARMS, [JSON.stringify(added)]) : { rows: [] }
      return [...stored, ...rows].map(({ id }) => id)
    },
  }
}
