import { FOREWARNED_METRICS, type ForewarnedMetric, type TankForewarning } from '@dalyan/contracts/forewarnings'
import type { Instant } from '@dalyan/contracts/instant'
import { METRIC_KEYS } from '@dalyan/contracts/metrics'
import type { Limits } from '@dalyan/contracts/out-of-range'
import { sql, type RawBuilder, type Selectable } from 'kysely'
import type { Connection } from '../../core/database/database.ts'
import type { Schema } from '../../core/database/schema.ts'
import { isEarned } from './forewarning.rules.ts'

// SQL text because the builder has no index into arrays: the limits of a template are arrays in the order of the metric registry.

export type ForewarningRow = Selectable<Schema['forewarnings']>
export type RecordRow = Selectable<Schema['forewarning_records']>

/** The limits of a metric of an active tank. */
export interface LimitedMetric extends Limits {
  tank_id: number
  metric: ForewarnedMetric
}

/** SQL: the active tanks `k` and the limits of each metric `metric` that can be forewarned of, `min` and `max`. */
const LIMITED = sql`select k.id as tank_id, m.metric, r.lo[m.place] as min, r.hi[m.place] as max
  from tanks k join range_templates r on r.id = k.range_template_id and r.active and r.deleted_at is null
  cross join (values ${sql.join(FOREWARNED_METRICS.map((metric) => sql`(${sql.lit(metric)}, ${sql.lit(METRIC_KEYS.indexOf(metric) + 1)})`))}) m(metric, place)
  where k.status = 'active' and coalesce(r.lo[m.place], r.hi[m.place]) is not null`

/** SQL: the forewarnings of these tanks that hold: the limit is still in force and not crossed yet, and no mode holds the metric. */
const shown = (tankIds: readonly number[], now: Instant): RawBuilder<unknown> => sql`
  select f.*, e.made, e.came_true from forewarnings f
  join (${LIMITED}) l on l.tank_id = f.tank_id and l.metric = f.metric and case f.kind when 'low' then l.min else l.max end = f.limit_value
  join forewarning_records e on e.tank_id = f.tank_id and e.metric = f.metric
  where f.tank_id = any(${[...tankIds]}::int[]) and f.expected_to > ${now}
  and not exists (select from alarms a where a.tank_id = f.tank_id and a.metric = f.metric and a.kind = f.kind and a.closed_at is null and a.cleared_at is null)
  and not exists (select from tank_modes d where d.tank_id = f.tank_id and not d.is_over and d.until > ${now} and f.metric = any(d.metrics))
  order by f.tank_id, f.expected_from, f.metric, f.kind`

function asForewarning(row: ShownRow): TankForewarning {
  const { tank_id: _ofTank, limit_value: limit, ...forewarning } = row
  return { ...forewarning, limit }
}

type ShownRow = ForewarningRow & Pick<RecordRow, 'made' | 'came_true'>

/** Reads and writes forewarnings and the records of past ones. */
export function forewarningsRepository({ db }: Pick<Connection, 'db'>) {
  return {
    async findLimited(): Promise<LimitedMetric[]> {
      return (await sql<LimitedMetric>`${LIMITED} order by tank_id, metric`.execute(db)).rows
    },

    findRecords(): Promise<RecordRow[]> {
      return db.selectFrom('forewarning_records').selectAll().execute()
    },

    findAll(): Promise<ForewarningRow[]> {
      return db.selectFrom('forewarnings').selectAll().execute()
    },

    /** Replaces the records of one tank. */
    async saveRecords(tankId: number, records: readonly RecordRow[]): Promise<void> {
      await db.deleteFrom('forewarning_records').where('tank_id', '=', tankId).execute()
      if (records.length > 0) await db.insertInto('forewarning_records').values(records).execute()
    },

    /** Replaces all forewarnings. */
    async replaceAll(rows: readonly ForewarningRow[]): Promise<void> {
      await db.deleteFrom('forewarnings').execute()
      if (rows.length === 0) return
      await sql`insert into forewarnings select * from jsonb_populate_recordset(null::forewarnings, ${JSON.stringify(rows)}::jsonb)`.execute(
        db,
      )
    },

    /** The forewarnings that hold now, the nearest crossing first. */
    async findShown(tankIds: readonly number[], now: Instant): Promise<Map<number, TankForewarning[]>> {
      // Few tanks have one, and planning the whole statement takes PostgreSQL 4 ms of every overview and every page of a tank.
      const forewarned = await db
        .selectFrom('forewarnings')
        .select('tank_id')
        .where('tank_id', '=', sql<number>`any(${[...tankIds]}::int[])`)
        .where('expected_to', '>', now)
        .execute()
      if (forewarned.length === 0) return new Map()
      const ids = forewarned.map(({ tank_id }) => tank_id)
      const { rows } = await sql<ShownRow>`${shown(ids, now)}`.execute(db)
      const byTank = Map.groupBy(rows, ({ tank_id }) => tank_id)
      return new Map([...byTank].map(([id, of]) => [id, of.map(asForewarning)]))
    },

    /** The records of the metrics that are limited now. */
    async findRecordsOf(tankId: number) {
      const { rows } = await sql<RecordRow>`select e.* from forewarning_records e
        join (${LIMITED}) l on l.tank_id = e.tank_id and l.metric = e.metric and l.min is not distinct from e.lo and l.max is not distinct from e.hi
        where e.tank_id = ${tankId} order by e.metric`.execute(db)
      return rows.map(({ metric, made, came_true, days, is_practice }) => ({
        metric,
        made,
        came_true,
        days,
        is_practice,
        is_earned: isEarned({ made, came_true }),
      }))
    },
  }
}
