import { METRIC_KEYS } from '@dalyan/contracts/metrics'
import type { Sensors } from '@dalyan/contracts/quality-rules'
import type { RefusalReason } from '@dalyan/contracts/refusals'
import {
  gateReading,
  newGate,
  type GateSpell,
  type GateVerdict,
} from '../apps/server/src/features/measurements/quality/quality-gate.rules.ts'
import { KNOWN_METRICS, type KnownMetric, type LabelledReading } from './recorded-series.ts'
import type { ReplayedReading } from './replay-alarms.ts'

/** How well the gate recognizes the bad values of one metric. */
export interface MetricCounts {
  measured: number
  bad: number
  /** The numbers of refused bad and good values, by reason. */
  refused: Map<RefusalReason, { bad: number; good: number }>
  /** Unbroken runs of bad values, and how many of them have a refused value. */
  badSpells: number
  badSpellsSeen: number
}

export interface GatedSeries {
  readings: ReplayedReading[]
  spells: GateSpell[]
  counts: Record<KnownMetric, MetricCounts>
}

/** Passes readings through the gate, in their order. */
export function gateReadings(readings: readonly LabelledReading[], sensors: Sensors): GatedSeries {
  const rules = { sensors, conductivity: null, limits: {} }
  const counters = KNOWN_METRICS.map((metric) => ({ metric, ...countMetric() }))
  const gated: ReplayedReading[] = []
  const spells: GateSpell[] = []
  const state = newGate()
  for (const reading of readings) {
    const step = gateReading(state, reading, { rules })
    spells.push(...step.spells)
    for (const { metric, add } of counters)
      if ((reading.values[METRIC_KEYS.indexOf(metric)] ?? null) !== null)
        add(step.refusals?.[metric] ?? 'accepted', reading.bad.has(metric))
    const refused = new Set(METRIC_KEYS.filter((key) => step.refusals?.[key]))
    gated.push({ ...reading, refused })
  }
  const counts = Object.fromEntries(counters.map((counter) => [counter.metric, counter.counts]))
  return { readings: gated, spells, counts: counts as Record<KnownMetric, MetricCounts> }
}

function countMetric() {
  const counts: MetricCounts = { measured: 0, bad: 0, refused: new Map(), badSpells: 0, badSpellsSeen: 0 }
  let spell: { isSeen: boolean } | null = null

  /** Counts one value. A reading without this metric ends no spell. */
  function add(verdict: GateVerdict, isBad: boolean): void {
    counts.measured += 1
    if (verdict !== 'accepted') {
      const of = counts.refused.get(verdict) ?? { bad: 0, good: 0 }
      of[isBad ? 'bad' : 'good'] += 1
      counts.refused.set(verdict, of)
    }
    if (!isBad) {
      spell = null
      return
    }
    counts.bad += 1
    if (!spell) {
      spell = { isSeen: false }
      counts.badSpells += 1
    }
    if (verdict === 'accepted' || spell.isSeen) return
    spell.isSeen = true
    counts.badSpellsSeen += 1
  }

  return { counts, add }
}

/** The sum of some counts. */
export function sumOf(all: readonly MetricCounts[]): MetricCounts {
  const sum: MetricCounts = { measured: 0, bad: 0, refused: new Map(), badSpells: 0, badSpellsSeen: 0 }
  for (const { measured, bad, refused, badSpells, badSpellsSeen } of all) {
    sum.measured += measured
    sum.bad += bad
    sum.badSpells += badSpells
    sum.badSpellsSeen += badSpellsSeen
    for (const [reason, of] of refused) {
      const known = sum.refused.get(reason) ?? { bad: 0, good: 0 }
      sum.refused.set(reason, { bad: known.bad + of.bad, good: known.good + of.good })
    }
  }
  return sum
}

/** How many bad and good values were refused, whatever the reason. */
export function refusedOf({ refused }: MetricCounts): { bad: number; good: number } {
  const all = [...refused.values()]
  return { bad: all.reduce((sum, { bad }) => sum + bad, 0), good: all.reduce((sum, { good }) => sum + good, 0) }
}
