import type { TankSource } from '@dalyan/contracts/measurements'
import { FURTHER_METRICS, type FurtherMetric, METRIC_KEYS, type MetricKey } from '@dalyan/contracts/metrics'
import { sql, type RawBuilder } from 'kysely'
import { instantAt } from '../../../core/clock.ts'
import type { Connection } from '../../../core/database/database.ts'
import type { FirmScope } from '../../../core/http/signed-in.ts'
import type { TimeWindow } from '../rollups/time-spans.rules.ts'
import { outOfRangeBit } from '../storing/limits-in-force.ts'

// SQL text because scopes are arrays, which the query builder does not support; every statement on readings includes these conditions.

/** The selected readings; null: all. `terminals` are all that may have such readings; `tank_id` 0 means no tank. */
export interface MeasurementScope {
  terminals: readonly number[] | null
  tanks: readonly number[] | null
}

interface ScopeFilter {
  firms: FirmScope
  tank_ids?: readonly number[] | undefined
  firm_id?: number | undefined
  terminal_id?: number | undefined
}

/** The readings that a caller may see: those of the tanks of the caller's firms. */
export function measurementScopes({ db }: Connection) {
  return {
    /** The tank's code if a user of these firms may see it; deleted tanks only for callers with access to all firms. */
    async findTankCode(id: number, firms: FirmScope): Promise<string | undefined> {
      const query = db.selectFrom('tanks').select(['code', 'firm_id', 'status']).where('id', '=', id)
      const tank = await query.executeTakeFirst()
      if (!tank) return undefined
      const isTheirs =
        firms === 'all' || (tank.status !== 'deleted' && tank.firm_id !== null && firms.includes(tank.firm_id))
      return isTheirs ? tank.code : undefined
    },

    async isTerminal(id: number): Promise<boolean> {
      const query = db.selectFrom('terminals').select('id').where('id', '=', id).where('kind', '=', 'device')
      return (await query.executeTakeFirst()) !== undefined
    },

    /** The terminals that ever measured this tank. */
    async findSources(tankId: number): Promise<TankSource[]> {
      const { rows } = await sql<TankSource>`
        select t.id, t.code, a.terminal_id is not null as is_on_tank
        from latest l join terminals t on t.id = l.terminal_id and t.kind = 'device'
        left join terminal_assignments a on a.terminal_id = t.id and a.tank_id = l.tank_id and a.to_at is null
        where l.tank_id = ${tankId} order by is_on_tank desc, t.code, t.id`.execute(db)
      return rows
    },

    /** The further metrics that terminals delivered in this scope, or that the templates of its tanks limit. */
    async findFurtherMetrics(scope: MeasurementScope): Promise<FurtherMetric[]> {
      const ofTerminals = scope.terminals ? sql`and m.terminal_id = any(${scope.terminals}::int[])` : sql``
      const ofTheirTanks = scope.tanks
        ? sql`and exists (select from tanks k where k.range_template_id = r.id and k.id = any(${scope.tanks}::int[]))`
        : sql``
      const areInUse = FURTHER_METRICS.map((metric) => {
        const index = sql.lit(METRIC_KEYS.indexOf(metric) + 1)
        return sql`exists (select from latest m where m.${sql.ref(metric)} is not null ${ofTerminals} ${ofTanks(scope)})
          or exists (select from range_templates r
            where r.deleted_at is null and coalesce(r.lo[${index}], r.hi[${index}]) is not null ${ofTheirTanks}) as ${sql.ref(metric)}`
      })
      const { rows } = await sql<Record<FurtherMetric, boolean>>`select ${sql.join(areInUse)}`.execute(db)
      return FURTHER_METRICS.filter((metric) => rows[0]?.[metric])
    },

    /** The scope of a filter, from the pairs of terminal and tank that ever had a reading. */
    async resolve({ firms, tank_ids, firm_id, terminal_id }: ScopeFilter): Promise<MeasurementScope> {
      const allTanks = firms === 'all' && tank_ids === undefined && firm_id === undefined
      if (allTanks && terminal_id === undefined) return { terminals: null, tanks: null }
      let pairs = db.selectFrom('latest').select(['latest.terminal_id', 'latest.tank_id'])
      if (!allTanks) pairs = pairs.innerJoin('tanks', 'tanks.id', 'latest.tank_id')
      if (firms !== 'all')
        pairs = pairs.where(sql<boolean>`tanks.firm_id = any(${firms}::int[]) and tanks.status <> 'deleted'`)
      if (tank_ids !== undefined) pairs = pairs.where('latest.tank_id', 'in', tank_ids)
      if (firm_id !== undefined) pairs = pairs.where(sql<boolean>`tanks.firm_id = ${firm_id}`)
      if (terminal_id !== undefined) {
        pairs = pairs
          .innerJoin('terminals', 'terminals.id', 'latest.terminal_id')
          .where('terminals.kind', '=', 'device')
          .where('latest.terminal_id', '=', terminal_id)
      }
      const rows = await pairs.execute()
      return {
        terminals: [...new Set(rows.map((row) => row.terminal_id))],
        tanks: allTanks ? null : [...new Set(rows.map((row) => row.tank_id))],
      }
    },
  }
}

/** SQL: limits table `m` (readings, or roll-ups or counts by their `bucket`) to a time window and a scope. */
export function isIn(
  { from, to }: TimeWindow,
  scope: MeasurementScope,
  time: 'measured_at' | 'bucket' = 'measured_at',
): RawBuilder<unknown> {
  const at = sql.ref(`m.${time}`)
  const ofTerminals = scope.terminals ? sql`and m.terminal_id = any(${scope.terminals}::int[])` : sql``
  return sql`${at} >= ${instantAt(from)} and ${at} < ${instantAt(to)} ${ofTerminals} ${ofTanks(scope)}`
}

/** SQL: ` and …` that limits table `m`, whose terminal is already given, to the tanks of a scope. */
export function ofTanks({ tanks }: Pick<MeasurementScope, 'tanks'>): RawBuilder<unknown> {
  return tanks ? sql`and m.tank_id = any(${tanks}::int[])` : sql``
}

/** SQL: ` and …` that limits the dirty buckets `d`, which have no tank, to a scope. */
export function dirtyInScope({ terminals }: Pick<MeasurementScope, 'terminals'>): RawBuilder<unknown> {
  return terminals ? sql`and d.terminal_id = any(${terminals}::int[])` : sql``
}

/** SQL: ` and …` that limits readings `m` to those with one of the metrics out of range; null: every reading. */
export function ofOutOfRange(metrics: readonly MetricKey[] | null): RawBuilder<unknown> {
  if (!metrics) return sql``
  const bits = metrics.reduce((sum, metric) => sum | outOfRangeBit(metric), 0)
  // The first condition matches that of the partial indexes.
  return sql`and m.flags > 1 and m.flags & ${bits}::int <> 0`
}
