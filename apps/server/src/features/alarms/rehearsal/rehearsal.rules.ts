import { isActive } from '@dalyan/contracts/alarm-words'
import type { Instant } from '@dalyan/contracts/instant'
import type { MetricKey } from '@dalyan/contracts/metrics'
import { isBeyond, isOut, limitOf, SIDES, type Limits, type Side } from '@dalyan/contracts/out-of-range'
import {
  evaluateByClock,
  evaluateValue,
  release,
  type StoredExcursion,
  type HeldSpan,
  type LimitState,
} from '../evaluation/limit-state.rules.ts'
import { transition } from '../machine/alarm-machine.rules.ts'

/** A value of one terminal of a tank; `at` in epoch milliseconds. */
export interface RehearsedValue {
  terminal_id: number
  at: number
  value: number
}

/** The values of one metric of one tank, and whatever else decides about its alarms; instants in epoch milliseconds. */
export interface RehearsedTank {
  tank_id: number
  /** In order of time, then of terminals. Values that are certainly inside may be missing (`rehearsal.sql.ts`). */
  values: readonly RehearsedValue[]
  /** The times at which terminals left the tank, in order of time. */
  departures: readonly { terminal_id: number; at: number }[]
  /** The times in which a mode held the metric. */
  held: readonly HeldSpan[]
  /** The age in milliseconds from which a value of a terminal is stale. */
  staleAfterMs: (terminalId: number) => number
}

/** A bucket of 15 minutes of one terminal with a value that may not be inside its limit by the deadband; epoch milliseconds. */
export interface NearBucket {
  terminal_id: number
  from: number
  /** Whether a value may be out. */
  is_beyond: boolean
  /** The next bucket with values, whether near or not; null: none. */
  next: number | null
}

/** Readings of one terminal to evaluate; epoch milliseconds, `to` exclusive. */
export interface RehearsalSpan {
  terminal_id: number
  from: number
  to: number
}

export const BUCKET_MS = 15 * 60_000

/**
 * The readings that decide: of each terminal from a bucket with a value out on, as long as the next one is near, and the first one that is not,
 * whose first reading ends what is still out. @param buckets in order of time for each terminal
 */
export function spansOf(buckets: readonly NearBucket[]): RehearsalSpan[] {
  const spans: RehearsalSpan[] = []
  /** The bucket in which a terminal may still be out. */
  let reached: number | null = null
  const add = (terminal_id: number, from: number) => {
    const last = spans.at(-1)
    if (last?.terminal_id === terminal_id && last.to >= from) last.to = from + BUCKET_MS
    else spans.push({ terminal_id, from, to: from + BUCKET_MS })
  }
  for (const [i, { terminal_id, from, is_beyond, next }] of buckets.entries()) {
    const mayBeOut: boolean = is_beyond || (buckets[i - 1]?.terminal_id === terminal_id && reached === from)
    reached = mayBeOut ? next : null
    if (!mayBeOut) continue
    add(terminal_id, from)
    if (next !== null) add(terminal_id, next)
  }
  return spans
}

export interface RehearsedLimits extends Limits {
  metric: MetricKey
  delay_seconds: number
}

interface RehearsedAlarmOfTank {
  kind: Side
  raised_at: number
  /** Null: still active at the end. */
  cleared_at: number | null
  peak: number
}

/**
 * The alarms that limits would have raised, by the rules of the evaluation itself, and the milliseconds out of range. Each alarm counts as
 * acknowledged at once, so that one that returns within 30 minutes is the same alarm. `until`: the end of the window.
 */
export function rehearseTank(
  tank: RehearsedTank,
  limits: RehearsedLimits,
  until: number,
): { alarms: RehearsedAlarmOfTank[]; out_ms: number } {
  const sides = SIDES.filter((side) => limitOf(limits, side) !== null).map((side) => rehearsedSide(tank, limits, side))
  const time = timeOut(tank, until)
  let departed = 0
  for (const value of tank.values) {
    for (let next = tank.departures[departed]; next && next.at <= value.at; next = tank.departures[(departed += 1)]) {
      for (const side of sides) side.release(next)
      time.end(next)
    }
    const out = SIDES.some((side) => isOut(side, value.value, limits))
    time.add(value, out)
    for (const side of sides) side.evaluate(value)
  }
  for (const departure of tank.departures.slice(departed)) {
    for (const side of sides) side.release(departure)
    time.end(departure)
  }
  for (const side of sides) side.passTime(until)
  return { alarms: sides.flatMap(({ alarms }) => alarms), out_ms: time.sum() }
}

const instantAt = (ms: number): Instant => new Date(ms).toISOString()

