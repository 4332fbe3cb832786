import type { Measurement, MetricSeries, Series } from '@dalyan/contracts/measurements'
import type { MetricKey } from '@dalyan/contracts/metrics'

/**
 * Adds live readings, which may come late and in any order, and drops what lies before `from` (epoch seconds).
 * The number of readings in a bucket of the server is not known, so a live value widens such a bucket's min and max and
 * leaves its average; buckets that the server did not have yet are averaged exactly.
 */
export function withReadings(series: Series, readings: readonly Measurement[], from: number): Series {
  const bucketOf = (at: number) =>
    series.bucket_seconds > 0 ? Math.floor(at / series.bucket_seconds) * series.bucket_seconds : at
  const live = Map.groupBy(readings, ({ measured_at }) => bucketOf(Date.parse(measured_at) / 1000))
  const rowOf = new Map(series.times.map((time, row) => [time, row]))
  const times = [...new Set([...series.times, ...live.keys()])]
    .filter((time) => time >= bucketOf(from))
    .toSorted((a, b) => a - b)
  const metrics: Series['metrics'] = {}
  for (const [key, known] of Object.entries(series.metrics) as [MetricKey, MetricSeries][]) {
    const points = times.map((time) => {
      const values = (live.get(time) ?? []).flatMap((reading) => reading[key] ?? [])
      return pointWith(known, rowOf.get(time) ?? -1, values)
    })
    metrics[key] = {
      min: points.map(({ min }) => min),
      avg: points.map(({ avg }) => avg),
      max: points.map(({ max }) => max),
    }
  }
  return { ...series, times, metrics }
}

/** The point of a row (-1: the server has none) together with live values of the same time. */
function pointWith(known: MetricSeries, row: number, values: readonly number[]) {
  const [min, avg, max] = [known.min[row] ?? null, known.avg[row] ?? null, known.max[row] ?? null]
  if (values.length === 0) return { min, avg, max }
  return {
    min: Math.min(...values, min ?? Infinity),
    avg: avg ?? values.reduce((sum, value) => sum + value, 0) / values.length,
    max: Math.max(...values, max ?? -Infinity),
  }
}
