import type { MetricKey } from '@dalyan/contracts/metrics'
import { sql, type RawBuilder } from 'kysely'
import { instantAt } from '../../core/clock.ts'
import type { Connection } from '../../core/database/database.ts'
import type { MeasurementScope } from './lists/measurement-scope.repository.ts'
import { direction } from './lists/reading-pages.repository.ts'
import { dirtyInScope, inScope } from './lists/scope-condition.repository.ts'
import { isAnyOut, limitColumns, limitsOfTanks } from './tank-limits.repository.ts'
import { splitSpan, type Level, type Span } from './rollups/time-spans.rules.ts'

export interface Stretch {
  /** Epoch milliseconds; `to` is outside. */
  from: number
  to: number
}

/** Which readings are judged, and by what. */
export interface Judged {
  scope: MeasurementScope
  /** A reading is out when one of these is. */
  metrics: readonly MetricKey[]
  /** Everything before it is rolled up, save dirty buckets. */
  done: number
}

/** What there is to walk through. Epoch milliseconds. */
export interface Reach {
  /** Everything before it is rolled up, save dirty buckets. */
  done: number
  /** No reading is older than `since`, none as young as `until`. */
  since: number
  until: number
  /** How many pairs of terminal and tank ever had one. */
  pairs: number
}

/** A piece of time, and how many readings of it are out. */
export interface CountedPiece extends Stretch {
  n: number
}

const isRolledOut = (metrics: readonly MetricKey[]) => isAnyOut(metrics, (metric) => [`${metric}_min`, `${metric}_max`])
const isReadingOut = (metrics: readonly MetricKey[]) => isAnyOut(metrics, (metric) => [metric, metric])

/** Readings outside the limits that their tanks have now, found by the least and greatest values of the roll-ups. */
export function outOfRangeRows({ db }: Connection) {
  return {
    async reach(): Promise<Reach> {
      const { rows } = await sql<{
        done: string
        since: string
        until: string | null
        pairs: number
      }>`select s.done_until as done,
        least(s.done_until, (select min(bucket) from rollup_6h), (select min(bucket) from rollup_dirty)) as since,
        l.until, l.pairs from rollup_state s, (select max(measured_at) + interval '1 s' as until, count(*) as pairs from latest) l`.execute(
        db,
      )
      const { done = '', since = '', until = null, pairs = 0 } = rows[0] ?? {}
      return { done: Date.parse(done), since: Date.parse(since), until: Date.parse(until ?? since), pairs }
    },

    /** The pieces of time, six hours or the window's ends, that may hold such readings; in the order of time. */
    async pieces(judged: Judged, stretch: Stretch): Promise<Stretch[]> {
      const { rows } = await sql<{ piece: string; piece_end: string }>`with l as materialized (${limitsOf(judged)})
        select distinct piece, piece_end from (${piecesOf(judged, stretch)}) p order by piece`.execute(db)
      return rows.map(({ piece, piece_end }) => ({ from: Date.parse(piece), to: Date.parse(piece_end) }))
    },

    /** How many such readings each of these pieces holds, in the order asked for; without those that hold none, and no further than to `most`. */
    async count(
      judged: Judged,
      stretch: Stretch,
      { most, descending }: { most: number; descending: boolean },
    ): Promise<CountedPiece[]> {
      const order = direction(descending)
      const { rows } = await sql<{ piece: string; piece_end: string; n: number }>`
        with l as materialized (${limitsOf(judged)})
        select piece, max(piece_end) as piece_end, count(*) as n from (
          select l.piece, l.piece_end from (${placesOf(judged, stretch, { order: sql`order by p.piece ${order}`, inRow: true })}) l
          cross join lateral (${readingsOf(judged, stretch, sql``)}) m order by l.piece ${order} limit ${most}
        ) found group by piece order by piece ${order}`.execute(db)
      return rows.map(({ piece, piece_end, n }) => ({ from: Date.parse(piece), to: Date.parse(piece_end), n }))
    },
  }
}

/** SQL: the readings of a stretch of time that are out, every column. `slot`: a time by which they are in order, roughly; theirs is finer. */
export function readingsOutOfRange(judged: Judged, stretch: Stretch, descending?: boolean): RawBuilder<unknown> {
  const order = descending === undefined ? sql`` : sql`order by q.from_at ${direction(descending)}`
  return sql`(with l as materialized (${limitsOf(judged)})
    select l.from_at as slot, m.* from (select * from (${placesOf(judged, stretch)}) q ${order}) l
    cross join lateral (${readingsOf(judged, stretch, sql`m.*`)}) m)`
}

const limitsOf = ({ scope, metrics }: Judged) => limitsOfTanks(scope.tanks, metrics)

/** Plain numbers in a statement leave partitions out from the start. */
const within = (column: string, { from, to }: Stretch) =>
  sql`${sql.ref(column)} >= ${instantAt(from)} and ${sql.ref(column)} < ${instantAt(to)}`

