import { createHash } from 'node:crypto'
import type { MetricKey } from '@dalyan/contracts/metrics'
import { sql } from 'kysely'
import { instantAt } from '../../core/clock.ts'
import type { Connection } from '../../core/database/database.ts'
import type { MeasurementScope } from './lists/measurement-scope.repository.ts'
import type { DayReadings, KeptDay, PerMetric, Stretch } from './out-of-range-days.rules.ts'
import { dirtyInScope, inScope } from './lists/scope-condition.repository.ts'

/** Whose days: a tank's, or one terminal's part of it (0: all of its terminals). */
export interface DayOwner {
  tank_id: number
  terminal_id: number
}

/** `basisOf`, short enough to be kept with every day. */
export function shortBasis(basis: string): string {
  return createHash('sha256').update(basis).digest().readBigInt64BE().toString()
}

/** Days that were judged before. */
export function outOfRangeDays({ db, query }: Connection) {
  return {
    async read({ tank_id, terminal_id }: DayOwner, metrics: readonly MetricKey[], days: Stretch): Promise<KeptDay[]> {
      const rows = await db
        .selectFrom('out_of_range_days')
        .select(['metric', 'day', sql<string>`basis::text`.as('basis'), 'readings', 'seconds'])
        .where('tank_id', '=', tank_id)
        .where('terminal_id', '=', terminal_id)
        .where('metric', 'in', metrics)
        .where('day', '>=', instantAt(days.from))
        .where('day', '<', instantAt(days.to))
        .execute()
      return rows.map((row) => ({ ...row, day: Date.parse(row.day) }))
    },

    async readings(
      scope: MeasurementScope,
      metrics: readonly MetricKey[],
      { from, to }: Stretch,
    ): Promise<DayReadings> {
      const [start, end] = [instantAt(from), instantAt(to)]
      const sums = metrics.map((metric) => sql`sum(m.${sql.ref(`${metric}_n`)})::int as ${sql.ref(metric)}`)
      const { rows } = await sql<{ day: string } & PerMetric>`
        select date_bin('1 day', m.bucket, 'epoch') as day, ${sql.join(sums)} from rollup_6h m
        where m.bucket >= ${start} and m.bucket < ${end} ${inScope(scope)} group by 1`.execute(db)
      const late = await sql<{
        day: string
      }>`select distinct date_bin('1 day', d.bucket, 'epoch') as day from rollup_dirty d
        where d.bucket >= ${start} and d.bucket < ${end} ${dirtyInScope(scope)}`.execute(db)
      return new Map<number, PerMetric | null>([
        ...rows.map((row) => [Date.parse(row.day), row] as const),
        ...late.rows.map(({ day }) => [Date.parse(day), null] as const),
      ])
    },

    async keep({ tank_id, terminal_id }: DayOwner, days: readonly KeptDay[]): Promise<void> {
      if (days.length === 0) return
      const column = <T>(of: (day: KeptDay) => T) => days.map(of)
      await query(
        `insert into out_of_range_days (tank_id, terminal_id, metric, day, basis, readings, seconds)
         select $1, $2, * from unnest($3::text[], $4::timestamptz[], $5::bigint[], $6::int[], $7::float8[]) order by 3, 4
         on conflict (tank_id, terminal_id, metric, day) do update set basis = excluded.basis, readings = excluded.readings, seconds = excluded.seconds`,
        [
          tank_id,
          terminal_id,
          column((one) => one.metric),
          column((one) => instantAt(one.day)),
          column((one) => one.basis),
          column((one) => one.readings),
          column((one) => one.seconds),
        ],
      )
    },
  }
}
