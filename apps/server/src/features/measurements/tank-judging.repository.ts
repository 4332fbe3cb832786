import { METRIC_KEYS, type MetricKey } from '@dalyan/contracts/metrics'
import { sql } from 'kysely'
import type { Connection } from '../../core/database/database.ts'
import type { Holding, MetricLimits } from './out-of-range.repository.ts'
import type { ToldInterval } from './out-of-range-days.rules.ts'
import { TEMPLATE_OF_NOW } from './tank-limits.repository.ts'

/** Age in seconds at which a value of a terminal with this usual interval is stale (`terminal-presence.rules.ts`). */
export type StaleAfterSeconds = (interval: number | null) => number

/** By what the time out of range of a tank is judged now. */
export interface Judging {
  /** Everything before it is rolled up, save dirty buckets; epoch milliseconds. */
  done: number
  /** Of the metrics that have any. */
  limits: MetricLimits[]
  terminals: Holding[]
  told: ToldInterval[]
}

/** How far roll-ups go, what a tank's template says of these metrics, and how long values of its terminals count. */
export function tankJudging({ db }: Connection, staleAfterSeconds: StaleAfterSeconds) {
  async function limitsOf(tankId: number, metrics: readonly MetricKey[]): Promise<Pick<Judging, 'done' | 'limits'>> {
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

  return {
    async read(tankId: number, terminals: readonly number[], metrics: readonly MetricKey[]): Promise<Judging> {
      const judged = await limitsOf(tankId, metrics)
      const { rows } = await sql<{ id: number; expected: number | null; usual: number | null }>`
        select t.id, t.expected_interval_seconds::float8 as expected, p.usual_interval_seconds::float8 as usual
        from terminals t left join terminal_presence p on p.terminal_id = t.id where t.id = any(${terminals}::int[])`.execute(
        db,
      )
      return {
        ...judged,
        terminals: rows.map((one) => ({
          terminal_id: one.id,
          seconds: staleAfterSeconds(one.expected ?? one.usual),
        })),
        told: rows.map(({ id, expected, usual }) => ({ terminal_id: id, expected, isKnown: usual !== null })),
      }
    },
  }
}
