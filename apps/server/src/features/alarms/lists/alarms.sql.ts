import type { Alarm, AlarmFilters, AlarmListQuery, AlarmOccurrence } from '@dalyan/contracts/alarms'
import type { Instant } from '@dalyan/contracts/instant'
import { asPage, type Page } from '@dalyan/contracts/paging'
import { METRIC_KEYS } from '@dalyan/contracts/metrics'
import type { Tank } from '@dalyan/contracts/tanks'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Connection } from '../../../core/database/database.ts'
import type { FirmScope } from '../../../core/http/signed-in.ts'

// SQL text: filter and order match the indexes, and a record consists of JSON objects.

const SELECT =
  sql.raw(`select a.id, a.kind, a.metric, a.severity, a.value, a.peak, a.occurrence_peak, a.limit_value as "limit", a.out_since, a.raised_at,
a.last_at, a.cleared_at, n.latest, a.acknowledged_at, a.note, a.shelved_until, a.shelve_reason, a.closed_at, a.occurrences, a.chattering, a.state,
json_build_object('id', k.id, 'code', k.code, 'name', k.name) as tank,
case when t.id is not null then json_build_object('id', t.id, 'code', t.code) end as iot,
case when u.id is not null then json_build_object('id', u.id, 'name', u.name) end as acknowledged_by`)
// The newest value of its metric by the devices of its tank, read for returned alarms alone: only they show it.
const RETURNED_TO =
  sql.raw(`left join lateral (select json_build_object('value', value, 'measured_at', to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) as latest
from latest l join terminals d on d.id = l.terminal_id and d.kind = 'device' cross join lateral (
  select case a.metric ${METRIC_KEYS.map((key) => `when '${key}' then l.${key}`).join(' ')} end as value,
    case a.metric ${METRIC_KEYS.map((key) => `when '${key}' then l.${key}_at`).join(' ')} end as at) v
where a.state = 'rtn_unack' and a.kind <> 'silent' and l.tank_id = a.tank_id and value is not null order by at desc limit 1) n on true`)
const FROM = sql.raw(
  'from alarms a join tanks k on k.id = a.tank_id left join terminals t on t.id = a.terminal_id left join users u on u.id = a.acknowledged_by',
)

/** An alarm that comes and goes unacknowledged for months has thousands of occurrences. */
const MOST_OCCURRENCES = 1_000

const SEVERITY_RANK = "array_position(array['critical', 'warning', 'info'], a.severity)"
/** Must match the index `alarms_order`. */
export const DEFAULT_ORDER = `(a.state in ('active_unack', 'active_ack')) desc, (a.state in ('active_unack', 'rtn_unack')) desc,
${SEVERITY_RANK}, a.raised_at desc, a.id desc`
/** Sorts severity by rank: descending is critical first. */
const SORTS = {
  id: 'a.id',
  raised_at: 'a.raised_at',
  last_at: 'a.last_at',
  closed_at: 'a.closed_at',
  severity: `-${SEVERITY_RANK}`,
  tank_code: 'k.code',
} as const

function statusIs(status: AlarmListQuery['status'], now: Instant): RawBuilder<SqlBool> {
  return {
    open: sql<SqlBool>`a.closed_at is null and (a.shelved_until is null or a.shelved_until <= ${now})`,
    // Includes closed alarms: their next occurrence would be shelved.
    shelved: sql<SqlBool>`a.shelved_until > ${now}`,
    closed: sql<SqlBool>`a.closed_at is not null`,
    all: sql<SqlBool>`true`,
  }[status]
}

/**
 * Conditions for alarms `a` of tanks `k`: the filters, and the firms of the caller. Alarms of deleted tanks are stored, but neither listed
 * nor counted.
 */
export function alarmConditions(query: AlarmFilters, firms: FirmScope, now: Instant): RawBuilder<SqlBool> {
  const all = [
    statusIs(query.status, now),
    sql<SqlBool>`k.status <> 'deleted'`,
    ...(firms === 'all' ? [] : [sql<SqlBool>`k.firm_id = any(${[...firms]}::int[])`]),
    ...(query.severity ? [sql<SqlBool>`a.severity = any(${query.severity}::text[])`] : []),
    ...(query.metric ? [sql<SqlBool>`a.metric = any(${query.metric}::text[])`] : []),
    ...(query.tank_id === undefined ? [] : [sql<SqlBool>`a.tank_id = ${query.tank_id}`]),
    ...(query.firm_id === undefined ? [] : [sql<SqlBool>`k.firm_id = ${query.firm_id}`]),
    // A window always includes open alarms.
    ...(query.from === undefined ? [] : [sql<SqlBool>`(a.closed_at is null or a.closed_at >= ${query.from})`]),
    ...(query.to === undefined
      ? []
      : [sql<SqlBool>`(a.closed_at is null or least(a.out_since, a.raised_at) <= ${query.to})`]),
  ]
  return sql<SqlBool>`${sql.join(all, sql` and `)}`
}

