import { LEAST_PAIRS, MOST_DRAWN, type Relation, type Scatter } from '@dalyan/contracts/explore'
import { METRIC_KEYS, type MetricKey } from '@dalyan/contracts/metrics'
import { sql } from 'kysely'
import { instantAt } from '../../../core/clock.ts'
import type { Connection, Queries } from '../../../core/database/database.ts'
import { inSnapshot } from '../../../core/database/snapshot.ts'
import { isIn, type MeasurementScope } from '../lists/measurement-scope.sql.ts'
import { shortestBucket, toKept } from '../rollups/kept.rules.ts'
import { readingCounts, sumOf } from '../rollups/reading-counts.sql.ts'
import type { TimeWindow } from '../rollups/time-spans.rules.ts'
import { readBuckets } from './buckets.sql.ts'
import {
  areMet,
  coarsen,
  lagCurve,
  pairsOf,
  relate,
  shiftOf,
  stepOf,
  STEPS,
  thinned,
  type Grid,
  type Step,
} from './scatter.rules.ts'

// SQL text because the query builder supports neither correlation nor time buckets.

export interface ScatterWish extends TimeWindow {
  tank_id: number
  /** Tank of `y`; the same as `tank_id` for the relation within one tank. */
  other_tank_id: number
  x: MetricKey
  y: MetricKey
  lag_minutes: number
}

/** Readings of one window from which the relation is computed as they are; beyond that, from means of buckets. */
const MOST_PAIRED = 300_000

/** The relation of two metrics. @param scope the readings of both tanks */
export async function readScatter(database: Queries, scope: MeasurementScope, wish: ScatterWish): Promise<Scatter> {
  return inSnapshot(database, async (connection) => {
    const counts = await readingCounts(connection, scope)
    const kept = toKept({ from: wish.from, to: wish.to }, counts.kept)
    const readings = sumOf(await counts.list(kept))
    const isOneTank = wish.tank_id === wish.other_tank_id
    const least = shortestBucket(counts.kept, kept.from)
    const grids = await readGrids(connection, scope, {
      ...kept,
      readings,
      done: counts.until,
      hasDirty: counts.hasDirty,
      least,
    })
    const [x, y] = [grids.of(wish.tank_id, wish.x), grids.of(wish.other_tank_id, wish.y)]
    const paired = meet(x, y, grids)
    const curve = lagCurve(paired.x, paired.y, paired.step)
    const shift = shiftOf(wish.lag_minutes, paired.step)
    const isPaired = isOneTank && shift === 0 && readings <= MOST_PAIRED && least === 0
    const exact = isPaired ? await relateReadings(connection, scope, wish) : null
    const { step_seconds, points, ...relation } = exact ?? relateBuckets(paired, shift)
    const pairs = allPairs(grids, wish)
    const own = pairs.find((pair) => isSamePair(pair, wish))
    // The list repeats the figure that stands beside the chart.
    if (own && isOneTank && shift === 0 && relation.r !== null) Object.assign(own, { n: relation.n, r: relation.r })
    return {
      from: instantAt(wish.from),
      to: instantAt(wish.to),
      step_seconds,
      lag_minutes: (shift * paired.step) / 60,
      ...relation,
      points,
      ...curve,
      pairs: pairs.toSorted((a, b) => Math.abs(b.r) - Math.abs(a.r)),
    }
  })
}

function isSamePair(pair: Pick<ScatterWish, 'x' | 'y'>, { x, y }: Pick<ScatterWish, 'x' | 'y'>): boolean {
  return (pair.x === x && pair.y === y) || (pair.x === y && pair.y === x)
}

type Related = Relation & Pick<Scatter, 'step_seconds' | 'points'>

interface Grids {
  step: Step
  /** Epoch seconds of the first bucket. */
  start: number
  of: (tankId: number, metric: MetricKey) => Grid
}

interface GridsWindow extends TimeWindow {
  readings: number
  done: number
  hasDirty: boolean
  least: number
}

