import { type MetricKey, metricsInUse, perMetric, SCREEN_ORDER } from '@dalyan/contracts/metrics'
import {
  distanceOutside,
  type Limits,
  severityOf,
  severityRank,
  type Side,
  sideOf,
} from '@dalyan/contracts/out-of-range'
import { isOfLimit, type Severity } from '@dalyan/contracts/alarm-words'
import type { Range } from '@dalyan/contracts/range-templates'
import type { RefusalReason } from '@dalyan/contracts/refusals'
import type { LatestValue, Tank, TerminalLatest } from '@dalyan/contracts/tanks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useFromNow } from '../../../shared/clock/use-now.ts'
import { applyToAnswers } from '../../../shared/live/apply-to-answers.ts'
import { useLiveMessage } from '../../../shared/live/use-channel.ts'
import { runningMode } from '../../records/public/tank-modes.ts'
import { limitsOf } from '../../records/public/tank-limits.ts'
import { tankKeys, tankQueries } from '../../records/public/tanks.queries.ts'
import { withLatest } from '../patch-tank.ts'
import { isLastKnown, isStale, type MeasuredTank } from '../tank-values.ts'

type OpenAlarm = MeasuredTank['open_alarms'][number]

/** `none`: there is no value, or nothing to compare it with. */
export type ValueState = 'in' | Side | 'stale' | 'none'

/** State of a value. An old value is `stale`, in or out of range. */
export function valueState(value: number | null, limits: Limits | null, isOld: boolean): ValueState {
  if (value === null || !Number.isFinite(value)) return 'none'
  if (isOld) return 'stale'
  if (!limits || (limits.min === null && limits.max === null)) return 'none'
  return sideOf(value, limits) ?? 'in'
}

/** What one tile shows. */
export interface TankReading {
  metric: MetricKey
  value: number | null
  limits: Range | null
  state: ValueState
  /** How far out and how severe; only of a fresh value that is out of range. */
  outside: { side: Side; distance: number; severity: Severity } | null
  /** On which side an old value was out when its terminal fell silent. */
  wasOutside: Side | null
  /** The open alarm of an old value: it is not known whether the alarm is over. */
  alarm: Pick<OpenAlarm, 'kind' | 'severity' | 'state'> | null
  /** Code of the terminal that measured it, where the tank has several. */
  terminal: string | null
  /** The value is out of range without an alarm, because a mode of the tank holds the metric. */
  isHeld: boolean
  isByHand: boolean
  /** When the value was measured, epoch milliseconds; null without a value. */
  measuredAt: number | null
  /** A fresh value that the quality gate refused, newer than the shown one; null: none. */
  refused: { value: number; reason: RefusalReason } | null
}

/** The tank's readings now, each the worst of its terminals; live while the page subscribes to the tank. */
export function useTankReadings(tank: Tank): TankReading[] {
  const byTerminal = useTerminalValues(tank)
  return useFromNow((now) => tankReadings(tank, now, byTerminal))
}

/** The newest values of each terminal; not fetched for a single terminal, whose values are those of the tank. */
function useTerminalValues({ id, iots }: Tank): readonly TerminalLatest[] {
  const cache = useQueryClient()
  const isNeeded = iots.length > 1
  const ids = iots.map((terminal) => terminal.id)
  const { data } = useQuery({ ...tankQueries.latest(id, ids), enabled: isNeeded })
  useLiveMessage(isNeeded ? `tank.${id}` : null, 'measurement', (readings) => {
    const queryKey = tankKeys.latest(id)
    applyToAnswers(cache, [queryKey], () =>
      cache.setQueriesData<TerminalLatest[]>({ queryKey }, (known) => known && readings.reduce(withLatest, known)),
    )
  })
  return isNeeded && data ? data : NONE
}

const NONE: readonly TerminalLatest[] = []

/**
 * The tank's readings in the order of screens. Where several terminals send a metric, the worst fresh value is
 * shown, as each terminal is evaluated by itself (docs/behaviour/alarms.md).
 * @param now server time, epoch milliseconds
 * @param byTerminal newest values of each terminal; empty: the tank has one terminal, and its newest values are those of the tank
 */
