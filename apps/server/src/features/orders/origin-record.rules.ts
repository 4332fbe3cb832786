import type { LimitStep, Series, Stats } from '@dalyan/contracts/measurements'
import { type MetricKey, SCREEN_ORDER } from '@dalyan/contracts/metrics'
import type { OriginMetric } from '@dalyan/contracts/origin-records'

const dayFormat = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Istanbul' })

/** The measurements of a tank over a period. */
export interface TankPeriod {
  stats: Stats
  /** In hours, or in longer buckets where hours are no longer kept. */
  series: Series
  limits: Partial<Record<MetricKey, LimitStep[]>>
}

/** The measured metrics in the order of screens. */
export function originMetrics({ stats, series, limits }: TankPeriod): OriginMetric[] {
  const dayOf = series.times.map((time) => dayFormat.format(time * 1000))
  const hoursOfBucket = series.bucket_seconds / 3600
  return SCREEN_ORDER.flatMap((metric) => {
    const { min = null, avg = null, max = null, out_of_range_seconds = null } = stats[metric] ?? {}
    if (min === null || avg === null || max === null) return []
    const column = series.metrics[metric]
    const days = new Map<string, { day: string; min: number; max: number }>()
    let buckets = 0
    dayOf.forEach((day, i) => {
      const [low, high] = [column?.min[i] ?? null, column?.max[i] ?? null]
      if (low === null || high === null) return
      buckets += 1
      const known = days.get(day)
      days.set(day, { day, min: Math.min(low, known?.min ?? low), max: Math.max(high, known?.max ?? high) })
    })
    const measured_hours = Math.round(buckets * hoursOfBucket)
    return {
      metric,
      min,
      avg,
      max,
      out_of_range_seconds,
      measured_hours,
      limits: limits[metric] ?? [],
      days: [...days.values()],
    }
  })
}

/** The hours, or parts of one, between two instants: those in which a metric can have been measured. @param bucketSeconds as of the series */
export function hoursBetween(from: number, to: number, bucketSeconds: number): number {
  if (to <= from) return 0
  const bucketMs = bucketSeconds * 1000
  return (Math.floor((to - 1) / bucketMs) - Math.floor(from / bucketMs) + 1) * (bucketSeconds / 3600)
}
