import type { ExportStep } from '@dalyan/contracts/measurements'
import { METRIC_KEYS, TURKISH_METRIC_NAMES, type MetricKey } from '@dalyan/contracts/metrics'
import type { RefusalReason } from '@dalyan/contracts/refusals'
import { sql, type RawBuilder } from 'kysely'
import { clockIn } from '../../../core/database/clock-in.ts'
import type { Connection, Queries } from '../../../core/database/database.ts'
import type { FileCell } from '../../../core/table-file/table.ts'
import type { RefusedValues } from '../storing/reading.ts'
import { isIn, ofOutOfRange, type MeasurementScope } from '../lists/measurement-scope.sql.ts'
import { bucketsSql } from '../explore/buckets.sql.ts'
import { readingCounts, type BucketCount, type ReadingCounts } from '../rollups/reading-counts.sql.ts'
import { toKept } from '../rollups/kept.rules.ts'
import type { TimeWindow } from '../rollups/time-spans.rules.ts'

// SQL text because the query builder has no cursors.

const BATCH = 500
/** Days with fewer readings than this are read together: opening a cursor costs as much as reading hundreds of rows. */
const READ_TOGETHER = 5_000

/** The rows to export and their form; plain data, since it is passed to a thread. */
export interface ExportedRows {
  scope: MeasurementScope
  window: TimeWindow
  /** What one row stands for. */
  step: ExportStep
  descending: boolean
  /** The columns of values. */
  metrics: readonly MetricKey[]
  /** Whether a last column names the refused values and their reasons, as this text; null: no such column. */
  refusedText: 'words' | 'keys' | null
  /** Only readings in which one of these was out of range when stored; null: all. */
  outOfRange: readonly MetricKey[] | null
  /** The time zone of the exported times. */
  timeZone: string
}

/**
 * All readings of a window, or their means, as cells in order of time; run it inside one snapshot. Finds the days that have readings first:
 * a few days at a time are sorted, so that the first row comes at once. Columns: time, tank code, terminal code (none of means), the metrics in
 * their order (a refused value stands there too), and where asked for the reasons of refused ones.
 */
export async function openExportRows(
  connection: Connection,
  exported: ExportedRows,
): Promise<AsyncGenerator<FileCell[][], void>> {
  const { scope, window, descending } = exported
  if (scope.terminals?.length === 0) return batchesOf([], exported, connection)
  const counts = await readingCounts(connection, scope)
  if (exported.step !== 'raw') {
    const { from, to } = await spanOfReadings(counts, toKept(window, counts.kept))
    return batchesOf([{ from, to }], { ...exported, done: counts.until }, connection)
  }
  // The counts also know the readings that were dropped.
  const days = await counts.list({ ...window, from: Math.max(window.from, counts.kept.raw) }, ['day', 'raw'])
  return batchesOf(together(descending ? days.reverse() : days), exported, connection)
}

/** Joins neighbouring days, given in either order, to windows of at most `READ_TOGETHER` readings; a day with more stays alone. */
function together(days: readonly BucketCount[]): TimeWindow[] {
  const windows: (TimeWindow & { n: number })[] = []
  for (const { from, to, n } of days) {
    const last = windows.at(-1)
    if (last && last.n + n <= READ_TOGETHER)
      windows.splice(-1, 1, { from: Math.min(last.from, from), to: Math.max(last.to, to), n: last.n + n })
    else windows.push({ from, to, n })
  }
  return windows
}

/** The part of a window from its first to its last day with readings: windows without ends reach over centuries. */
async function spanOfReadings({ list }: ReadingCounts, window: TimeWindow): Promise<TimeWindow> {
  const months = await list(window)
  return { from: months[0]?.from ?? window.from, to: months.at(-1)?.to ?? window.from }
}

async function* batchesOf(
  windows: readonly TimeWindow[],
  exported: ExportedRows & { done?: number },
  { db, isDistributed }: Connection,
) {
  const fetch = async () => (await FETCH.execute(db)).rows
  for (const window of windows) {
    await sql`declare readings no scroll cursor for ${exported.step === 'raw' ? rowsOf(window, exported) : meansOf(window, { ...exported, isDistributed })}`.execute(
      db,
    )
    // The next rows are fetched while these are written.
    let coming: ReturnType<typeof fetch> | null = fetch()
    try {
      while (coming) {
        const rows: ExportRow[] = await coming
        coming = rows.length === BATCH ? fetch() : null
        if (rows.length > 0) yield rows.map((row) => cellsOf(row, exported))
      }
    } finally {
      // When the consumer stops early, waits for the running fetch, even if it fails.
      await coming?.catch(() => undefined)
    }
    await sql`close readings`.execute(db)
  }
}

