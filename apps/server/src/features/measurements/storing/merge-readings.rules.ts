import { METRIC_KEYS, type MetricKey } from '@dalyan/contracts/metrics'
import type { GatedReading, Outcome, Reading, RefusedValue } from './reading.ts'

type MetricValues = Reading['values']

/** Merges two readings of the same terminal and instant: stored metrics stay, missing ones are added. */
export function mergeValues(
  stored: MetricValues,
  given: MetricValues,
): { outcome: Outcome; added: MetricValues; all: MetricValues } {
  let adds = false
  let differs = false
  const added = given.map((value, i) => {
    const old = stored[i] ?? null
    if (value === null) return null
    if (old !== null) {
      differs ||= old !== value
      return null
    }
    adds = true
    return value
  })
  const all = stored.map((value, i) => value ?? added[i] ?? null)
  return { outcome: outcomeOf(adds, differs), added, all }
}

function outcomeOf(adds: boolean, differs: boolean): Outcome {
  if (adds) return differs ? 'merged_in_part' : 'merged'
  return differs ? 'conflict' : 'duplicate'
}

/** Whether at least one value of the reading was written. */
export function isNew(outcome: Outcome): boolean {
  return outcome === 'stored' || outcome === 'merged' || outcome === 'merged_in_part'
}

/** Whether at least one value of the reading differs from the stored one. */
export function isConflict(outcome: Outcome | undefined): boolean {
  return outcome === 'conflict' || outcome === 'merged_in_part'
}

/** The key of a reading in its table: terminal and instant. */
const keyOf = (reading: Reading) => `${reading.terminal_id} ${reading.measured_at}`

/** A batch with equal keys merged, sorted by key so that two writers lock in the same order. */
export interface Prepared {
  given: readonly Reading[]
  readings: Reading[]
  /** By index of a prepared reading: the indexes of the given readings merged into it, in order. */
  sources: number[][]
  /** Outcome of each given reading so far: `stored` for the first of its key. */
  outcomes: Outcome[]
}

/** The same after the quality gate. */
export interface GatedBatch extends Prepared {
  readings: GatedReading[]
}

/** Merges equal keys of a batch, earlier readings first, and sorts by key. */
export function prepareBatch(given: readonly Reading[]): Prepared {
  const outcomes: Outcome[] = Array.from({ length: given.length }, () => 'stored')
  const byKey = new Map<string, { reading: Reading; sources: number[] }>()
  given.forEach((reading, index) => {
    const key = keyOf(reading)
    const before = byKey.get(key)
    if (!before) {
      byKey.set(key, { reading, sources: [index] })
      return
    }
    const { outcome, all } = mergeValues(before.reading.values, reading.values)
    outcomes[index] = outcome
    before.reading = { ...before.reading, values: all }
    before.sources.push(index)
  })
  const sorted = [...byKey.values()].sort(
    (a, b) => a.reading.terminal_id - b.reading.terminal_id || a.reading.measured_at - b.reading.measured_at,
  )
  return {
    given,
    readings: sorted.map((entry) => entry.reading),
    sources: sorted.map((entry) => entry.sources),
    outcomes,
  }
}

/** The newest value of each metric in a batch, for one terminal on one tank. */
export interface NewestValues {
  terminal_id: number
  /** 0: no tank. */
  tank_id: number
  measured_at: number
  received_at: number
  values: (number | null)[]
  /** Epoch milliseconds of each value. */
  times: (number | null)[]
  /** The newest refused value of each metric with its time in epoch milliseconds; null: none. */
  refused: Partial<Record<MetricKey, RefusedValue & { at: number }>> | null
}

/** The newest non-null value per terminal, tank and metric, sorted by key: a terminal may send each metric in its own message. */
export function newestValues(stored: readonly GatedReading[]): NewestValues[] {
  const byPair = new Map<string, NewestValues>()
  for (const { terminal_id, tank_id, measured_at, received_at, values, refused } of stored) {
    const key = `${terminal_id} ${tank_id ?? 0}`
    const newest = byPair.get(key)
    if (!newest) {
      const times = values.map((value) => (value === null ? null : measured_at))
      const first = { terminal_id, tank_id: tank_id ?? 0, measured_at, received_at, values: [...values], times }
      byPair.set(key, { ...first, refused: refused && withTime(refused, measured_at) })
      continue
    }
    newest.measured_at = Math.max(newest.measured_at, measured_at)
    newest.received_at = Math.max(newest.received_at, received_at)
    if (refused) newest.refused = { ...newest.refused, ...withTime(refused, measured_at) }
    values.forEach((value, i) => {
      if (value === null || (newest.times[i] ?? -Infinity) >= measured_at) return
      newest.values[i] = value
      newest.times[i] = measured_at
    })
  }
  return [...byPair.values()].sort((a, b) => a.terminal_id - b.terminal_id || a.tank_id - b.tank_id)
}

function withTime(refused: NonNullable<GatedReading['refused']>, at: number): NonNullable<NewestValues['refused']> {
  return Object.fromEntries(
    METRIC_KEYS.flatMap((key) => {
      const found = refused[key]
      return found ? [[key, { ...found, at }]] : []
    }),
  )
}
