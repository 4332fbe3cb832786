/** The columns of one metric, with an entry per time; null where there is no value. */
export interface Column {
  min: (number | null)[]
  avg: (number | null)[]
  max: (number | null)[]
}

/** The answer of `GET …/series`. `times`: rising epoch seconds, starts of buckets, or raw times when `bucket_seconds` is 0. */
export interface ColumnarSeries<Key extends string = string> {
  bucket_seconds: number
  times: number[]
  metrics: Partial<Record<Key, Column>>
}

/** A new reading, `at` in epoch seconds. */
export interface LivePoint<Key extends string = string> {
  at: number
  values: Partial<Record<Key, number | null>>
}

/**
 * Adds live points, which may come late and in any order, and drops what lies before `from` (epoch seconds).
 * The number of readings in a bucket of the server is not known, so a live value widens such a bucket's min and max and
 * leaves its average; buckets that the server did not have yet are averaged exactly.
 */
export function withLivePoints<Key extends string>(
  series: ColumnarSeries<Key>,
  points: readonly LivePoint<Key>[],
  from: number,
): ColumnarSeries<Key> {
  const next = copyFrom(series, from)
  const counts = new Map<string, number>()
  for (const point of points) {
    const time = bucketOf(point.at, series.bucket_seconds)
    if (time < bucketOf(from, series.bucket_seconds)) continue
    const row = rowAt(next, time)
    for (const [key, value] of Object.entries(point.values) as [Key, number | null | undefined][]) {
      const column = next.metrics[key]
      if (column && typeof value === 'number') addValue(column, row, value, counts, `${time}|${key}`)
    }
  }
  return next
}

function bucketOf(at: number, bucketSeconds: number): number {
  return bucketSeconds > 0 ? Math.floor(at / bucketSeconds) * bucketSeconds : at
}

function copyFrom<Key extends string>(series: ColumnarSeries<Key>, from: number): ColumnarSeries<Key> {
  const start = indexOf(series.times, bucketOf(from, series.bucket_seconds))
  const metrics = Object.fromEntries(
    (Object.entries(series.metrics) as [Key, Column][]).map(([key, { min, avg, max }]) => [
      key,
      { min: min.slice(start), avg: avg.slice(start), max: max.slice(start) },
    ]),
  ) as Partial<Record<Key, Column>>
  return { bucket_seconds: series.bucket_seconds, times: series.times.slice(start), metrics }
}

/** The row of a time; inserts an empty one where there is none. */
function rowAt<Key extends string>(series: ColumnarSeries<Key>, time: number): number {
  const row = indexOf(series.times, time)
  if (series.times[row] === time) return row
  series.times.splice(row, 0, time)
  for (const column of Object.values<Column | undefined>(series.metrics)) {
    column?.min.splice(row, 0, null)
    column?.avg.splice(row, 0, null)
    column?.max.splice(row, 0, null)
  }
  return row
}

function addValue(column: Column, row: number, value: number, counts: Map<string, number>, cell: string): void {
  const avg = column.avg[row] ?? null
  if (avg === null) {
    column.min[row] = column.avg[row] = column.max[row] = value
    counts.set(cell, 1)
    return
  }
  column.min[row] = Math.min(column.min[row] ?? value, value)
  column.max[row] = Math.max(column.max[row] ?? value, value)
  const count = counts.get(cell)
  if (count === undefined) return
  column.avg[row] = avg + (value - avg) / (count + 1)
  counts.set(cell, count + 1)
}

/** The first index whose time is not before `time`. */
function indexOf(times: readonly number[], time: number): number {
  let low = 0
  let high = times.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((times[middle] ?? Infinity) < time) low = middle + 1
    else high = middle
  }
  return low
}