type ExportRow = Record<MetricKey, number | null> & {
  at: string
  tank_code: string | null
  terminal_code: string | null
  /** Null: none, or means, in which no refused value counts. */
  refused: RefusedValues
}

const FETCH = sql<ExportRow>`fetch ${sql.lit(BATCH)} from readings`

function cellsOf(row: ExportRow, { metrics, refusedText }: Pick<ExportedRows, 'metrics' | 'refusedText'>): FileCell[] {
  const { at, tank_code, terminal_code, refused } = row
  const values = metrics.map((key) => row[key] ?? refused?.[key]?.value ?? null)
  const places = [new Date(at), tank_code, terminal_code]
  return refusedText === null ? [...places, ...values] : [...places, ...values, refusedCell(refused, refusedText)]
}

/** `orp:bounds ph:step`, or `ORP (ölçülemez değer), pH (ani sıçrama)`. */
function refusedCell(refused: RefusedValues, text: 'words' | 'keys'): FileCell {
  if (refused === null) return null
  const found = METRIC_KEYS.flatMap((key) => {
    const reason = refused[key]?.reason
    if (!reason) return []
    return text === 'keys' ? `${key}:${reason}` : `${TURKISH_METRIC_NAMES[key]} (${TURKISH_REASONS[reason]})`
  })
  return found.join(text === 'keys' ? ' ' : ', ')
}

const TURKISH_REASONS: Readonly<Record<RefusalReason, string>> = {
  code: 'sensörün arıza kodu',
  bounds: 'sensörün ölçemeyeceği değer',
  temperature: 'sıcaklığı hatalı',
  step: 'ani sıçrama',
  unreliable: 'güvenilmez sensör',
  out_of_water: 'sonda su dışında',
}

/** Whether the quality gate refused any of these readings. */
export async function hasRefused({ db }: Queries, scope: MeasurementScope, window: TimeWindow): Promise<boolean> {
  const { rows } =
    await sql`select 1 from measurements m where m.refused is not null and ${isIn(window, scope)} limit 1`.execute(db)
  return rows.length > 0
}

/** Readings entered by hand have no terminal. `at`: local time of the time zone, written as if UTC. */
function rowsOf(
  window: TimeWindow,
  { scope, metrics, outOfRange, descending, timeZone }: ExportedRows,
): RawBuilder<ExportRow> {
  const values = sql.join(metrics.map((key) => sql.ref(`m.${key}`)))
  const order = descending ? sql`desc` : sql`asc`
  return sql`select ${clockIn(timeZone, sql`m.measured_at`)} as at, k.code as tank_code, t.code as terminal_code, ${values}, m.refused
    from measurements m left join tanks k on k.id = m.tank_id left join terminals t on t.id = m.terminal_id and t.kind = 'device'
    where ${isIn(window, scope)} ${ofOutOfRange(outOfRange)}
    order by m.measured_at ${order}, m.terminal_id ${order}`
}

const STEP_SECONDS = { '15m': 900, '1h': 3600, '1d': 900 } as const

/** Means by tank. Local days do not begin with a bucket of the coarser roll-ups, so they are joined from quarters of an hour. */
function meansOf(
  window: TimeWindow,
  {
    scope,
    step,
    metrics,
    descending,
    timeZone,
    done = 0,
    isDistributed,
  }: ExportedRows & { done?: number; isDistributed: boolean | undefined },
): RawBuilder<ExportRow> {
  const order = descending ? sql`desc` : sql`asc`
  const seconds = STEP_SECONDS[step === 'raw' ? '15m' : step]
  const buckets = bucketsSql({ ...window, scope, done, metrics, step: seconds, isDistributed })
  const clock = clockIn(timeZone, sql`b.at`)
  const start = step === '1d' ? sql`date_trunc('day', ${clock}, 'UTC')` : clock
  const means = sql.join(metrics.map((key) => sql`avg(b.${sql.ref(key)})::real as ${sql.ref(key)}`))
  return sql`select ${start} as at, k.code as tank_code, null as terminal_code, ${means}, null as refused
    from (${buckets}) b left join tanks k on k.id = b.tank_id
    group by 1, b.tank_id, k.code order by 1 ${order}, b.tank_id ${order}`
}
