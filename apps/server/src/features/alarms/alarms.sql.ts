import type { Alarm, AlarmFilters, AlarmListQuery, AlarmOccurrence } from '@dalyan/contracts/alarms'
import type { Instant } from '@dalyan/contracts/instant'
import type { Page } from '@dalyan/contracts/paging'
import { METRIC_KEYS } from '@dalyan/contracts/metrics'
import type { Tank } from '@dalyan/contracts/tanks'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Connection } from '../../core/database/database.ts'
import { createList, equals, isInFirms, isOneOf, refOf, type ListTable } from '../../core/database/list.ts'
import { runPrepared } from '../../core/database/prepared.ts'
import type { AlarmRow } from '../../core/database/schema-alarms.ts'
import type { FirmScope } from '../../core/http/signed-in.ts'

// SQL text: order and counts match the indexes, and one hot statement writes thousands of alarms with the occurrences that ended.

// The newest value of its metric by the devices of its tank, read for returned alarms alone: only they show it.
const RETURNED_TO = `left join lateral (select json_build_object('value', value, 'measured_at', to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) as latest
from latest l join terminals d on d.id = l.terminal_id and d.kind = 'device' cross join lateral (
  select case a.metric ${METRIC_KEYS.map((key) => `when '${key}' then l.${key}`).join(' ')} end as value,
    case a.metric ${METRIC_KEYS.map((key) => `when '${key}' then l.${key}_at`).join(' ')} end as at) v
where a.state = 'rtn_unack' and a.kind <> 'silent' and l.tank_id = a.tank_id and value is not null order by at desc limit 1) n on true`
const OF_TANKS = sql.raw('from alarms a join tanks k on k.id = a.tank_id')

/** An alarm that comes and goes unacknowledged for months has thousands of occurrences. */
const MOST_OCCURRENCES = 1_000

const SEVERITY_RANK = "array_position(array['critical', 'warning', 'info'], a.severity)"
/** @param withinSeverity orders alarms of one severity before their time does; ends with a comma */
const orderOf = (
  withinSeverity = '',
) => `(a.state in ('active_unack', 'active_ack')) desc, (a.state in ('active_unack', 'rtn_unack')) desc,
${SEVERITY_RANK}, ${withinSeverity} a.raised_at desc, a.id desc`
/** Must match the index `alarms_order`. */
export const DEFAULT_ORDER = orderOf()
const STATUSES: Record<AlarmListQuery['status'], (now: Instant) => RawBuilder<unknown>> = {
  open: (now) => sql`a.closed_at is null and (a.shelved_until is null or a.shelved_until <= ${now})`,
  // Includes closed alarms: their next occurrence would be shelved.
  shelved: (now) => sql`a.shelved_until > ${now}`,
  closed: () => sql`a.closed_at is not null`,
  all: () => sql`true`,
}

const LISTED: ListTable<AlarmListQuery> = {
  from: 'alarms a',
  id: 'a.id',
  columns: `a.id, a.incident_id, a.kind, a.metric, a.severity, a.value, a.peak, a.occurrence_peak, a.limit_value as "limit", a.out_since, a.raised_at,
    a.last_at, a.cleared_at, n.latest, a.acknowledged_at, a.note, a.shelved_until, a.shelve_reason, a.closed_at, a.occurrences, a.chattering, a.state,
    ${refOf('k', 'code', 'name')} as tank,
    ${refOf('t', 'code')} as iot,
    ${refOf('u', 'name')} as acknowledged_by`,
  joins: `join tanks k on k.id = a.tank_id left join terminals t on t.id = a.terminal_id
    left join users u on u.id = a.acknowledged_by ${RETURNED_TO}`,
  filters: {
    state: isOneOf('a.state'),
    severity: isOneOf('a.severity'),
    metric: isOneOf('a.metric'),
    tank_id: equals('a.tank_id'),
    firm_id: equals('k.firm_id'),
    // A window always includes open alarms.
    from: (from) => sql`(a.closed_at is null or a.closed_at >= ${from})`,
    to: (to) => sql`(a.closed_at is null or least(a.out_since, a.raised_at) <= ${to})`,
  },
  sorts: {
    id: 'a.id',
    raised_at: 'a.raised_at',
    last_at: 'a.last_at',
    closed_at: 'a.closed_at',
    // By rank: descending is critical first.
    severity: `-${SEVERITY_RANK}`,
    tank_code: 'k.code',
  },
  defaultSort: [],
  thenBy: DEFAULT_ORDER,
}
const ALARMS = createList<AlarmListQuery, Alarm>(LISTED)
/** An outage raises many alarms at once, which must not hide a measured emergency. */
const WORST = createList<AlarmListQuery, Alarm>({ ...LISTED, thenBy: orderOf(`(a.kind = 'silent'),`) })

/**
 * Conditions for alarms `a` of tanks `k`: the filters, and the firms of the caller. Alarms of deleted tanks are stored, but neither listed
 * nor counted.
 */
