import { METRICS, perMetric, type MetricKey } from '@dalyan/contracts/metrics'
import {
  QUALITY_LIMITS,
  USUAL_QUALITY_LIMITS,
  type QualityLimits,
  type QualityRules,
} from '@dalyan/contracts/quality-rules'
import type { RefusalReason } from '@dalyan/contracts/refusals'
import { median } from 'simple-statistics'

/**
 * The quality gate: decides for each value of a terminal, before limits are evaluated, whether the sensor can have measured it. A refused
 * value is stored like any other, but starts, extends and clears no excursion. Slow drift and fouling pass it.
 */

export type GateVerdict = 'accepted' | RefusalReason

interface GateLimits extends QualityLimits {
  /** Ends of the range at which a sensor with a fault stays; a value equal to such an end is refused. */
  faults?: readonly number[]
  /** Values that name a fault, as 32-bit floats, as the database stores them. */
  codes: ReadonlySet<number>
  /** Measured in the water by the sonde. */
  isSonde?: true
  /** The sonde computes it from its temperature. */
  needsTemperature?: true
}

const FAULT_CODES = [9_999_999, -9999, -999, 65_535, 32_767, -32_768]
const asReals = (codes: readonly number[]): ReadonlySet<number> => new Set(codes.map(Math.fround))
const CODES = asReals(FAULT_CODES)
/** 85: a DS18B20 that was just powered; the others: no sensor is connected. */
const TEMPERATURE_CODES = asReals([...FAULT_CODES, 85, 127.94, -127])
const BY_TEMPERATURE = { codes: CODES, isSonde: true, needsTemperature: true } as const

const TESTS: Readonly<Record<MetricKey, Omit<GateLimits, keyof QualityLimits>>> = {
  tank_temperature: { faults: [50], codes: TEMPERATURE_CODES, isSonde: true },
  ambient_temperature: { codes: TEMPERATURE_CODES },
  cabinet_temperature: { codes: TEMPERATURE_CODES },
  ambient_humidity: { codes: CODES },
  cabinet_humidity: { codes: CODES },
  ph: BY_TEMPERATURE,
  salinity: BY_TEMPERATURE,
  orp: { faults: [-999, 999], codes: CODES, isSonde: true },
  conductivity: BY_TEMPERATURE,
  dissolved_oxygen: BY_TEMPERATURE,
  oxygen_saturation: BY_TEMPERATURE,
}

type AllLimits = Readonly<Record<MetricKey, GateLimits>>

/** The tests of each metric that a profile does not change. */
export const GATE_LIMITS: AllLimits = perMetric((metric) => ({ ...USUAL_QUALITY_LIMITS[metric], ...TESTS[metric] }))

/** The tests by the rules of a profile, computed once for all terminals that share the profile. */
const LIMITS_BY_RULES = new WeakMap<QualityRules, AllLimits>()

