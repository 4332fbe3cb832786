import type { Stats } from '@dalyan/contracts/measurements'
import { METRIC_KEYS, type MetricKey } from '@dalyan/contracts/metrics'
import { sql } from 'kysely'
import type { Connection, Database } from '../../core/database/database.ts'
import { inSnapshot } from '../../core/database/snapshot.ts'
import { mergedPoints, metricPoints } from './metric-points.repository.ts'
import type { MeasurementScope } from './measurement-scope.repository.ts'
import type { MetricLimits } from './out-of-range.repository.ts'
import { outOfRangeDays, type DayOwner } from './out-of-range-days.repository.ts'
import { outOfRangeTime } from './out-of-range-time.repository.ts'
import { TEMPLATE_OF_NOW } from './tank-limits.repository.ts'

interface Window {
  metrics: readonly MetricKey[]
  /** Epoch milliseconds; `to` is outside. */
  from: number
  to: number
  now: number
}

/** Age in seconds at which a value of a terminal with this usual interval is stale (`terminal-presence.rules.ts`). */
export type StaleAfterSeconds = (interval: number | null) => number

/** Least, mean and greatest value, and the time out of range, of one tank. `scope`: the tank's. */
export function statsRepository(database: Database, staleAfterSeconds: StaleAfterSeconds) {
  async function intervalsOf({ db }: Connection, terminals: readonly number[]) {
    const { rows } = await sql<{ id: number; expected: number | null; usual: number | null }>`
      select t.id, t.expected_interval_seconds::float8 as expected, p.usual_interval_seconds::float8 as usual
      from terminals t left join terminal_presence p on p.terminal_id = t.id where t.id = any(${terminals}::int[])`.execute(
      db,
    )
    return rows
  }

  /** One snapshot of everything, and the days that were judged on the way. */
  function readAll({ tank_id, terminal_id }: DayOwner, scope: MeasurementScope, { metrics, from, to, now }: Window) {
    return inSnapshot(database, async (connection) => {
      const { done, limits } = await limitsOf(connection, tank_id, metrics)
      const points = metricPoints({ scope, metrics, from, to, levels: ['6h', '15m'], done })
      const { rows } = await sql<
        Record<string, number | null>
      >`select ${mergedPoints(metrics)} from (${points}) source`.execute(connection.db)
      const terminals = await intervalsOf(connection, scope.terminals ?? [])
      const wanted = {
        tank_id,
        terminals: terminals.map(({ id, expected, usual }) => ({
          terminal_id: id,
          seconds: staleAfterSeconds(expected ?? usual),
        })),
        limits,
        from,
        // What will be is not known, whatever still counts.
        to: Math.min(to, now),
        done,
      }
      const told = terminals.map(({ id, expected, usual }) => ({ terminal_id: id, expected, isKnown: usual !== null }))
      return { values: rows[0], ...(await outOfRangeTime(connection).read(wanted, { tank_id, terminal_id }, told)) }
    })
  }

  return {
    /** `owner`: whose; `scope`: its readings. */
    async read(owner: DayOwner, scope: MeasurementScope, window: Window): Promise<Stats> {
      const { values, seconds, counted } = await readAll(owner, scope, window)
      await outOfRangeDays(database).keep(owner, counted)
      return Object.fromEntries(
        window.metrics.map((metric) => {
          const of = (part: string) => values?.[`${metric}_${part}`] ?? null
          const stats = { min: of('min'), avg: of('avg'), max: of('max'), count: of('n') ?? 0 }
          return [metric, { ...stats, out_of_range_seconds: seconds.get(metric) ?? null }]
        }),
      )
    },
  }
}

/** How far roll-ups go, and what the tank's template says of these metrics now. */
async function limitsOf(
  { db }: Connection,
  tankId: number,
  metrics: readonly MetricKey[],
): Promise<{ done: number; limits: MetricLimits[] }> {
  type Row = { done_until: string; lo: (number | null)[] | null; hi: (number | null)[] | null }
  const { rows } = await sql<Row>`select s.done_until, r.lo, r.hi from rollup_state s
    left join tanks k on k.id = ${tankId}
    left join ${TEMPLATE_OF_NOW}`.execute(db)
  const { done_until = '', lo = null, hi = null } = rows[0] ?? {}
  const limits = METRIC_KEYS.map((metric, place) => ({ metric, lo: lo?.[place] ?? null, hi: hi?.[place] ?? null }))
  return {
    done: Date.parse(done_until),
    limits: limits.filter((one) => metrics.includes(one.metric) && (one.lo !== null || one.hi !== null)),
  }
}