export function tankReadings(
  tank: MeasuredTank,
  now: number,
  byTerminal: readonly TerminalLatest[] = [],
): TankReading[] {
  const latestOf = perMetric((metric) => shownValue(tank, metric, byTerminal, now))
  const isInUse = (metric: MetricKey) =>
    latestOf[metric] !== null ||
    limitsOf(tank, metric) !== null ||
    tank.last_measurement?.refused?.[metric] !== undefined
  return metricsInUse(SCREEN_ORDER, isInUse).map((metric) => {
    const limits = limitsOf(tank, metric)
    const latest = latestOf[metric]
    const isOld = latest !== null && isStale(tank, latest, now)
    const state = valueState(latest?.value ?? null, limits, isOld)
    const isOutside = state === 'low' || state === 'high'
    return {
      metric,
      value: latest?.value ?? null,
      limits,
      state,
      outside: isOutside && latest && limits ? outsideOf(tank, metric, latest.value, limits) : null,
      wasOutside: isOld && limits && isLastKnown(tank, latest) ? sideOf(latest.value, limits) : null,
      alarm: isOld
        ? (tank.open_alarms
            .filter((alarm) => alarm.metric === metric)
            .toSorted((a, b) => severityRank(a.severity) - severityRank(b.severity))[0] ?? null)
        : null,
      terminal: tank.iots.length > 1 ? (tank.iots.find(({ id }) => id === latest?.iot_id)?.code ?? null) : null,
      isHeld: isOutside && !isAlarmed(tank, metric) && runningMode(tank, now)?.metrics.includes(metric) === true,
      isByHand: latest?.iot_id === null,
      measuredAt: latest ? Date.parse(latest.measured_at) : null,
      refused: refusedNow(tank, metric, byTerminal, now),
    }
  })
}

function refusedNow(
  tank: MeasuredTank,
  metric: MetricKey,
  byTerminal: readonly TerminalLatest[],
  now: number,
): TankReading['refused'] {
  const sources = byTerminal.length > 0 ? byTerminal : [tank.last_measurement]
  const found = sources.flatMap((latest) => latest?.refused?.[metric] ?? []).find((one) => !isStale(tank, one, now))
  return found ? { value: found.value, reason: found.reason } : null
}

function isAlarmed({ open_alarms }: MeasuredTank, metric: MetricKey): boolean {
  return open_alarms.some((alarm) => alarm.metric === metric && isOfLimit(alarm.kind))
}

/** The worst fresh value of the tank's terminals; the newest where all are old. */
function shownValue(
  tank: MeasuredTank,
  metric: MetricKey,
  byTerminal: readonly TerminalLatest[],
  now: number,
): LatestValue | null {
  const values = byTerminal.flatMap((latest) => {
    const isHere = latest.iot_id === null || tank.iots.some(({ id }) => id === latest.iot_id)
    return isHere ? (latest[metric] ?? []) : []
  })
  if (values.length === 0) return tank.last_measurement?.[metric] ?? null
  const limits = limitsOf(tank, metric)
  const fresh = values.filter((value) => !isStale(tank, value, now))
  const newestFirst = (a: LatestValue, b: LatestValue) => b.measured_at.localeCompare(a.measured_at)
  const [worst = null] =
    fresh.length > 0
      ? fresh.toSorted((a, b) => byBadness(a.value, b.value, limits) || newestFirst(a, b))
      : values.toSorted(newestFirst)
  return worst
}

/** Sorts the worst value first: by severity, then by distance; values inside come last. */
function byBadness(a: number, b: number, limits: Range | null): number {
  const [outA, outB] = [limits && distanceOutside(a, limits), limits && distanceOutside(b, limits)]
  if (!limits || !outA || !outB) return Number(outB !== null) - Number(outA !== null)
  return severityRank(severityOf(a, limits)) - severityRank(severityOf(b, limits)) || outB.distance - outA.distance
}

function outsideOf(tank: MeasuredTank, metric: MetricKey, value: number, limits: Range): TankReading['outside'] {
  const outside = distanceOutside(value, limits)
  if (!outside) return null
  // The severity of an open alarm counts, so that the tile and the alarm's strip agree.
  const alarm = tank.open_alarms.find((each) => each.metric === metric && each.kind === outside.side)
  return { ...outside, severity: alarm?.severity ?? severityOf(value, limits) }
}

/** Whether two readings of a metric look alike; the age is drawn by a component of its own. */
export function isSameReading(a: TankReading, b: TankReading): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

/** Counts the values that are out of range, in range and old; `wasOutside`: the old ones that were out of range when their terminal fell silent. */
export function countStates(
  readings: readonly TankReading[],
): Record<'outside' | 'inside' | 'stale' | 'wasOutside', number> {
  const count = (...states: ValueState[]) => readings.filter((reading) => states.includes(reading.state)).length
  const wasOutside = readings.filter((reading) => reading.wasOutside !== null).length
  return { outside: count('low', 'high'), inside: count('in'), stale: count('stale'), wasOutside }
}