export function alarmConditions(
  query: AlarmFilters & Pick<AlarmListQuery, 'state'>,
  firms: FirmScope,
  now: Instant,
): RawBuilder<SqlBool> {
  const shown = [STATUSES[query.status](now), sql`k.status <> 'deleted'`, isInFirms('k.firm_id', firms)]
  return ALARMS.conditionOf(query, ...shown)
}

const CHANGED_COLUMNS = `tank_id, terminal_id, metric, kind, severity, state, value, peak, limit_value, out_since, raised_at, last_at,
cleared_at, closed_at, acknowledged_at, acknowledged_by, first_acknowledged_at, first_acknowledged_by, occurrence_peak, ack_value, ack_since,
note, shelved_until, shelve_reason, occurrences, chattering, occurred_at, notified_at, notified_severity`
/** All columns that the rules read and write; a test compares them with those of the table. */
export const ALARM_COLUMNS = `${CHANGED_COLUMNS}, incident_id`
export const PAST_COLUMNS = `number, severity, value, peak, out_since, raised_at, cleared_at, acknowledged_at, acknowledged_by,
first_acknowledged_at, note`
const columnsOf = (table: string, columns: string) => columns.replaceAll(/\w+/g, `${table}.$&`)

const GIVEN = `given as materialized (
  select g.*, one -> 'past' as past from json_array_elements($1) one cross join lateral json_populate_record(null::alarms, one) g)`
/** `with` part: inserts the occurrences that ended. `stored` joins the given records `g` with the alarms `s` that have their ids. */
const insertPast = (stored: string) => `past as (
  insert into alarm_occurrences (alarm_id, tank_id, metric, kind, ${PAST_COLUMNS})
  select s.id, g.tank_id, g.metric, g.kind, ${columnsOf('o', PAST_COLUMNS)}
  from ${stored}, json_populate_recordset(null::alarm_occurrences, g.past) as o
  where json_array_length(g.past) > 0 on conflict do nothing)`

const INSERT_ALARMS = `with ${GIVEN}, s as (
  insert into alarms (${ALARM_COLUMNS}) select ${ALARM_COLUMNS} from given
  on conflict do nothing returning id, tank_id, terminal_id, metric, kind),
${insertPast(`s join given g on g.tank_id = s.tank_id and g.kind = s.kind
  and g.metric is not distinct from s.metric and g.terminal_id is not distinct from s.terminal_id`)}
select id from s`
const UPDATE_ALARMS = `with ${GIVEN}, ${insertPast('given s join given g on g.id = s.id')}
update alarms a set (${CHANGED_COLUMNS}) = (${columnsOf('g', CHANGED_COLUMNS)}) from given g where a.id = g.id`

/** The driver returns times in arrays as `Date`. */
type AlarmRecord = Omit<AlarmRow, 'occurred_at' | 'past'> & { occurred_at: Date[] }
const asAlarm = (row: AlarmRecord): AlarmRow => ({
  ...row,
  occurred_at: row.occurred_at.map((at) => at.toISOString()),
  past: [],
})

const keyOf = ({ tank_id, terminal_id, metric, kind }: AlarmRow) => `${tank_id} ${metric} ${kind} ${terminal_id}`

