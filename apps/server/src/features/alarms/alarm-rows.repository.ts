import type { Instant } from '@dalyan/contracts/instant'
import type { Connection } from '../../core/database/database.ts'
import type { AlarmRow } from '../../core/database/schema-alarms.ts'

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
  ack_value: 'real',
  ack_since: 'timestamptz',
  note: 'text',
  shelved_until: 'timestamptz',
  shelve_reason: 'text',
  occurrences: 'int',
  chattering: 'boolean',
  occurred_at: 'timestamptz[]',
  told_at: 'timestamptz',
  told_severity: 'text',
} as const satisfies Record<Exclude<keyof AlarmRow, 'id'>, string>
const ALARM_COLUMNS = Object.keys(ALARM_TYPES) as (keyof typeof ALARM_TYPES)[]
const alarmRecords = `json_to_recordset($1) as r(id int, ${ALARM_COLUMNS.map((column) => `${column} ${ALARM_TYPES[column]}`).join(', ')})`

const INSERT_ALARMS = `insert into alarms (${ALARM_COLUMNS.join(', ')}) select ${ALARM_COLUMNS.join(', ')} from ${alarmRecords}
on conflict do nothing returning id`
/** Keeps as well what the history needs and the row forgets: a span that ended before the alarm came back, and the first acknowledgement. */
const UPDATE_ALARMS = `with r as materialized (select * from ${alarmRecords}), past as (
  insert into alarm_past_spans (alarm_id, tank_id, metric, kind, span) select a.id, a.tank_id, a.metric, a.kind, tstzrange(a.out_since, a.cleared_at)
  from alarms a join r on r.id = a.id where a.cleared_at > a.out_since and r.cleared_at is null on conflict do nothing)
update alarms a set ${ALARM_COLUMNS.map((column) => `${column} = r.${column}`).join(', ')},
  first_acknowledged_at = coalesce(a.first_acknowledged_at, r.acknowledged_at)
from r where a.id = r.id`

/** The driver gives times in arrays as dates. */
type AlarmRecord = Omit<AlarmRow, 'occurred_at'> & { occurred_at: Date[] }
const asAlarm = (row: AlarmRecord): AlarmRow => ({
  ...row,
  occurred_at: row.occurred_at.map((at) => at.toISOString()),
})

const keyOf = ({ tank_id, terminal_id, metric, kind }: AlarmRow) => `${tank_id} ${metric} ${kind} ${terminal_id}`

/** Alarms as the rules know them; every call inside one transaction. */
export function alarmRowsRepository({ query }: Pick<Connection, 'query'>) {
  return {
    /** Of each key the alarm that is not closed, else the last one that was closed since then or is still shelved. */
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

    /** Writes new and changed alarms; one that another process has just raised is left to it. @returns ids of those written. */
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