function order(query: AlarmListQuery): RawBuilder<unknown> {
  const wanted = (query.sort ?? []).map(
    ({ field, descending }) => `${SORTS[field]} ${descending ? 'desc nulls last' : 'asc nulls last'}`,
  )
  return sql.raw([...wanted, DEFAULT_ORDER].join(', '))
}

/** Alarms as users see them. */
export function alarmsRepository({ db }: Pick<Connection, 'db'>) {
  return {
    async list(query: AlarmListQuery, firms: FirmScope, now: Instant): Promise<Page<Alarm>> {
      const states = query.state ? sql`a.state = any(${query.state}::text[])` : sql`true`
      const where = sql<SqlBool>`${alarmConditions(query, firms, now)} and ${states}`
      const offset = (query.page - 1) * query.per_page
      const [page, count] = await Promise.all([
        sql<Alarm>`${SELECT} ${FROM} ${RETURNED_TO} where ${where} order by ${order(query)} limit ${query.per_page} offset ${offset}`.execute(
          db,
        ),
        sql<{
          total: number
        }>`select count(*) as total from alarms a join tanks k on k.id = a.tank_id where ${where}`.execute(db),
      ])
      return asPage(page.rows, count.rows[0]?.total ?? 0, query)
    },

    /** Counts open alarms that are not shelved, the unacknowledged among them, and shelved alarms. */
    async countOpen(
      firms: FirmScope,
      now: Instant,
    ): Promise<{ open: number; unacknowledged: number; shelved: number }> {
      const where = (status: AlarmListQuery['status']) => alarmConditions({ status }, firms, now)
      const { rows } = await sql<{ open: number; unacknowledged: number; shelved: number }>`
        select count(*) as open, count(*) filter (where a.state in ('active_unack', 'rtn_unack')) as unacknowledged,
        (select count(*) from alarms a join tanks k on k.id = a.tank_id where ${where('shelved')}) as shelved
        from alarms a join tanks k on k.id = a.tank_id where ${where('open')}`.execute(db)
      return rows[0] ?? { open: 0, unacknowledged: 0, shelved: 0 }
    },

    async findByIds(ids: readonly number[]): Promise<Alarm[]> {
      if (ids.length === 0) return []
      const { rows } =
        await sql<Alarm>`${SELECT} ${FROM} ${RETURNED_TO} where a.id = any(${[...ids]}::int[]) order by a.id`.execute(
          db,
        )
      return rows
    },

    /** The alarms of these ids that the caller may see, with their tanks. */
    async findTanksOf(ids: readonly number[], firms: FirmScope): Promise<{ id: number; tank_id: number }[]> {
      const scope = firms === 'all' ? sql`true` : sql`k.firm_id = any(${[...firms]}::int[])`
      const { rows } = await sql<{ id: number; tank_id: number }>`
        select a.id, a.tank_id ${FROM} where a.id = any(${[...ids]}::int[]) and ${scope} order by a.id`.execute(db)
      return rows
    },

    /** The newest occurrences of an alarm, oldest first; undefined: it does not exist, or belongs to none of these firms. */
    async findOccurrences(id: number, firms: FirmScope): Promise<AlarmOccurrence[] | undefined> {
      const scope = firms === 'all' ? sql`true` : sql`k.firm_id = any(${[...firms]}::int[])`
      const { rows } = await sql<AlarmOccurrence>`
        with a as (select a.* from alarms a join tanks k on k.id = a.tank_id where a.id = ${id} and ${scope}),
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
      const { rows } = await sql<Tank['open_alarms'][number] & { tank_id: number }>`
        select a.tank_id, a.id, a.metric, a.kind, a.severity, a.state
        from alarms a join tanks k on k.id = a.tank_id and k.status <> 'deleted' where a.closed_at is null and a.tank_id = any(${[...tankIds]}::int[]) order by a.tank_id, ${sql.raw(DEFAULT_ORDER)}`.execute(
        db,
      )
      const byTank = new Map<number, Tank['open_alarms']>()
      for (const { tank_id, ...alarm } of rows) byTank.set(tank_id, [...(byTank.get(tank_id) ?? []), alarm])
      return byTank
    },
  }
}

export type AlarmsRepository = ReturnType<typeof alarmsRepository>
