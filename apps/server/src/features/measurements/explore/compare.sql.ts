import { type Comparison, type CompareQuery, MOST_REFERENCE_TANKS } from '@dalyan/contracts/explore'
import type { MetricKey } from '@dalyan/contracts/metrics'
import { sql } from 'kysely'
import { instantAt } from '../../../core/clock.ts'
import type { Connection, Queries } from '../../../core/database/database.ts'
import { inSnapshot } from '../../../core/database/snapshot.ts'
import type { FirmScope } from '../../../core/http/signed-in.ts'
import { measurementScopes } from '../lists/measurement-scope.sql.ts'
import { shortestBucket, toKept } from '../rollups/kept.rules.ts'
import { readingCounts, sumOf } from '../rollups/reading-counts.sql.ts'
import type { TimeWindow } from '../rollups/time-spans.rules.ts'
import { bucketsSql } from './buckets.sql.ts'
import { compareStep } from './compare.rules.ts'

// SQL text because the query builder supports neither percentiles nor time buckets.

interface CompareWish extends TimeWindow, Pick<CompareQuery, 'against' | 'points'> {
  /** Tanks that the caller may see, in the order of the answer. */
  tanks: readonly { id: number; code: string }[]
  metric: MetricKey
  firms: FirmScope
}

interface ComparedRow {
  /** Epoch seconds. */
  t: number
  p25: number | null
  median: number | null
  p75: number | null
  /** Values of the compared tanks by id. */
  values: Record<string, number> | null
  /** Tanks with a value in the whole window, of which the median is taken; the same in each row. */
  used: number
}

/** Several tanks on one axis of time, with the median of the tanks around the first one. */
export async function readComparison(database: Queries, wish: CompareWish): Promise<Comparison> {
  return inSnapshot(database, async (connection) => {
    const { tanks, metric, from, to, points, firms } = wish
    const around = await tanksAround(connection, wish)
    const reference = around?.ids ?? []
    const tank_ids = [...new Set([...tanks.map(({ id }) => id), ...reference])]
    const scope = await measurementScopes(connection).resolve({ firms, tank_ids })
    const counts = await readingCounts(connection, scope)
    const kept = toKept({ from, to }, counts.kept)
    const readings = sumOf(await counts.list(kept))
    const least = shortestBucket(counts.kept, kept.from)
    const step = compareStep({ from, to, points, readings, terminals: scope.terminals?.length ?? 1, least })
    const buckets = bucketsSql({
      scope,
      ...kept,
      done: counts.until,
      hasDirty: counts.hasDirty,
      metrics: [metric],
      step,
      isDistributed: connection.isDistributed,
    })
    const { rows } = await sql<ComparedRow>`
      with means as materialized (
        select at, tank_id, ${sql.ref(metric)} as value from (${buckets}) bucket where ${sql.ref(metric)} is not null
      ), around as (
        select at, percentile_cont('{0.25,0.5,0.75}'::float8[]) within group (order by value) as p from means
        where tank_id = any(${reference}::int[]) group by at
      ), compared as (
        select at, json_object_agg(tank_id, value) as values from means
        where tank_id = any(${tanks.map(({ id }) => id)}::int[]) group by at
      )
      select extract(epoch from at)::float8 as t, p[1] as p25, p[2] as median, p[3] as p75, compared.values,
        (select count(distinct tank_id)::int from means where tank_id = any(${reference}::int[])) as used
      from around full join compared using (at) order by at`.execute(connection.db)
    const column = (of: (row: ComparedRow) => number | null | undefined) => rows.map((row) => of(row) ?? null)
    return {
      from: instantAt(from),
      to: instantAt(to),
      step_seconds: step,
      times: rows.map(({ t }) => t),
      tanks: tanks.map(({ id, code }) => {
        const values = column((row) => row.values?.[id])
        const difference = values.map((value, i) => {
          const median = rows[i]?.median ?? null
          return value === null || median === null ? null : value - median
        })
        return { id, code, values, difference }
      }),
      reference: around && {
        kind: around.kind,
        name: around.name,
        used: rows[0]?.used ?? 0,
        total: around.total,
        median: column((row) => row.median),
        p25: column((row) => row.p25),
        p75: column((row) => row.p75),
      },
    }
  })
}

interface Around {
  kind: CompareQuery['against']
  name: string
  ids: number[]
  total: number
}

/** The tanks of the first tank's place, or of its firm; null: it has neither. */
async function tanksAround({ db }: Connection, { tanks, against }: CompareWish): Promise<Around | null> {
  const first = await db
    .selectFrom('tanks')
    .innerJoin('firms', 'firms.id', 'tanks.firm_id')
    .select(['tanks.firm_id', 'tanks.location', 'firms.name'])
    .where('tanks.id', '=', tanks[0]?.id ?? 0)
    .executeTakeFirst()
  if (!first) return null
  const place = against === 'place' ? first.location : null
  let query = db
    .selectFrom('tanks')
    .select(['id', sql<number>`count(*) over ()`.as('total')])
    .where('firm_id', '=', first.firm_id)
    .where('status', '<>', 'deleted')
  if (place !== null) query = query.where('location', '=', place)
  const rows = await query.orderBy('code').limit(MOST_REFERENCE_TANKS).execute()
  return {
    kind: place === null ? 'firm' : 'place',
    name: place ?? first.name,
    ids: rows.map(({ id }) => id),
    total: rows[0]?.total ?? 0,
  }
}
