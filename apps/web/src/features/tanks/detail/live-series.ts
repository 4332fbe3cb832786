import type { Measurement, MetricSeries, Series } from '@dalyan/contracts/measurements'
import type { MetricKey } from '@dalyan/contracts/metrics'
import type { RefusalReason } from '@dalyan/contracts/refusals'

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
      const values = (live.get(time) ?? []).flatMap((reading) => (reading.refused?.[key] ? [] : (reading[key] ?? [])))
      return pointWith(known, rowOf.get(time) ?? -1, values)
    })
    metrics[key] = {
      min: points.map(({ min }) => min),
      avg: points.map(({ avg }) => avg),
      max: points.map(({ max }) => max),
    }
  }
  return { ...series, times, metrics, ...withRefused(series, readings, from) }
}

/** The refused values of the server and of live readings; a value that both have once. */
function withRefused(series: Series, readings: readonly Measurement[], from: number): Pick<Series, 'refused'> {
  const refused = { ...series.refused }
  for (const reading of readings) {
    const time = Date.parse(reading.measured_at) / 1000
    for (const [key, reason] of Object.entries(reading.refused ?? {}) as [MetricKey, RefusalReason][]) {
      const [known, value] = [refused[key] ?? [], reading[key]]
      if (value === null || time < from || known.some((point) => point.time === time)) continue
      refused[key] = [...known, { time, value, reason }]
    }
  }
  return Object.keys(refused).length === 0 ? {} : { refused }
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