function limitsBy(rules: QualityRules | null): AllLimits {
  if (!rules) return GATE_LIMITS
  const known = LIMITS_BY_RULES.get(rules)
  if (known) return known
  const limits = perMetric((metric): GateLimits => {
    const [usual, own] = [GATE_LIMITS[metric], rules.limits[metric]]
    const changed = QUALITY_LIMITS.map((name) => [name, own?.[name] ?? usual[name]])
    return { ...usual, ...(Object.fromEntries(changed) as QualityLimits) }
  })
  LIMITS_BY_RULES.set(rules, limits)
  return limits
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** The step test leaves out readings that lie closer: three that agree would pass within seconds, and the delay of an alarm outlasts a spike. */
const LEAST_STEP_MS = 10_000
const CAP_GROWS_BY_ITSELF_IN_MINUTES = 240
/** A run of this many agreeing readings is a true change. */
const AGREEING_READINGS = 3
const UNRELIABLE = { refusals: 5, withinMs: DAY_MS, untilWithoutMs: 6 * HOUR_MS }
const BASE = { readings: 96, least: 6 }
/**
 * A run of this many possible steps of live readings makes steps a test of a metric: until then nothing says how its sensor behaves, and a metric whose
 * values jump as a rule is never tested by steps. A backlog may be thinned or merged.
 */
const SMOOTH_STEPS = 30
const OUT_OF_WATER = { below: 0.05, backAt: 0.5 }

interface ValueAt {
  value: number
  /** Epoch milliseconds. */
  at: number
}

/** The gate's state of one metric of a terminal; mutable, because every reading passes here. */
interface MetricGate {
  accepted: ValueAt | null
  /** The newest reading of the run that differs too much from the accepted one but agrees with itself, and the length of that run. */
  jump: (ValueAt & { count: number }) | null
  /** The times of the newest refusals by `code`, `bounds` or `step`, oldest first; no more than make the metric unreliable. */
  refused_at: number[]
  unreliable_since: number | null
  /** The length of the run of possible steps, at most `SMOOTH_STEPS`; once it is reached, it stays. */
  smooth: number
  /** The time of its newest value, and whether that was refused. */
  newest_at: number
  isNewestRefused: boolean
}

/** The gate's state of a terminal; `gateReading` changes it. */
export interface GateState {
  /** In the order of the registry (`METRICS`); undefined: never measured. */
  metrics: (MetricGate | undefined)[]
  /** The newest accepted conductivities, oldest first. */
  conductivities: number[]
  /** The greatest of them. Nearly all readings are compared with it alone, because a loop over all of them allocates an object for each number. */
  highest_conductivity: number
  out_of_water_since: number | null
}

/** A spell that opened or closed with a reading, by the reading's own time. */
export interface GateSpell {
  spell: 'out_of_water' | 'unreliable'
  /** The unreliable metric; null: the full sonde. */
  metric: MetricKey | null
  change: 'opened' | 'closed'
  at: number
}

/** The part of a reading that the gate needs. */
export interface GateReading {
  /** Epoch milliseconds. */
  measured_at: number
  /** In the order of the registry (`METRICS`), null: not measured. */
  values: readonly (number | null)[]
  /** Whether it arrived soon after it was measured; default: it did. */
  isLive?: boolean
}

/** A later one comes from a backlog. */
const LIVE_FOR_MS = 5 * MINUTE_MS

/** Whether a reading arrived soon after it was measured; epoch milliseconds. */
export const isLive = (measuredAt: number, receivedAt: number): boolean => receivedAt - measuredAt <= LIVE_FOR_MS

export interface Gated {
  /** Why each refused value was refused; null: all values are accepted. */
  refusals: Partial<Record<MetricKey, RefusalReason>> | null
  spells: readonly GateSpell[]
}

/** The state before the first reading of a terminal. */
export const newGate = (): GateState => ({
  metrics: [],
  conductivities: [],
  highest_conductivity: -Infinity,
  out_of_water_since: null,
})
const newMetric = (): MetricGate => ({
  accepted: null,
  jump: null,
  refused_at: [],
  unreliable_since: null,
  smooth: 0,
  newest_at: -Infinity,
  isNewestRefused: false,
})

/** The temperature comes first: other metrics depend on its verdict. */
const ORDER = METRICS.map(({ key }, index) => ({ key, index })).sort(
  (a, b) => Number(b.key === 'tank_temperature') - Number(a.key === 'tank_temperature'),
)
const CONDUCTIVITY_INDEX = METRICS.findIndex(({ key }) => key === 'conductivity')
const TEMPERATURE_INDEX = METRICS.findIndex(({ key }) => key === 'tank_temperature')

export interface GateOptions {
  /** The rules of the terminal's profile; null: the usual ones. */
  rules?: QualityRules | null | undefined
  /** The length of the run of possible steps that makes steps a test of a metric. */
  smoothSteps?: number
}

/**
 * Passes one reading through the gate, and changes what the gate knows. A value that is not newer than the newest of its metric is tested by itself, and
 * changes nothing.
 */
export function gateReading(
  state: GateState,
  { measured_at: at, values, isLive = true }: GateReading,
  { rules = null, smoothSteps = SMOOTH_STEPS }: GateOptions = {},
): Gated {
  const limits = limitsBy(rules)
  const spells: GateSpell[] = []
  const wasOut = state.out_of_water_since !== null
  const conductivity = values[CONDUCTIVITY_INDEX] ?? null
  if (conductivity !== null && at > (state.metrics[CONDUCTIVITY_INDEX]?.newest_at ?? -Infinity))
    state.out_of_water_since = outOfWaterSince(state, conductivity, at, limits)
  const outSince = state.out_of_water_since
  if (wasOut !== (outSince !== null))
    spells.push({ spell: 'out_of_water', metric: null, change: outSince === null ? 'closed' : 'opened', at })

  let refusals: Gated['refusals'] = null
  // Of the same instant, where a terminal sends each metric in its own message.
  const temperature = state.metrics[TEMPERATURE_INDEX]
  let isTemperatureRefused = temperature?.newest_at === at && temperature.isNewestRefused
  for (const { key, index } of ORDER) {
    const value = values[index] ?? null
    if (value === null) continue
    const ofMetric = limits[key]
    const known = (state.metrics[index] ??= newMetric())
    const dependsOnRefused = isTemperatureRefused && rules?.sensors !== 'separate' && ofMetric.needsTemperature === true
    let verdict: GateVerdict
    if (outSince !== null && at >= outSince && ofMetric.isSonde) {
      verdict = 'out_of_water'
    } else if (at <= known.newest_at) {
      verdict = impossibleValue(ofMetric, value) ?? (dependsOnRefused ? 'temperature' : 'accepted')
    } else {
      const wasUnreliable = known.unreliable_since !== null
      verdict = gateValue(ofMetric, known, value, at, {
        isTemperatureRefused: dependsOnRefused,
        smoothSteps,
        isLive,
      })
      const isUnreliable = known.unreliable_since !== null
      if (wasUnreliable !== isUnreliable)
        spells.push({ spell: 'unreliable', metric: key, change: isUnreliable ? 'opened' : 'closed', at })
      if (index === CONDUCTIVITY_INDEX && verdict === 'accepted') addToBase(state, value)
    }
    if (verdict !== 'accepted') (refusals ??= {})[key] = verdict
    if (index === TEMPERATURE_INDEX) isTemperatureRefused = verdict !== 'accepted'
    if (at <= known.newest_at) continue
    known.newest_at = at
    known.isNewestRefused = verdict !== 'accepted'
  }
  return { refusals, spells }
}

/** The time since which the sonde is out of the water, by the conductivity of a reading; null: it is in the water. */
function outOfWaterSince(
  { conductivities, highest_conductivity, out_of_water_since }: GateState,
  conductivity: number,
  at: number,
  limits: AllLimits,
): number | null {
  if (conductivities.length < BASE.least) return out_of_water_since
  // Most values are far from zero, and need no median.
  if (out_of_water_since === null && conductivity >= OUT_OF_WATER.below * highest_conductivity) return null
  const base = median(conductivities)
  // A value far below zero, or above the bounds, comes from a failed probe, not from one in air or back in the water.
  const isNearZero = Math.abs(conductivity) < OUT_OF_WATER.below * base
  if (!isNearZero && impossibleValue(limits.conductivity, conductivity)) return out_of_water_since
  if (out_of_water_since !== null) return conductivity >= OUT_OF_WATER.backAt * base ? null : out_of_water_since
  return isNearZero ? at : null
}

function addToBase(state: GateState, conductivity: number): void {
  const { conductivities } = state
  conductivities.push(conductivity)
  state.highest_conductivity = Math.max(state.highest_conductivity, conductivity)
  if (conductivities.length <= BASE.readings) return
  if (conductivities.shift() === state.highest_conductivity) state.highest_conductivity = Math.max(...conductivities)
}

/** Returns the verdict on one value, and changes the state of its metric. */
function gateValue(
  limits: GateLimits,
  known: MetricGate,
  value: number,
  at: number,
  {
    isTemperatureRefused,
    smoothSteps,
    isLive,
  }: { isTemperatureRefused: boolean; smoothSteps: number; isLive: boolean },
): GateVerdict {
  const impossible = impossibleValue(limits, value)
  if (impossible) {
    known.jump = null
    addRefusal(known, at)
    return impossible
  }
  const isPossible = isPossibleStep(limits, known.accepted, value, at)
  const isTested = known.smooth >= smoothSteps
  const jump = isPossible || !isTested ? null : nextJump(limits, known.jump, value, at)
  known.jump = jump
  // The run of agreeing readings goes on: where new water changes all metrics at once, each is accepted with the same reading.
  if (isTemperatureRefused) return 'temperature'
  if (jump && jump.count < AGREEING_READINGS) {
    addRefusal(known, at)
    return 'step'
  }
  const refusedAt = known.refused_at.at(-1) ?? -Infinity
  if (known.unreliable_since !== null && at - refusedAt < UNRELIABLE.untilWithoutMs) return 'unreliable'
  // After a true sudden change the refusals of its first readings no longer count.
  if (jump) known.refused_at.splice(1 - jump.count)
  if (!isTested) known.smooth = isPossible ? known.smooth + Number(isLive && isStep(known.accepted, at)) : 0
  // In place: an object for each value would outlive its reading.
  if (known.accepted) {
    known.accepted.value = value
    known.accepted.at = at
  } else known.accepted = { value, at }
  known.jump = null
  known.unreliable_since = null
  return 'accepted'
}

function impossibleValue({ codes, low, high, faults }: GateLimits, value: number): 'code' | 'bounds' | null {
  if (codes.has(Math.fround(value))) return 'code'
  return value < low || value > high || faults?.includes(value) ? 'bounds' : null
}

/** Whether two values lie neither too close nor too far apart for the change between them to be tested. */
function isStep(from: ValueAt | null, at: number): from is ValueAt {
  return from !== null && at - from.at < DAY_MS && at - from.at >= LEAST_STEP_MS
}

/** Whether the water can have changed from one value to the other in the time between them; after a day any change is possible. */
function isPossibleStep({ step, cap }: GateLimits, from: ValueAt | null, value: number, at: number): boolean {
  if (!isStep(from, at)) return true
  const minutes = (at - from.at) / MINUTE_MS
  const largest = Math.min(cap * (1 + minutes / CAP_GROWS_BY_ITSELF_IN_MINUTES), step * Math.max(1, minutes))
  // Values are rounded to 32-bit floats, and a change equal to the limit must not fail because of the rounding.
  const rounding = 1e-6 * Math.max(Math.abs(from.value), Math.abs(value))
  return Math.abs(value - from.value) <= largest + rounding
}

function nextJump(
  limits: GateLimits,
  jump: MetricGate['jump'],
  value: number,
  at: number,
): ValueAt & { count: number } {
  return { value, at, count: jump && isPossibleStep(limits, jump, value, at) ? jump.count + 1 : 1 }
}

/** Adds a refusal that counts against the metric. */
function addRefusal(known: MetricGate, at: number): void {
  known.refused_at.push(at)
  if (known.refused_at.length > UNRELIABLE.refusals) known.refused_at.shift()
  const isUnreliable =
    known.refused_at.length === UNRELIABLE.refusals && at - (known.refused_at[0] ?? -Infinity) <= UNRELIABLE.withinMs
  if (isUnreliable) known.unreliable_since ??= at
}
