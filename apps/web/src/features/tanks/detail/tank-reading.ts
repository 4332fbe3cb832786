import { type MetricKey, SCREEN_ORDER } from '@dalyan/contracts/metrics'
import type { Range, Severity } from '@dalyan/contracts/range-templates'
import type { Tank } from '@dalyan/contracts/tanks'
import { distanceOutside, type ValueState } from '../../../shared/charts/value-state.ts'
import { metricState, rangeOf, severityOf } from '../tank-values.ts'

/** What one tile says. */
export interface TankReading {
  metric: MetricKey
  value: number | null
  limits: Range | null
  state: ValueState
  /** How far out, and how bad; only of a fresh value that is out of range. */
  outside: { side: 'low' | 'high'; distance: number; severity: Severity } | null
  /** When the value was measured, epoch milliseconds; null without a value. */
  measuredAt: number | null
}

/** The tank's nine readings in the order of screens. @param now server time, epoch milliseconds */
export function tankReadings(tank: Tank, now: number): TankReading[] {
  return SCREEN_ORDER.map((metric) => {
    const latest = tank.last_measurement?.[metric] ?? null
    const limits = rangeOf(tank, metric)
    const state = metricState(tank, metric, now)
    const isOutside = state === 'low' || state === 'high'
    return {
      metric,
      value: latest?.value ?? null,
      limits,
      state,
      outside: isOutside && latest && limits ? outsideOf(tank, metric, latest.value, limits) : null,
      measuredAt: latest ? Date.parse(latest.measured_at) : null,
    }
  })
}

function outsideOf(tank: Tank, metric: MetricKey, value: number, limits: Range): TankReading['outside'] {
  const outside = distanceOutside(value, limits)
  if (!outside) return null
  // While there is an alarm its severity counts, so that tile and strip agree.
  const alarm = tank.open_alarms.find((each) => each.metric === metric && each.kind === outside.side)
  return { ...outside, severity: alarm?.severity ?? severityOf(value, limits) }
}

/** Whether two readings of a metric look alike; their age counts by itself. */
export function isSameReading(a: TankReading, b: TankReading): boolean {
  return (
    a.metric === b.metric &&
    a.value === b.value &&
    a.measuredAt === b.measuredAt &&
    a.state === b.state &&
    a.limits?.min === b.limits?.min &&
    a.limits?.max === b.limits?.max &&
    a.outside?.severity === b.outside?.severity
  )
}

/** How many values are out of range, inside, and old. */
export function countStates(readings: readonly TankReading[]): { outside: number; inside: number; stale: number } {
  const count = (...states: ValueState[]) => readings.filter((reading) => states.includes(reading.state)).length
  return { outside: count('low', 'high'), inside: count('in'), stale: count('stale') }
}
