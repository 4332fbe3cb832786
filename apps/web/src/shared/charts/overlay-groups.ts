import { type MetricKey, metricOf } from '@dalyan/contracts/metrics'

/** Metrics that share a chart: those of one unit together, where the first of them stands. */
export function overlayGroups(metrics: readonly MetricKey[]): MetricKey[][] {
  const groups = new Map<string, MetricKey[]>()
  for (const metric of metrics) {
    const { unit } = metricOf(metric)
    groups.set(unit, [...(groups.get(unit) ?? []), metric])
  }
  return [...groups.values()]
}
