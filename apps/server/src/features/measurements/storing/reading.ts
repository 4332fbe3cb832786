import { METRIC_KEYS, type MetricKey } from '@dalyan/contracts/metrics'
import type { QualityRules } from '@dalyan/contracts/quality-rules'
import type { RefusalReason } from '@dalyan/contracts/refusals'

/** An accepted reading that is not stored yet. */
export interface Reading {
  terminal_id: number
  /** The tank at `measured_at`; null: none, or the terminal is suspended. */
  tank_id: number | null
  /** Epoch milliseconds. */
  measured_at: number
  received_at: number
  /** In the order of the registry (`METRICS`), null: not measured. Already rounded to the database's reals (`Math.fround`). */
  values: readonly (number | null)[]
  /** The terminal's clock was wrong; `measured_at` is the time of arrival. */
  clock_skew: boolean
  /** The rules of the quality gate for its terminal; not stored. Null or absent: the usual ones. */
  quality?: QualityRules | null
}

/** A value that the quality gate refused. */
export interface RefusedValue {
  /** The shortest decimal of the database's real, as users see it. */
  value: number
  reason: RefusalReason
}

/** By metric; null: none. */
export type RefusedValues = Readonly<Partial<Record<MetricKey, RefusedValue>>> | null

/** A reading that passed the quality gate: `values` has null for what was refused. */
export interface GatedReading extends Reading {
  refused: RefusedValues
}

/** A reading with its evaluation, which is stored with it and stays when the limits change. */
export interface EvaluatedReading extends GatedReading {
  /** One bit for each metric outside the limits of the tank: 2 for the first metric, 4 for the second … (`outOfRangeBit`). */
  out_of_range: number
  /** Version of the limits that it was evaluated by. */
  limits_version: number
}

/**
 * The outcome of storing a reading. `merged`: it added metrics to the stored one. `conflict`: a stored metric has a
 * different value, which stays. `merged_in_part`: both.
 */
export type Outcome = 'stored' | 'duplicate' | 'merged' | 'merged_in_part' | 'conflict'

/** Takes the refused ones out of the values of a reading. @param refused also those that the reading does not have */
export function withoutRefused(reading: Reading, refused: RefusedValues): GatedReading {
  if (refused === null) return { ...reading, refused }
  const kept = METRIC_KEYS.flatMap((key, index) => {
    const found = refused[key]
    return found && (reading.values[index] ?? null) !== null ? [[key, found] as const] : []
  })
  if (kept.length === 0) return { ...reading, refused: null }
  return {
    ...reading,
    values: reading.values.map((value, index) => (isRefused(refused, index) ? null : value)),
    refused: Object.fromEntries(kept),
  }
}

const isRefused = (refused: NonNullable<RefusedValues>, index: number) => {
  const key = METRIC_KEYS[index]
  return key !== undefined && refused[key] !== undefined
}

/** All values that a terminal sent, in the order of the registry and as reals: the accepted and the refused ones. */
export function measuredValues({ values, refused }: Pick<GatedReading, 'values' | 'refused'>): Reading['values'] {
  if (refused === null) return values
  return METRIC_KEYS.map((key, index) => {
    const found = refused[key]
    return values[index] ?? (found ? Math.fround(found.value) : null)
  })
}