/** Alarms as users see them, and as the rules need them. */
export function alarmsRepository({ db, query }: Connection) {
  return {
    list: (asked: AlarmListQuery, firms: FirmScope, now: Instant): Promise<Page<Alarm>> =>
      ALARMS.readPage({ db }, asked, alarmConditions(asked, firms, now), sql`join tanks k on k.id = a.tank_id`),

    /** The most urgent open alarms: in the order of the list, but among alarms of one severity silences come last. */
    listWorst: (most: number, firms: FirmScope, now: Instant): Promise<Alarm[]> =>
      runPrepared(
        { db, query },
        WORST.rowsOf(
          { status: 'open', page: 1, per_page: most },
          alarmConditions({ status: 'open' }, firms, now),
          sql`join tanks k on k.id = a.tank_id`,
        ),
      ),

    /** Counts open alarms that are not shelved, the unacknowledged among them, and shelved alarms. */
    async countOpen(
      firms: FirmScope,
      now: Instant,
    ): Promise<{ open: number; unacknowledged: number; shelved: number }> {
      const where = (status: AlarmListQuery['status']) => alarmConditions({ status }, firms, now)
      const { rows } = await sql<{ open: number; unacknowledged: number; shelved: number }>`
        select count(*) as open, count(*) filter (where a.state in ('active_unack', 'rtn_unack')) as unacknowledged,
        (select count(*) ${OF_TANKS} where ${where('shelved')}) as shelved ${OF_TANKS} where ${where('open')}`.execute(
        db,
      )
      return rows[0] ?? { open: 0, unacknowledged: 0, shelved: 0 }
    },

    async findByIds(ids: readonly number[]): Promise<Alarm[]> {
      if (ids.length === 0) return []
      const found = await ALARMS.find({ db }, sql`a.id = any(${[...ids]}::int[])`)
      return found.toSorted((a, b) => a.id - b.id)
    },

    /** The alarms of these ids that the caller may see, with their tanks. */
    async findTanksOf(ids: readonly number[], firms: FirmScope): Promise<{ id: number; tank_id: number }[]> {
      const { rows } = await sql<{ id: number; tank_id: number }>`
        select a.id, a.tank_id ${OF_TANKS} where a.id = any(${[...ids]}::int[]) and ${isInFirms('k.firm_id', firms)}
        order by a.id`.execute(db)
      return rows
    },

    /** The newest occurrences of an alarm, oldest first; undefined: it does not exist, or belongs to none of these firms. */
    async findOccurrences(id: number, firms: FirmScope): Promise<AlarmOccurrence[] | undefined> {
      const { rows } = await sql<AlarmOccurrence>`
        with a as (select a.* ${OF_TANKS} where a.id = ${id} and ${isInFirms('k.firm_id', firms)}),
        newest as (
          select o.number, o.out_since, o.raised_at, o.cleared_at, o.value, o.peak, o.acknowledged_at, o.acknowledged_by, o.note
          from a join alarm_occurrences o on o.alarm_id = a.id where o.number > a.occurrences - ${MOST_OCCURRENCES}::int
          union all
          select occurrences, out_since, occurrence_raised_at, cleared_at, value, occurrence_peak, coalesce(acknowledged_at, first_acknowledged_at),
            case when acknowledged_at is null then first_acknowledged_by else acknowledged_by end, note from a)
        select n.number, n.out_since, n.raised_at, n.cleared_at, n.value, n.peak, n.acknowledged_at,
          case when u.id is not null then json_build_object('id', u.id, 'name', u.name) end as acknowledged_by, n.note
        from newest n left join users u on u.id = n.acknowledged_by order by n.number`.execute(db)
      return rows.length === 0 ? undefined : rows
    },

    /** Alarms that are not closed, shelved ones included, per tank in the default order. */
    async openOfTanks(tankIds: readonly number[]): Promise<Map<number, Tank['open_alarms']>> {
      if (tankIds.length === 0) return new Map()
      const statement = sql<Tank['open_alarms'][number] & { tank_id: number }>`
        select a.tank_id, a.id, a.metric, a.kind, a.severity, a.state ${OF_TANKS}
        where k.status <> 'deleted' and a.closed_at is null and a.tank_id = any(${[...tankIds]}::int[])
        order by a.tank_id, ${sql.raw(DEFAULT_ORDER)}`
      const rows = await runPrepared({ db, query }, statement)
      const byTank = new Map<number, Tank['open_alarms']>()
      for (const { tank_id, ...alarm } of rows) byTank.set(tank_id, [...(byTank.get(tank_id) ?? []), alarm])
      return byTank
    },

    // ---- as the rules need them; each call must run in a transaction
    /** Per key the alarm that is not closed, else the last one that closed after `closedSince` or is still shelved. */
    async findLast(tankIds: readonly number[], closedSince: Instant): Promise<AlarmRow[]> {
      const key = `tank_id, case kind when 'silent' then terminal_id end, metric, kind`
      const text = `select distinct on (${key}) id, ${ALARM_COLUMNS} from alarms
where tank_id = any($1) and (closed_at is null or closed_at >= $2 or shelved_until > $2)
order by ${key}, closed_at desc nulls first, id desc`
      return (await query<AlarmRecord>(text, [tankIds, closedSince])).rows.map(asAlarm)
    },

    /** In the order of their ids. */
    async findRows(ids: readonly number[]): Promise<AlarmRow[]> {
      const text = `select id, ${ALARM_COLUMNS} from alarms where id = any($1) order by id`
      return (await query<AlarmRecord>(text, [ids])).rows.map(asAlarm)
    },

    /** Writes new and changed alarms, except those that another process has just raised. @returns the ids of those written. */
    async save(alarms: readonly AlarmRow[]): Promise<number[]> {
      // Sorted by key, so that two writers lock in the same order.
      const stored = alarms.filter(({ id }) => id !== 0).toSorted((a, b) => a.id - b.id)
      if (stored.length > 0) await query(UPDATE_ALARMS, [JSON.stringify(stored)])
      const added = alarms.filter(({ id }) => id === 0).toSorted((a, b) => keyOf(a).localeCompare(keyOf(b)))
      if (added.length === 0) return stored.map(({ id }) => id)
      const { rows } = await query<{ id: number }>(INSERT_ALARMS, [JSON.stringify(added)])
      return [...stored, ...rows].map(({ id }) => id)
    },
  }
}

export type AlarmsRepository = ReturnType<typeof alarmsRepository>
