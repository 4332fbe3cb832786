import type { Comparison } from '@dalyan/contracts/explore'
import type { Series } from '@dalyan/contracts/measurements'
import type { MetricKey } from '@dalyan/contracts/metrics'

/** A column of the comparison as a series; its shade reaches from `low` to `high`. */
export function seriesOf(
  { from, to, step_seconds, times }: Comparison,
  metric: MetricKey,
  values: (number | null)[],
  low = values,
  high = values,
): Series {
  return {
    from,
    to,
    bucket_seconds: step_seconds,
    times,
    metrics: { [metric]: { min: low, avg: values, max: high } },
  }
}
