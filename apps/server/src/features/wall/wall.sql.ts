import type { Instant } from '@dalyan/contracts/instant'
import { METRIC_KEYS, type MetricKey } from '@dalyan/contracts/metrics'
import type { TankStatus } from '@dalyan/contracts/tanks'
import { sql } from 'kysely'
import type { Connection } from '../../core/database/database.ts'
import { jsonOrNull, jsonRows } from '../../core/database/json-object.ts'
import { isInFirms } from '../../core/database/list.ts'
import type { FirmScope } from '../../core/http/signed-in.ts'
import { rolledParts } from '../../core/database/rolled-parts.ts'
import type { WallAlarm } from './wall.rules.ts'

// SQL text because it is a hot path: every open overview reads all tanks of its caller.

export interface BareWallTank {
  id: number
  code: string
  name: string
  place: string | null
  status: TankStatus
  range_template_id: number | null
}

/** Whose tanks; `ids`: only these of them. */
export interface WallScope {
  firms: FirmScope
  ids?: readonly number[] | undefined
}

export interface LimitsRow {
  id: number
  /** JSON, `WallLimits`. */
  limits: string
}

/** In the order of the metric registry. */
export type WallLimits = [lo: (number | null)[], hi: (number | null)[]]

interface CourseValues {
  tank_id: number
  /** Index of the bucket, from 0. */
  i: number
  min: number
  max: number
}

/** Which newest values there are of a terminal on a tank that it has measured. */
export type WallValuesVersion = [
  terminal_id: number,
  tank_id: number,
  /** A hash of the whole row, 64 bits: other values, times or a later reading have another one. */
  version: string,
]

/** The newest values of a terminal on a tank. */
export interface WallValuesRow {
  tank_id: number
  terminal_id: number
  version: string
  /** When its last reading of this tank arrived. */
  received_at: Instant
  /** JSON, `WallValues`. It is parsed only where it has changed, and most rows have not a second later. */
  facts: string
}

export type WallValues = [
  /** Of its newest reading of this tank. */
  measured_at: string,
  /** In the order of the metric registry. */
  values: (number | null)[],
  /** When each value was measured; null: with the newest reading, which halves the data. */
  times: (string | null)[],
]

/** A terminal that is on one of the tanks, or has measured one. */
export type WallTerminal = [
  id: number,
  /** The one among these tanks that it is on now. */
  tank_id: number | null,
  is_by_hand: boolean,
  is_active: boolean,
  /** Expected, else usual; seconds. */
  interval: number | null,
  /** Its own limit of silence, seconds. */
  offline_after: number | null,
]

const VALUES = sql.raw(
  `json_build_array(l.measured_at, array[${METRIC_KEYS.map((key) => `l.${key}`).join(', ')}],
    array[${METRIC_KEYS.map((key) => `nullif(l.${key}_at, l.measured_at)`).join(', ')}])::text`,
)

const VERSION = sql`hash_record_extended(l, 0)::text`

