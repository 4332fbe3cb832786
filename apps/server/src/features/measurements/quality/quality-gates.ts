import { METRIC_KEYS, type MetricKey } from '@dalyan/contracts/metrics'
import type { QualityRules } from '@dalyan/contracts/quality-rules'
import { instantAt, type Clock } from '../../../core/clock.ts'
import type { Database } from '../../../core/database/database.ts'
import { shortestDecimal } from '../storing/as-measurement.ts'
import { withoutRefused, type GatedReading, type Reading, type RefusedValue } from '../storing/reading.ts'
import { gateReading, isLive, newGate, type GateState, type Gated } from './quality-gate.rules.ts'
import { findGatedReadings } from './quality-gates.sql.ts'

/**
 * How long a process trusts its state of a terminal from which it received nothing: meanwhile another process may have stored its readings.
 * It also bounds the memory to the terminals that send.
 */
const KNOWN_FOR_MS = 10 * 60_000

/** Some hundred rows are read for each terminal: after a start all of them report at once. */
const LOADED_AT_ONCE = 500

interface Needs {
  database: Pick<Database, 'query' | 'isDistributed'>
  clock: Clock
}

/** The quality gates of all terminals. They are kept in memory, and set up from the last stored readings of a terminal at its first message. */
export function createQualityGates({ database, clock }: Needs) {
  const known = new Map<number, { state: GateState; usedAt: number }>()
  let sweptAt = clock.now()

  /** @param unknown the rules of each terminal by its id */
  async function load(unknown: ReadonlyMap<number, QualityRules | null>): Promise<void> {
    const now = clock.now()
    const ids = [...unknown.keys()]
    for (let from = 0; from < ids.length; from += LOADED_AT_ONCE) {
      const some = ids.slice(from, from + LOADED_AT_ONCE)
      const readings = await findGatedReadings(database, some, instantAt(now))
      for (const id of some) {
        const state = newGate()
        for (const reading of readings.get(id) ?? []) gateReading(state, reading, { rules: unknown.get(id) })
        known.set(id, { state, usedAt: now })
      }
    }
  }

  function sweep(now: number): void {
    if (now - sweptAt < KNOWN_FOR_MS) return
    sweptAt = now
    for (const [id, { usedAt }] of known) if (now - usedAt >= KNOWN_FOR_MS) known.delete(id)
  }

  return {
    /**
     * Passes readings through the gates of their terminals. Readings of a terminal must come in the order of their own time, and its next batch
     * only when this one is stored.
     */
    async pass(readings: readonly Reading[]): Promise<GatedReading[]> {
      const now = clock.now()
      sweep(now)
      const unknown = new Map<number, QualityRules | null>()
      for (const { terminal_id, quality = null } of readings) {
        const gate = known.get(terminal_id)
        if (!gate || now - gate.usedAt >= KNOWN_FOR_MS) unknown.set(terminal_id, quality)
      }
      if (unknown.size > 0) await load(unknown)
      return readings.map((reading) => {
        const gate = known.get(reading.terminal_id) ?? { state: newGate(), usedAt: now }
        known.set(reading.terminal_id, gate)
        gate.usedAt = now
        return passOne(gate.state, reading)
      })
    },

    /** Forgets the gates of readings that could not be stored, because their state is wrong. */
    forget(readings: readonly Reading[]): void {
      for (const { terminal_id } of readings) known.delete(terminal_id)
    },
  }
}

export type QualityGates = ReturnType<typeof createQualityGates>

/**
 * The gates for history that is imported: they know only what the same import passed before. Where a file is not in the order of time, a value is
 * tested by itself.
 */
export function createHistoryGates() {
  const states = new Map<number, GateState>()
  return {
    pass: (readings: readonly Reading[]): GatedReading[] =>
      readings.map((reading) => {
        const state = states.get(reading.terminal_id) ?? newGate()
        states.set(reading.terminal_id, state)
        return passOne(state, reading)
      }),
  }
}

export type HistoryGates = ReturnType<typeof createHistoryGates>

function passOne(state: GateState, reading: Reading): GatedReading {
  const { measured_at, received_at, values, quality } = reading
  const { refusals } = gateReading(
    state,
    { measured_at, values, isLive: isLive(measured_at, received_at) },
    { rules: quality },
  )
  return withoutRefused(reading, refusals && refusedBy(refusals, values))
}

function refusedBy(
  refusals: NonNullable<Gated['refusals']>,
  values: Reading['values'],
): Partial<Record<MetricKey, RefusedValue>> {
  const refused: Partial<Record<MetricKey, RefusedValue>> = {}
  METRIC_KEYS.forEach((key, i) => {
    const reason = refusals[key]
    if (reason) refused[key] = { value: shortestDecimal(values[i] ?? 0), reason }
  })
  return refused
}
