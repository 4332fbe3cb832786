import { isActive } from '@dalyan/contracts/alarm-words'
import { METRIC_KEYS, type MetricKey } from '@dalyan/contracts/metrics'
import { isOut, SIDES, type Side } from '@dalyan/contracts/out-of-range'
import type { RangeTemplateInput } from '@dalyan/contracts/range-templates'
import { instantAt } from '../apps/server/src/core/clock.ts'
import { DEMO_TEMPLATES } from '../apps/server/src/demo/demo-plan.ts'
import {
  evaluateByClock,
  evaluateValue,
  type LimitState,
  type MetricLimits,
} from '../apps/server/src/features/alarms/evaluation/limit-state.rules.ts'
import { staleAfterSeconds } from '../apps/server/src/features/terminals/silence-limit.rules.ts'
import type { LabelledReading } from './recorded-series.ts'

export const DELAY_SECONDS = 60

/** An occurrence of an alarm in a replay; times in epoch milliseconds. */
export interface ReplayedAlarm {
  metric: MetricKey
  kind: Side
  out_since: number
  raised_at: number
  /** Infinity: still active at the end. */
  cleared_at: number
  /** How many of its readings were out of range, and how many of these are bad. */
  out: number
  bad: number
  /** The first reading out of range that is good; Infinity: none. */
  first_good_at: number
}

/** A reading with the metrics that a gate refused. */
export type ReplayedReading = LabelledReading & { refused?: ReadonlySet<MetricKey> }

/** One limit during a replay. */
interface ReplayedLimit {
  kind: Side
  state: LimitState
  alarm: ReplayedAlarm | null
  /** Readings out of range that no alarm counts yet. */
  waiting: Pick<ReplayedAlarm, 'out' | 'bad' | 'first_good_at'>
}

const NOTHING = { out: 0, bad: 0, first_good_at: Infinity }

/**
 * The alarms that these readings raise by the limits of a template of the demo and the product's own rules, with a delay of 60 s. Each
 * occurrence counts as an alarm. A refused value is not evaluated.
 */
export function replayAlarms(
  readings: readonly ReplayedReading[],
  template: keyof typeof DEMO_TEMPLATES,
): ReplayedAlarm[] {
  const limits = limitsOf(template)
  const staleAfterMs = staleAfterSeconds(usualSeconds(readings)) * 1000
  const alarms: ReplayedAlarm[] = []
  for (const reading of readings) {
    const at = instantAt(reading.measured_at)
    for (const limit of limits) {
      const { metric, excursions } = limit.state
      const { kind } = limit
      const value = reading.values[METRIC_KEYS.indexOf(metric)] ?? null
      if (excursions.length > 0) passTime(limit, reading.measured_at, staleAfterMs, alarms)
      if (value === null || reading.refused?.has(metric)) continue
      const out = limit.state.limits !== null && isOut(kind, value, limit.state.limits)
      if (!out && limit.state.excursions.length === 0) continue
      if (out) limit.waiting = withReading(limit.waiting, reading, metric)
      limit.state = evaluateValue(limit.state, { terminal_id: 1, value, at, refused: null }, at)
      afterEvaluation(limit, reading.measured_at, alarms)
    }
  }
  return alarms
}

/** Raises the alarms that are due before the next reading. */
function passTime(limit: ReplayedLimit, until: number, staleAfterMs: number, alarms: ReplayedAlarm[]): void {
  const [excursion] = limit.state.excursions
  if (!excursion || isActive(limit.state.alarm)) return
  const due = Date.parse(excursion.out_since) + DELAY_SECONDS * 1000
  if (due > until) return
  limit.state = evaluateByClock(limit.state, ({ last_at }) => due - Date.parse(last_at) > staleAfterMs, instantAt(due))
  afterEvaluation(limit, due, alarms)
}

/** Keeps the record of the alarm up to date. */
function afterEvaluation(limit: ReplayedLimit, at: number, alarms: ReplayedAlarm[]): void {
  const { kind } = limit
  const { metric } = limit.state
  const isNew = limit.state.transitions.some(({ before, after }) => (!before || !isActive(before)) && isActive(after))
  const { alarm } = limit.state
  limit.state = { ...limit.state, transitions: [] }
  if (alarm && isNew) {
    const out_since = Date.parse(alarm.out_since)
    limit.alarm = { metric, kind, out_since, raised_at: at, cleared_at: Infinity, ...NOTHING }
    alarms.push(limit.alarm)
  }
  if (alarm && isActive(alarm)) {
    if (!limit.alarm) throw new Error(`an active alarm of ${metric} has no record`)
    limit.alarm.out += limit.waiting.out
    limit.alarm.bad += limit.waiting.bad
    limit.alarm.first_good_at = Math.min(limit.alarm.first_good_at, limit.waiting.first_good_at)
    limit.alarm.cleared_at = Infinity
    limit.waiting = NOTHING
  } else {
    if (limit.alarm?.cleared_at === Infinity) limit.alarm.cleared_at = at
    if (limit.state.excursions.length === 0) limit.waiting = NOTHING
  }
}

function withReading(
  { out, bad, first_good_at }: ReplayedLimit['waiting'],
  reading: LabelledReading,
  metric: MetricKey,
): ReplayedLimit['waiting'] {
  return reading.bad.has(metric)
    ? { out: out + 1, bad: bad + 1, first_good_at }
    : { out: out + 1, bad, first_good_at: Math.min(first_good_at, reading.measured_at) }
}

function limitsOf(template: keyof typeof DEMO_TEMPLATES): ReplayedLimit[] {
  const { ranges }: Pick<RangeTemplateInput, 'ranges'> = DEMO_TEMPLATES[template]
  return METRIC_KEYS.flatMap((metric) => {
    const range = ranges?.[metric]
    if (!range) return []
    const limits: MetricLimits = {
      min: range.min ?? null,
      max: range.max ?? null,
      critical_min: range.critical_min ?? null,
      critical_max: range.critical_max ?? null,
      severity: range.severity ?? 'warning',
      delay_seconds: DELAY_SECONDS,
    }
    return SIDES.map((kind): ReplayedLimit => {
      const state: LimitState = {
        tank_id: 1,
        metric,
        kind,
        limits,
        alarm: null,
        excursions: [],
        held: [],
        transitions: [],
      }
      return { kind, state, alarm: null, waiting: NOTHING }
    })
  })
}

/** The usual time between two readings. */
function usualSeconds(readings: readonly LabelledReading[]): number {
  const gaps = readings.slice(1, 1000).map(({ measured_at }, i) => measured_at - (readings[i]?.measured_at ?? 0))
  return (gaps.toSorted((a, b) => a - b)[Math.floor(gaps.length / 2)] ?? 60_000) / 1000
}

/** Whether most of the readings out of range of an alarm are bad. */
export function isFalse({ out, bad }: ReplayedAlarm): boolean {
  return bad > out / 2
}

/** Whether both are alarms of the same limit, and active at a common time. */
export function isSameEpisode(a: ReplayedAlarm, b: ReplayedAlarm): boolean {
  return a.metric === b.metric && a.kind === b.kind && a.raised_at <= b.cleared_at && b.raised_at <= a.cleared_at
}
