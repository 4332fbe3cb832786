import { METRIC_KEYS, type MetricKey } from '@dalyan/contracts/metrics'
import { sideOf } from '@dalyan/contracts/out-of-range'
import type { Connection } from '../../../core/database/database.ts'
import type { EvaluatedReading, GatedReading, Reading } from './reading.ts'
import { readLimitsVersion, readTankLimits, type StoredLimits } from './tank-limits.sql.ts'

/** The bit of a metric in `flags` and `EvaluatedReading.out_of_range`. */
export function outOfRangeBit(metric: MetricKey): number {
  return 2 << METRIC_KEYS.indexOf(metric)
}

/** Sets the bit of each metric outside the limits; without limits, none. */
export function outOfRangeBits(values: Reading['values'], limits: StoredLimits | null): number {
  if (!limits) return 0
  let bits = 0
  for (let i = 0; i < values.length; i += 1) {
    const value = values[i] ?? null
    const ofMetric = limits[i]
    if (value !== null && ofMetric && sideOf(value, ofMetric)) bits |= 2 << i
  }
  return bits
}

interface KnownLimits {
  /** Null: not read yet. */
  version: number | null
  tanks: Map<number, StoredLimits | null>
}

/**
 * Evaluates readings by the limits in force when they are stored. The limits stay in memory while their version in the
 * database is unchanged, so a batch costs one small query.
 */
export function createLimitsInForce() {
  let known: KnownLimits = { version: null, tanks: new Map() }

  return {
    /**
     * Evaluates by the limits that are known, without a question to the database; null: those of a tank are not known. The transaction that stores
     * the result has to compare its version with the one in force.
     */
    evaluateByKnown(readings: readonly GatedReading[]): { version: number; readings: EvaluatedReading[] } | null {
      const { version, tanks } = known
      if (version === null || readings.some(({ tank_id }) => tank_id !== null && !tanks.has(tank_id))) return null
      return { version, readings: evaluated(readings, version, tanks) }
    },

    /** Call it in the transaction that stores the readings. */
    async evaluate(connection: Connection, readings: readonly GatedReading[]): Promise<EvaluatedReading[]> {
      const version = await readLimitsVersion(connection)
      if (known.version !== version) known = { version, tanks: new Map() }
      const { tanks } = known
      const missing = new Set<number>()
      for (const { tank_id } of readings) if (tank_id !== null && !tanks.has(tank_id)) missing.add(tank_id)
      // Entered only once known: another writer may read the same map meanwhile.
      if (missing.size > 0)
        for (const [id, limits] of await readTankLimits(connection, [...missing])) tanks.set(id, limits)
      return evaluated(readings, version, tanks)
    },

    /** The known limits are out of date. */
    forget(): void {
      known = { version: null, tanks: new Map() }
    },
  }
}

function evaluated(
  readings: readonly GatedReading[],
  version: number,
  tanks: KnownLimits['tanks'],
): EvaluatedReading[] {
  return readings.map((reading) => ({
    ...reading,
    limits_version: version,
    out_of_range: outOfRangeBits(
      reading.values,
      reading.tank_id === null ? null : (tanks.get(reading.tank_id) ?? null),
    ),
  }))
}

export type LimitsInForce = ReturnType<typeof createLimitsInForce>
