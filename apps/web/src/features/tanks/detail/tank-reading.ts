import { type MetricKey, SCREEN_ORDER } from '@dalyan/contracts/metrics'
import type { Range, Severity } from '@dalyan/contracts/range-templates'
import type { LatestValue, Tank, TerminalLatest } from '@dalyan/contracts/tanks'
import { distanceOutside, type ValueState, valueState } from '../../../shared/charts/value-state.ts'
import { isLastKnown, isStale, rangeOf, severityOf } from '../tank-values.ts'

type OpenAlarm = Tank['open_alarms'][number]

/** What one tile says. */
export interface TankReading {
  metric: MetricKey
  value: number | null
  limits: Range | null
  state: ValueState
  /** How far out, and how bad; only of a fresh value that is out of range. */
  outside: { side: 'low' | 'high'; distance: number; severity: Severity } | null
  /** On which side an old value was out when its terminal fell silent. */
  wasOutside: 'low' | 'high' | null
  /** The open alarm of an old value: nobody knows whether it is over. */
  alarm: Pick<OpenAlarm, 'kind' | 'severity' | 'state'> | null
  /** Code of the terminal that measured it, where the tank has several. */
  terminal: string | null
  isByHand: boolean
  /** When the value was measured, epoch milliseconds; null without a value. */
  measuredAt: number | null
}

/**
 * The tank's nine readings in the order of screens. Where several terminals deliver a metric the worst fresh value
 * stands for it, as each is judged by itself (docs/behaviour/alarms.md).
 * @param now server time, epoch milliseconds
 * @param byTerminal newest values of each terminal; empty: the tank's newest are all there is
 */
export function tankReadings(tank: Tank, now: number, byTerminal: readonly TerminalLatest[] = []): TankReading[] {
  return SCREEN_ORDER.map((metric) => {
    const limits = rangeOf(tank, metric)
    const latest = shownValue(tank, metric, byTerminal, now)
    const isOld = latest !== null && isStale(tank, latest, now)
    const state = valueState(latest?.value ?? null, limits, isOld)
    const isOutside = state === 'low' || state === 'high'
    return {
      metric,
      value: latest?.value ?? null,
      limits,
      state,
      outside: isOutside && latest && limits ? outsideOf(tank, metric, latest.value, limits) : null,
      wasOutside:
        isOld && limits && isLastKnown(tank, latest) ? (distanceOutside(latest.value, limits)?.side ?? null) : null,
      alarm: isOld
        ? (tank.open_alarms.filter((alarm) => alarm.metric === metric).toSorted(byGravity)[0] ?? null)
        : null,
      terminal: tank.iots.length > 1 ? (tank.iots.find(({ id }) => id === latest?.iot_id)?.code ?? null) : null,
      isByHand: latest?.iot_id === null,
      measuredAt: latest ? Date.parse(latest.measured_at) : null,
    }
  })
}

/** Of what the tank's terminals measured: the fresh value that is furthest out, else the newest. */
function shownValue(
  tank: Tank,
  metric: MetricKey,
  byTerminal: readonly TerminalLatest[],
  now: number,
): LatestValue | null {
  const values = byTerminal.flatMap((latest) => {
    const isHere = latest.iot_id === null || tank.iots.some(({ id }) => id === latest.iot_id)
    return isHere ? (latest[metric] ?? []) : []
  })
  if (values.length === 0) return tank.last_measurement?.[metric] ?? null
  const limits = rangeOf(tank, metric)
  const fresh = values.filter((value) => !isStale(tank, value, now))
  const gravity = ({ value }: LatestValue) => (fresh.length > 0 ? gravityOf(value, limits) : 0)
  const [worst = null] = (fresh.length > 0 ? fresh : values).toSorted(
    (a, b) => gravity(b) - gravity(a) || b.measured_at.localeCompare(a.measured_at),
  )
  return worst
}

const RANK: Record<Severity, number> = { critical: 3, warning: 2, info: 1 }

/** 0 inside; outside the severity counts first, then the distance. */
function gravityOf(value: number, limits: Range | null): number {
  const outside = limits && distanceOutside(value, limits)
  if (!outside) return 0
  return RANK[severityOf(value, limits)] + outside.distance / (1 + outside.distance)
}

function byGravity(a: OpenAlarm, b: OpenAlarm): number {
  return RANK[b.severity] - RANK[a.severity]
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
    a.outside?.severity === b.outside?.severity &&
    a.wasOutside === b.wasOutside &&
    a.alarm?.severity === b.alarm?.severity &&
    a.alarm?.state === b.alarm?.state &&
    a.terminal === b.terminal &&
    a.isByHand === b.isByHand
  )
}

/** How many values are out of range, inside, and old; of the old ones how many were out of range when their terminal fell silent. */
export function countStates(
  readings: readonly TankReading[],
): Record<'outside' | 'inside' | 'stale' | 'wasOutside', number> {
  const count = (...states: ValueState[]) => readings.filter((reading) => states.includes(reading.state)).length
  const wasOutside = readings.filter((reading) => reading.wasOutside !== null).length
  return { outside: count('low', 'high'), inside: count('in'), stale: count('stale'), wasOutside }
}