/** One side of the limits during the rehearsal. */
function rehearsedSide(
  { tank_id, held, staleAfterMs }: RehearsedTank,
  { metric, min, max, delay_seconds }: RehearsedLimits,
  kind: Side,
) {
  const limits = { min, max, critical_min: null, critical_max: null, severity: 'warning' as const, delay_seconds }
  const alarms: RehearsedAlarmOfTank[] = []
  let state: LimitState = { tank_id, metric, kind, limits, alarm: null, excursions: [], held, transitions: [] }

  /** Applies a new state: acknowledges its alarm, and records its transition. */
  function enter(next: LimitState, at: number): void {
    const { alarm } = next
    const isNew = alarm !== null && alarm.raised_at !== state.alarm?.raised_at
    const acknowledged =
      alarm?.state === 'active_unack'
        ? (transition(alarm, { type: 'acknowledged', user_id: null, note: null }, instantAt(at))?.after ?? alarm)
        : alarm
    state = { ...next, alarm: acknowledged, transitions: [] }
    if (!alarm) return
    const peak = alarm.peak ?? alarm.value ?? Number.NaN
    if (isNew) alarms.push({ kind, raised_at: Date.parse(alarm.raised_at), cleared_at: null, peak })
    const recorded = alarms.at(-1)
    if (!recorded) return
    if (isBeyond(kind, peak, recorded.peak)) recorded.peak = peak
    recorded.cleared_at = alarm.cleared_at === null ? null : Date.parse(alarm.cleared_at)
  }

  /** The time at which an excursion has lasted for its delay and no mode holds the metric. */
  function dueAt({ out_since }: StoredExcursion): number {
    let due = Date.parse(out_since) + delay_seconds * 1000
    for (const span of held)
      if (Date.parse(span.from) <= due && due < Date.parse(span.until)) due = Date.parse(span.until)
    return due
  }

  /** Raises the alarms that are due before an instant, as the alarm clock does. */
  function passTime(before: number): void {
    if (state.excursions.length === 0 || isActive(state.alarm)) return
    const dues = state.excursions.map(dueAt).sort((a, b) => a - b)
    for (const due of dues) {
      if (due >= before || isActive(state.alarm)) return
      const isStale = ({ terminal_id, last_at }: StoredExcursion) =>
        due - Date.parse(last_at) > staleAfterMs(terminal_id)
      enter(evaluateByClock(state, isStale, instantAt(due)), due)
    }
  }

  const isHeldBy = (terminal_id: number) =>
    isActive(state.alarm) && state.excursions.some((one) => one.holds && one.terminal_id === terminal_id)

  /** A further value out of range, of a terminal that keeps an acknowledged alarm active, changes only the alarm's worst value. */
  function worsen(value: number): void {
    const recorded = alarms.at(-1)
    if (recorded && isBeyond(kind, value, recorded.peak)) recorded.peak = value
  }

  return {
    alarms,
    passTime,
    evaluate({ terminal_id, at, value }: RehearsedValue): void {
      // Nothing changes while no terminal is out.
      if (state.excursions.length === 0 && !isOut(kind, value, limits)) return
      if (isOut(kind, value, limits) && isHeldBy(terminal_id)) return worsen(value)
      passTime(at)
      const now = instantAt(at)
      enter(evaluateValue(state, { terminal_id, value, at: now, refused: null }, now), at)
    },
    release({ terminal_id, at }: { terminal_id: number; at: number }): void {
      passTime(at)
      enter(release(state, terminal_id, 'terminal_moved', instantAt(at)), at)
    },
  }
}

/** Sums the time out of range: a value counts until the next one of its terminal, at most until it is stale. */
function timeOut({ staleAfterMs }: RehearsedTank, until: number) {
  const since = new Map<number, number>()
  const intervals: { from: number; to: number }[] = []

  function end({ terminal_id, at }: { terminal_id: number; at: number }): void {
    const from = since.get(terminal_id)
    if (from === undefined) return
    intervals.push({ from, to: Math.min(at, from + staleAfterMs(terminal_id)) })
    since.delete(terminal_id)
  }

  return {
    end,
    add(value: RehearsedValue, isOutNow: boolean): void {
      end(value)
      if (isOutNow) since.set(value.terminal_id, value.at)
    },
    sum(): number {
      for (const terminal_id of since.keys()) end({ terminal_id, at: until })
      let sum = 0
      let reached = -Infinity
      for (const { from, to } of intervals.sort((a, b) => a.from - b.from)) {
        sum += Math.max(0, to - Math.max(from, reached))
        reached = Math.max(reached, to)
      }
      return sum
    },
  }
}
