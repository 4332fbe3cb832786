import type { Series } from '@dalyan/contracts/measurements'
import type { MetricKey } from '@dalyan/contracts/metrics'
import { sql, type RawBuilder } from 'kysely'
import { instantAt } from '../../core/clock.ts'
import type { Connection, Database } from '../../core/database/database.ts'
import { inSnapshot } from '../../core/database/snapshot.ts'
import type { MeasurementScope } from './measurement-scope.repository.ts'
import { readingCounts } from './reading-counts.repository.ts'
import { inScope, ofTanks } from './scope-condition.repository.ts'
import { planChart, splitSpan, type ChartPlan } from './time-spans.rules.ts'

interface Window {
  /** Epoch milliseconds; `to` is outside. */
  from: number
  to: number
  points: number
  metrics: readonly MetricKey[]
}

const ROLLED = { '15m': { table: 'rollup_15m', step: '15 min' }, '6h': { table: 'rollup_6h', step: '6 h' } } as const

type Row = { t: number } & Record<string, number | null>

/** Chart data: least, mean and greatest value per metric and bucket. `plan` chooses from what they are read. */
export function seriesRepository(database: Database, plan: typeof planChart = planChart) {
  return {
    async read(scope: MeasurementScope, window: Window): Promise<Series> {
      return inSnapshot(database, async (connection) => {
        const counts = readingCounts(connection)
        const rolledUp = await counts.rolledUp(scope)
        const inWindow = await counts.list(scope, window.from, window.to, rolledUp)
        const readings = inWindow.reduce((sum, count) => sum + count.n, 0)
        const chosen = plan({ ...window, readings, terminals: scope.terminals?.length ?? 1 })
        const rows = readings === 0 ? [] : await drawn(connection, scope, window, chosen, rolledUp.until)
        return columnar(rows, window, chosen)
      })
    },
  }
}

function columnar(rows: readonly Row[], { from, to, metrics }: Window, plan: ChartPlan): Series {
  const column = (name: string) => rows.map((row) => row[name] ?? null)
  return {
    from: instantAt(from),
    to: instantAt(to),
    bucket_seconds: plan.seconds,
    times: rows.map((row) => row.t),
    metrics: Object.fromEntries(
      metrics.map((m) => [m, { min: column(`${m}_min`), avg: column(`${m}_avg`), max: column(`${m}_max`) }]),
    ),
  }
}

async function drawn(
  connection: Connection,
  scope: MeasurementScope,
  window: Window,
  plan: ChartPlan,
  done: number,
): Promise<Row[]> {
  const query =
    plan.source === 'raw'
      ? fromReadings(scope, window, plan.seconds)
      : fromRollup(scope, window, { ...plan, source: plan.source }, done)
  return (await sql<Row>`${query}`.execute(connection.db)).rows
}

/** A reading is its own least, mean and greatest value where nothing is put together. */
function fromReadings(scope: MeasurementScope, { from, to, metrics }: Window, seconds: number): RawBuilder<unknown> {
  const start = seconds === 0 ? sql`measured_at` : sql`date_bin(${`${seconds} s`}::interval, measured_at, 'epoch')`
  const values = metrics.map((m) => {
    const value = sql.ref(`m.${m}`)
    return sql`min(${value}) as ${sql.ref(`${m}_min`)}, avg(${value})::real as ${sql.ref(`${m}_avg`)}, max(${value}) as ${sql.ref(`${m}_max`)}`
  })
  return sql`select extract(epoch from ${start})::float8 as t, ${sql.join(values)} from measurements m
    where m.measured_at >= ${instantAt(from)} and m.measured_at < ${instantAt(to)} ${inScope(scope)} group by 1 order by 1`
}

/** Whole buckets from the roll-up; the window's ends, what is not rolled up yet and dirty buckets from the readings. */
function fromRollup(
  scope: MeasurementScope,
  window: Window,
  plan: ChartPlan & { source: '15m' | '6h' },
  done: number,
): RawBuilder<unknown> {
  const { table, step } = ROLLED[plan.source]
  const spans = splitSpan(window.from, Math.min(window.to, done), [plan.source, 'raw'])
  const rolled = spans.find((span) => span.level !== 'raw') ?? { from: window.from, to: window.from }
  const raw = [
    { from: window.from, to: rolled.from },
    { from: rolled.to, to: window.to },
  ].filter((span) => span.from < span.to)
  const ofDirtyTerminals = scope.terminals ? sql`where terminal_id = any(${scope.terminals}::int[])` : sql``
  const columns = window.metrics.map((m) =>
    sql.join([`${m}_min`, `${m}_avg`, `${m}_max`, `${m}_n`].map((name) => sql.ref(`m.${name}`))),
  )
  const points = window.metrics.map((m) => {
    const value = sql.ref(`m.${m}`)
    return sql`${value}, ${value}, ${value}, (${value} is not null)::int`
  })
  const merged = window.metrics.map((m) => {
    const of = (part: string) => sql.ref(`${m}_${part}`)
    return sql`min(${of('min')}) as ${of('min')},
      (sum(${of('avg')}::float8 * ${of('n')}) / nullif(sum(${of('n')}), 0))::real as ${of('avg')}, max(${of('max')}) as ${of('max')}`
  })
  const readings = (span: { from: number; to: number }) => sql`union all
    select m.measured_at, ${sql.join(points)} from measurements m
    where m.measured_at >= ${instantAt(span.from)} and m.measured_at < ${instantAt(span.to)} ${inScope(scope)}`
  // `offset 0` keeps the planner from joining the dirty buckets with whole months of readings.
  return sql`with dirty as materialized (
      select distinct terminal_id, date_bin(${sql.lit(step)}, bucket, 'epoch') as bucket from rollup_dirty ${ofDirtyTerminals}
    )
    select extract(epoch from date_bin(${`${plan.seconds} s`}::interval, t, 'epoch'))::float8 as t, ${sql.join(merged)} from (
      select m.bucket as t, ${sql.join(columns)} from ${sql.table(table)} m
      where m.bucket >= ${instantAt(rolled.from)} and m.bucket < ${instantAt(rolled.to)} ${inScope(scope)}
      and not exists (select from dirty d where d.terminal_id = m.terminal_id and d.bucket = m.bucket)
      union all
      select m.measured_at, ${sql.join(points)} from dirty d cross join lateral (
        select m.* from measurements m where m.terminal_id = d.terminal_id
        and m.measured_at >= d.bucket and m.measured_at < d.bucket + interval ${sql.lit(step)} ${ofTanks(scope)} offset 0
      ) m where d.bucket >= ${instantAt(rolled.from)} and d.bucket < ${instantAt(rolled.to)}
      ${sql.join(raw.map(readings), sql` `)}
    ) source group by 1 order by 1`
}