export function wallRepository({ db }: Pick<Connection, 'db'>) {
  return {
    /** The live tanks of these firms, or the named ones among them, by code. */
    async listTanks(tanks: WallScope): Promise<BareWallTank[]> {
      const { rows } = await sql<BareWallTank>`
        select k.id, k.code, k.name, nullif(trim(k.location), '') as place, k.status, k.range_template_id from tanks k
        where ${isShown(tanks)} order by k.code`.execute(db)
      return rows
    },

    /** The limits of each template in use, in the order of the metric registry. */
    async listLimits(): Promise<LimitsRow[]> {
      return db
        .selectFrom('range_templates')
        .select(['id', sql<string>`json_build_array(lo, hi)::text`.as('limits')])
        .where('active', '=', true)
        .where('deleted_at', 'is', null)
        .execute()
    },

    /** Which newest values there are by each terminal of `listTerminals`, also of other tanks. */
    async listValueVersions(tanks: WallScope): Promise<WallValuesVersion[]> {
      const values = [sql`l.terminal_id`, sql`l.tank_id`, sql`'"' || ${VERSION} || '"'`]
      const { rows } = await sql<{ all: string }>`
        with ${assignedTo(tanks)}
        select ${jsonRows(values)} as all from latest l where ${isOneOfTheirs('l.terminal_id', tanks)}`.execute(db)
      return rows.flatMap(({ all }) => JSON.parse(all) as WallValuesVersion[])
    },

    /** The newest values of these terminals on these tanks. */
    async listValues(of: readonly WallValuesVersion[]): Promise<WallValuesRow[]> {
      const { rows } = await sql<WallValuesRow>`
        select l.tank_id, l.terminal_id, l.received_at, ${VERSION} as version, ${VALUES} as facts
        from unnest(${of.map(([terminal]) => terminal)}::int[], ${of.map(([, tank]) => tank)}::int[]) o(terminal_id, tank_id)
        join latest l on l.terminal_id = o.terminal_id and l.tank_id = o.tank_id`.execute(db)
      return rows
    },

    /** The terminals that are on these tanks, and those that ever measured them; of all tanks, all terminals. */
    async listTerminals(tanks: WallScope): Promise<WallTerminal[]> {
      const values = [
        sql`t.id`,
        jsonOrNull(sql`a.tank_id`),
        sql`(t.kind = 'manual')::text`,
        sql`(t.status = 'active')::text`,
        jsonOrNull(sql`coalesce(t.expected_interval_seconds, p.usual_interval_seconds)`),
        jsonOrNull(sql`t.offline_after_seconds`),
      ]
      const { rows } = await sql<{ all: string }>`
        with ${assignedTo(tanks)}
        select ${jsonRows(values)} as all
        from terminals t left join assigned a on a.terminal_id = t.id left join terminal_presence p on p.terminal_id = t.id
        where ${isOneOfTheirs('t.id', tanks)}`.execute(db)
      return rows.flatMap(({ all }) => JSON.parse(all) as WallTerminal[])
    },

    /** The alarms that are not closed. */
    async listAlarms(tanks: WallScope): Promise<Map<number, WallAlarm[]>> {
      const { rows } = await sql<WallAlarm & { tank_id: number }>`
        select a.tank_id, a.kind, a.metric, a.severity, a.state, a.out_since, a.shelved_until from alarms a
        where a.closed_at is null and a.tank_id in (select k.id from tanks k where ${isShown(tanks)})`.execute(db)
      return Map.groupBy(rows, ({ tank_id }) => tank_id)
    },

    /**
     * The least and the greatest value of a metric in each 15 minutes from `from` on, where there is one. Roll-ups, and the readings that are
     * not in them yet; a reading that came late is missing until its bucket is rolled up again.
     */
    async listCourses(tankIds: readonly number[], metric: MetricKey, from: Instant): Promise<CourseValues[]> {
      const value = sql.ref(`m.${metric}`)
      const rolled = rolledParts(metric, 'm.')
      const { rows } = await sql<CourseValues>`
        with source as materialized (select terminal_id, tank_id from latest where tank_id = any(${[...tankIds]}::int[])),
        done as materialized (select greatest(done_until, ${from}::timestamptz) as at from rollup_state)
        select m.tank_id, ${indexOf('m.bucket', from)} as i, min(${sql.raw(rolled.min)}) as min, max(${sql.raw(rolled.max)}) as max
        from source s join rollup_15m m on m.terminal_id = s.terminal_id and m.tank_id = s.tank_id
        where m.bucket >= ${from} and m.bucket < (select at from done) and ${sql.raw(rolled.n)} > 0 group by 1, 2
        union all
        select m.tank_id, ${indexOf('m.measured_at', from)} as i, min(${value}), max(${value})
        from source s join measurements m on m.terminal_id = s.terminal_id and m.tank_id = s.tank_id
        where m.measured_at >= ${from} and m.measured_at >= (select at from done) and ${value} is not null group by 1, 2`.execute(
        db,
      )
      return rows
    },
  }
}

const isAll = ({ firms, ids }: WallScope) => firms === 'all' && !ids

/** SQL: a column holds the number of one of these tanks, or, if all are wanted, of any. */
function isOfShown(column: string, tanks: WallScope) {
  return isAll(tanks) ? sql`true` : sql`${sql.raw(column)} in (select k.id from tanks k where ${isShown(tanks)})`
}

/** SQL: `assigned`, the terminals that are on these tanks now. */
function assignedTo(tanks: WallScope) {
  return sql`assigned as materialized (
    select terminal_id, tank_id from terminal_assignments where to_at is null and ${isOfShown('tank_id', tanks)})`
}

/** SQL: a column holds the number of a terminal that is on one of these tanks, or has measured one; or, if all are wanted, of any. */
function isOneOfTheirs(column: string, tanks: WallScope) {
  return isAll(tanks)
    ? sql`true`
    : sql`${sql.raw(column)} in (select terminal_id from assigned union select terminal_id from latest where ${isOfShown('tank_id', tanks)})`
}

/** SQL: tank `k` is one of these, and not deleted. */
function isShown({ firms, ids }: WallScope) {
  const isNamed = ids ? sql`k.id = any(${[...ids]}::int[])` : sql`true`
  return sql`k.status <> 'deleted' and ${isInFirms('k.firm_id', firms)} and ${isNamed}`
}

/** SQL: the index of the bucket that contains an instant. */
function indexOf(at: string, from: Instant) {
  return sql`floor(extract(epoch from ${sql.raw(at)} - ${from}::timestamptz) / 900)::int`
}

export type WallRepository = ReturnType<typeof wallRepository>
