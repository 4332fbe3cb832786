import type { MetricKey } from '@dalyan/contracts/metrics'
import type { RangeTemplate, Ranges } from '@dalyan/contracts/range-templates'
import type { Rehearsal } from '@dalyan/contracts/rehearsal'
import { useQueries } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { canRehearse, rehearsalQuery, type TypedLimits } from './rehearsals.ts'

/** The server is asked when a limit has not moved for this long. */
const REST_MS = 300

/** The result of a rehearsal; `isFinal` false: it counts only some of the tanks so far. */
export interface RehearsalState {
  data: Rehearsal | null
  isFinal: boolean
  hasFailed: boolean
}

/** The saved and the typed limits of a metric, tried on the past; null: not limited. `typed` undefined: as saved. */
export interface RehearsedMetric {
  saved: RehearsalState | null
  typed: RehearsalState | null | undefined
}

const isSame = (a: TypedLimits | null, b: TypedLimits | null) =>
  a?.min === b?.min && a?.max === b?.max && a?.delay_seconds === b?.delay_seconds

function limitsOf(ranges: Ranges, metric: MetricKey, delay_seconds: number): TypedLimits | null {
  const { min = null, max = null } = ranges[metric] ?? {}
  return canRehearse({ min, max }) ? { min, max, delay_seconds } : null
}

/** Applies the saved and the typed limits of each metric to past values of a template's tanks; null for a template without tanks. */
export function useRehearsals(
  template: RangeTemplate | null,
  metrics: readonly MetricKey[],
  typed: { ranges: Ranges; delay_seconds: number },
): ReadonlyMap<MetricKey, RehearsedMetric> {
  // An unreadable limit is no JSON.
  const rested = useRested<Partial<Record<MetricKey, TypedLimits | null>>>(
    Object.fromEntries(metrics.map((metric) => [metric, limitsOf(typed.ranges, metric, typed.delay_seconds)])),
  )
  const isAsked = template !== null && template.tanks_count > 0
  const tried = (isAsked ? metrics : []).map((metric) => {
    const saved = limitsOf(template?.ranges ?? {}, metric, template?.delay_seconds ?? 0)
    const now = rested[metric] ?? null
    return { metric, saved, now, isSaved: isSame(saved, now) }
  })
  const asked = tried.flatMap(({ metric, saved, now, isSaved }) =>
    [saved, isSaved ? null : now].flatMap((limits) => (limits ? [{ metric, limits }] : [])),
  )
  const states = useQueries({
    queries: asked.map(({ metric, limits }) => rehearsalQuery(template?.id ?? 0, metric, limits)),
    combine: (results) =>
      results.map(({ data, isFetching, isError }) => ({
        data: data ?? null,
        isFinal: !isFetching,
        hasFailed: isError,
      })),
  })
  const stateOf = (limits: TypedLimits | null, metric: MetricKey): RehearsalState | null => {
    if (!limits) return null
    return states[asked.findIndex((one) => one.metric === metric && isSame(one.limits, limits))] ?? null
  }
  return new Map(
    tried.map(({ metric, saved, now, isSaved }): [MetricKey, RehearsedMetric] => [
      metric,
      { saved: stateOf(saved, metric), typed: isSaved ? undefined : stateOf(now, metric) },
    ]),
  )
}

/** The value, once it has not changed for a while. */
function useRested<T>(value: T): T {
  const [rested, setRested] = useState(value)
  const text = JSON.stringify(value)
  useEffect(() => {
    const timer = setTimeout(() => setRested(JSON.parse(text) as T), REST_MS)
    return () => clearTimeout(timer)
  }, [text])
  return rested
}
