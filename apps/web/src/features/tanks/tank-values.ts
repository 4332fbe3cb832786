import { type MetricKey, SCREEN_ORDER } from '@dalyan/contracts/metrics'
import {
  distanceOutside,
  severityOf,
  severityRank,
  type Side,
  spanOf,
  worstSeverity,
} from '@dalyan/contracts/out-of-range'
import { isActive, isOfLimit, type Severity } from '@dalyan/contracts/alarm-words'
import type { TankMode } from '@dalyan/contracts/tank-modes'
import type { LatestValue, Tank, TankTerminal } from '@dalyan/contracts/tanks'
import { serverNow } from '../../shared/clock/server-clock.ts'
import { runningMode } from '../records/public/tank-modes.ts'
import { limitsOf, type TankLimits } from '../records/public/tank-limits.ts'

/** What the values of a tank are read from, whether a user sees the tank or a visitor with a link, to whom its terminals have no codes. */
export interface MeasuredTank extends TankLimits, Pick<Tank, 'last_measurement'> {
  iots: readonly (Pick<TankTerminal, 'id' | 'status' | 'stale_after_seconds'> & { code?: string })[]
  open_alarms: readonly Omit<Tank['open_alarms'][number], 'id'>[]
  mode: Pick<TankMode, 'until' | 'metrics'> | null
}

/** For values without a terminal's interval: those entered by hand on a tank without terminals are stale after this time (docs/behaviour/terminals.md). */
const DEFAULT_STALE_MS = 120_000

/** Age in milliseconds at which a value counts as stale: its terminal's own; by hand, the slowest terminal's of the tank. */
export function staleAfterMs(tank: MeasuredTank, iotId: number | null): number {
  const own = tank.iots.find((terminal) => terminal.id === iotId)
  if (own) return own.stale_after_seconds * 1000
  if (tank.iots.length === 0) return DEFAULT_STALE_MS
  return Math.max(...tank.iots.map((terminal) => terminal.stale_after_seconds * 1000))
}

/** @param now the server's time, epoch milliseconds. */
export function isStale(tank: MeasuredTank, latest: LatestValue, now: number): boolean {
  return now - Date.parse(latest.measured_at) > staleAfterMs(tank, latest.iot_id)
}

/** A metric that is out of range. */
export interface Deviation {
  key: MetricKey
  value: number
  side: Side
  /** The severity of its alarm, if there is one, so that all screens agree. */
  severity: Severity
  acknowledged: boolean
  /** The value is old: its terminal fell silent while it was out of range, and the present value is unknown. */
  isOld: boolean
  /** A mode of the tank holds the metric: there is no alarm. */
  isHeld: boolean
}

/** Whether an old value out of range still counts: its terminal is active and on the tank, as in the server's count. */
export function isLastKnown(tank: MeasuredTank, { iot_id }: LatestValue): boolean {
  return tank.iots.some(({ id, status }) => id === iot_id && status === 'active')
}

/** The metrics that are out of range, or were when their terminal fell silent, worst first; equal ones in the order of screens. */
export function deviations(tank: MeasuredTank, now: number): Deviation[] {
  const found = SCREEN_ORDER.flatMap((key) => {
    const latest = tank.last_measurement?.[key]
    const range = limitsOf(tank, key)
    if (!latest || !range) return []
    const isOld = isStale(tank, latest, now)
    if (isOld && !isLastKnown(tank, latest)) return []
    const outside = distanceOutside(latest.value, range)
    if (!outside) return []
    const { side, distance } = outside
    const alarm = tank.open_alarms.find((each) => each.metric === key && each.kind === side)
    const severity = alarm?.severity ?? severityOf(latest.value, range)
    const deviation: Deviation = {
      key,
      value: latest.value,
      side,
      severity,
      acknowledged: alarm?.state === 'active_ack',
      isOld,
      isHeld: !alarm && runningMode(tank, now)?.metrics.includes(key) === true,
    }
    return [{ deviation, excess: distance / (spanOf(range) || Number.EPSILON) }]
  })
  return found
    .toSorted((a, b) => severityRank(a.deviation.severity) - severityRank(b.deviation.severity) || b.excess - a.excess)
    .map(({ deviation }) => deviation)
}

/** The severity of the worst silence of a terminal of this tank; null: none is silent now, although an alarm of one may wait for its acknowledgement. */
export function silence(tank: Tank): Severity | null {
  return worstSeverity(
    tank.open_alarms.flatMap((alarm) =>
      alarm.kind === 'silent' && alarm.metric === null && isActive(alarm) ? alarm.severity : [],
    ),
  )
}

/** The active alarms about sensors of this tank, worst first: faults, a sonde out of the water, metrics that are no longer measured. */
export function sensorAlarms(tank: Tank): Tank['open_alarms'] {
  return tank.open_alarms
    .filter((alarm) => isActive(alarm) && !isOfLimit(alarm.kind) && (alarm.kind !== 'silent' || alarm.metric !== null))
    .toSorted((a, b) => severityRank(a.severity) - severityRank(b.severity))
}

/** Whether any value of the tank is fresh; a single silent sensor raises an alarm of its own. */
function hasFreshValue(tank: Tank, now: number): boolean {
  return SCREEN_ORDER.some((key) => {
    const latest = tank.last_measurement?.[key]
    return latest && !isStale(tank, latest, now)
  })
}

/** The word for a tank's values when no metric is out of range. */
export type TankCondition = 'not_monitored' | 'no_terminal' | 'no_data' | 'stale' | 'no_template' | 'in_range'

export function tankCondition(tank: Tank, now: number): TankCondition {
  if (tank.status !== 'active') return tank.iots.length === 0 ? 'no_terminal' : 'not_monitored'
  if (tank.iots.length === 0) return 'no_terminal'
  if (!tank.last_measurement) return 'no_data'
  if (!hasFreshValue(tank, now)) return 'stale'
  return tank.range_template?.active ? 'in_range' : 'no_template'
}

/** Whether a fresh value of the tank is inside limits, none is or was outside, and no sensor is silent or faulty. @param now epoch milliseconds */
export const isWell = (tank: Tank, now = serverNow()): boolean =>
  tankCondition(tank, now) === 'in_range' &&
  deviations(tank, now).length === 0 &&
  silence(tank) === null &&
  sensorAlarms(tank).length === 0