/** SQL: rows `terminal_id, tank_id, piece, piece_end, is_raw` of a stretch of time; `l`: the limits. */
function piecesOf({ scope, metrics, done }: Judged, stretch: Stretch): RawBuilder<unknown> {
  const rolledTo = Math.max(stretch.from, Math.min(stretch.to, done))
  const levels: readonly Level[] = ['6h', '15m', 'raw']
  const spans: Span[] = [...splitSpan(stretch.from, rolledTo, levels), ...splitSpan(rolledTo, stretch.to, ['raw'])]
  const parts = spans.map((span) => {
    if (span.level !== '6h') {
      const [start, end] = [instantAt(span.from), instantAt(span.to)]
      return sql`select m.terminal_id, m.tank_id, ${start}::timestamptz as piece, ${end}::timestamptz as piece_end, ${span.level === 'raw'}::boolean as is_raw
        from latest m where m.measured_at >= ${start} ${inScope(scope)}`
    }
    return sql`(select m.terminal_id, m.tank_id, m.bucket as piece, m.bucket + interval '6 h' as piece_end, false as is_raw
        from rollup_6h m join l on l.tank_id = m.tank_id where ${within('m.bucket', span)} ${inScope(scope)} and ${isRolledOut(metrics)}
        union
        select d.terminal_id, pair.tank_id, late.piece, late.piece + interval '6 h', false
        from rollup_dirty d join latest pair on pair.terminal_id = d.terminal_id, lateral (select date_bin('6 h', d.bucket, 'epoch') as piece) late
        where ${within('d.bucket', span)} ${dirtyInScope(scope)})`
  })
  // Of nothing no rows, but their columns.
  return parts.length > 0
    ? sql.join(parts, sql` union all `)
    : sql`select m.terminal_id, m.tank_id, m.measured_at as piece, m.measured_at as piece_end, false as is_raw from latest m where false`
}

interface Places {
  /** SQL: `order by …` of the pieces `p`. */
  order?: RawBuilder<unknown>
  /** Quarters of an hour in a row are one place: a fifth of the look-ups, for who wants them in no order. */
  inRow?: boolean
}

/** SQL: where in those pieces readings have to be looked at, rows `terminal_id, tank_id, piece, piece_end, from_at, to_at` with the limits. */
function placesOf(
  judged: Judged,
  stretch: Stretch,
  { order = sql``, inRow = false }: Places = {},
): RawBuilder<unknown> {
  const limits = limitColumns(judged.metrics)
  const quarters = quartersOf(judged, stretch)
  return sql`select l.terminal_id, l.tank_id, l.piece, l.piece_end, q.from_at, q.to_at, ${limits} from (
      select p.*, ${limits} from (${piecesOf(judged, stretch)}) p join l on l.tank_id = p.tank_id ${order}
    ) l cross join lateral (${inRow ? rowsOf(quarters) : quarters}) q`
}

/** SQL: the quarters of a piece `l`, rows `from_at, to_at`. */
function quartersOf({ metrics, done }: Judged, stretch: Stretch): RawBuilder<unknown> {
  return sql`select m.bucket as from_at, m.bucket + interval '15 min' as to_at from rollup_15m m
    where not l.is_raw and m.terminal_id = l.terminal_id and m.tank_id = l.tank_id and ${within('m.bucket', { ...stretch, to: Math.min(stretch.to, done) })}
    and m.bucket >= l.piece and m.bucket < l.piece_end and ${isRolledOut(metrics)}
    and not exists (select from rollup_dirty d where d.terminal_id = m.terminal_id and d.bucket = m.bucket)
    union all
    select d.bucket, d.bucket + interval '15 min' from rollup_dirty d
    where not l.is_raw and d.terminal_id = l.terminal_id and d.bucket >= l.piece and d.bucket < l.piece_end
    union all
    select l.piece, l.piece_end where l.is_raw`
}

/** SQL: those that follow each other as one: they have the same distance from their number. */
function rowsOf(quarters: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select min(from_at) as from_at, max(to_at) as to_at from (
      select q.*, from_at - row_number() over (order by from_at) * interval '15 min' as distance from (${quarters}) q
    ) numbered group by distance`
}

/** SQL: what is out of one of them, `l`. */
function readingsOf({ metrics }: Judged, stretch: Stretch, columns: RawBuilder<unknown>): RawBuilder<unknown> {
  // `offset 0` keeps the planner from joining quarters with whole months of readings.
  return sql`select ${columns} from measurements m where m.terminal_id = l.terminal_id and m.tank_id = l.tank_id and ${within('m.measured_at', stretch)}
    and m.measured_at >= l.from_at and m.measured_at < l.to_at and ${isReadingOut(metrics)} offset 0`
}