/** Every metric of the tanks in buckets of one length. */
async function readGrids(
  { db, isDistributed }: Connection,
  scope: MeasurementScope,
  window: GridsWindow,
): Promise<Grids> {
  const { from, to, readings, done, hasDirty } = window
  const step = stepOf(window)
  const start = Math.floor(from / 1000 / step) * step
  const length = Math.max(0, Math.ceil((to / 1000 - start) / step))
  const rows =
    readings === 0
      ? []
      : await readBuckets(db, { scope, from, to, done, hasDirty, metrics: METRIC_KEYS, step, isDistributed })
  const made = new Map<string, Grid>()
  const of = (tankId: number, metric: MetricKey) => {
    const key = `${tankId} ${metric}`
    const grid = made.get(key) ?? new Float64Array(length).fill(Number.NaN)
    if (!made.has(key)) {
      for (const row of rows) if (row.tank_id === tankId) grid[(row.t - start) / step] = row[metric] ?? Number.NaN
      made.set(key, grid)
    }
    return grid
  }
  return { step, start, of }
}

interface Met {
  x: Grid
  y: Grid
  step: Step
  start: number
}

/** Lengthens the buckets until those of both grids meet. */
function meet(x: Grid, y: Grid, { step, start }: Pick<Grids, 'step' | 'start'>): Met {
  const next = STEPS[STEPS.indexOf(step) + 1]
  if (next === undefined || areMet(x, y)) return { x, y, step, start }
  const factor = next / step
  const offset = (start % next) / step
  return meet(coarsen(x, factor, offset), coarsen(y, factor, offset), { step: next, start: start - offset * step })
}

function relateBuckets({ x, y, step, start }: Met, shift: number): Related {
  const pairs = pairsOf(x, y, shift)
  const shown = thinned([...pairs.at.keys()], MOST_DRAWN)
  return {
    ...relate(pairs.x, pairs.y),
    step_seconds: step,
    points: {
      times: shown.map((i) => start + (pairs.at[i] ?? 0) * step + step / 2),
      x: shown.map((i) => pairs.x[i] ?? 0),
      y: shown.map((i) => pairs.y[i] ?? 0),
    },
  }
}

/** The relation within single readings; null when most readings have only one of the values, as of a tank with several terminals. */
async function relateReadings(
  { db }: Connection,
  scope: MeasurementScope,
  { x, y, ...window }: ScatterWish,
): Promise<Related | null> {
  const [a, b] = [sql.ref(`m.${x}`), sql.ref(`m.${y}`)]
  type RelationRow = Relation & { fewer: number; times: number[] | null; xs: number[] | null; ys: number[] | null }
  const { rows } = await sql<RelationRow>`with readings as materialized (
      select m.measured_at, ${a} as x, ${b} as y from measurements m where ${isIn(window, scope)}
    ), pairs as (
      select *, row_number() over (order by measured_at) - 1 as k, count(*) over () as n from readings
      where x is not null and y is not null
    )
    select related.*, shown.* from (
      select count(*) filter (where x is not null and y is not null) as n, least(count(x), count(y)) as fewer,
        corr(y::float8, x::float8) as r, regr_slope(y::float8, x::float8) as slope, regr_intercept(y::float8, x::float8) as intercept
      from readings
    ) related cross join (
      select array_agg(extract(epoch from measured_at)::float8 order by k) as times, array_agg(x order by k) as xs, array_agg(y order by k) as ys
      from pairs where k % ceil(n / ${sql.lit(MOST_DRAWN)}::float8)::bigint = 0
    ) shown`.execute(db)
  const [row] = rows
  if (!row || row.n * 2 < row.fewer) return null
  const { n, r, slope, intercept, times, xs, ys } = row
  return { n, r, slope, intercept, step_seconds: 0, points: { times: times ?? [], x: xs ?? [], y: ys ?? [] } }
}

/** The relation of each pair of metrics of one tank, or of each metric in both tanks. */
function allPairs(grids: Grids, { tank_id, other_tank_id }: ScatterWish): Scatter['pairs'] {
  const couples =
    tank_id === other_tank_id
      ? METRIC_KEYS.flatMap((x, i) => METRIC_KEYS.slice(i + 1).map((y) => ({ x, y })))
      : METRIC_KEYS.map((metric) => ({ x: metric, y: metric }))
  return couples.flatMap(({ x, y }) => {
    const met = meet(grids.of(tank_id, x), grids.of(other_tank_id, y), grids)
    const pairs = pairsOf(met.x, met.y)
    const { n, r } = relate(pairs.x, pairs.y)
    return r === null || n < LEAST_PAIRS ? [] : [{ x, y, n, r }]
  })
}
