import { METRIC_KEYS } from '@dalyan/contracts/metrics'
import type { Reading } from '../../measurements/storing/reading.ts'
import type { EvaluationRepository } from './evaluation.repository.ts'

export interface KnownLimits {
  /** The terminals of the readings that need a closer look: out of a limit, or out before. */
  findCandidates(repository: EvaluationRepository, readings: readonly Reading[]): Promise<Set<number>>
}

/** Lower and upper limit of each metric in turn, as reals; an open end is infinite. */
type Band = Float64Array

/**
 * The limits of tanks, kept in memory so that a batch with nothing out costs one small query. They hold as long as the database's
 * version of limits stands. A change that is committed just after the version was read is made good by `evaluateTanks`, which waits for the
 * readings under way and evaluates the latest values by the new limits.
 */
export function createKnownLimits(): KnownLimits {
  let known = { version: 0, bands: new Map<number, Band | null>() }

  async function bandsAt(
    repository: EvaluationRepository,
    version: number,
    readings: readonly Reading[],
  ): Promise<Map<number, Band | null>> {
    if (known.version !== version) known = { version, bands: new Map() }
    const { bands } = known
    const missing = new Set<number>()
    for (const { tank_id } of readings) if (tank_id !== null && !bands.has(tank_id)) missing.add(tank_id)
    if (missing.size === 0) return bands
    // Set only when they are known: the other writer looks into the same map meanwhile.
    for (const tank of await repository.findTanks([...missing])) {
      if (tank.status !== 'active' || !tank.limits) {
        bands.set(tank.id, null)
        continue
      }
      const band = new Float64Array(2 * METRIC_KEYS.length)
      tank.limits.forEach((limits, index) => {
        band[2 * index] = Math.fround(limits?.min ?? -Infinity)
        band[2 * index + 1] = Math.fround(limits?.max ?? Infinity)
      })
      bands.set(tank.id, band)
    }
    return bands
  }

  return {
    async findCandidates(repository, readings) {
      const { version, terminals } = await repository.findOut(readings)
      const bands = await bandsAt(repository, version, readings)
      const candidates = new Set(terminals)
      for (const { tank_id, terminal_id, values } of readings) {
        const band = tank_id === null ? null : bands.get(tank_id)
        if (band && isOutside(band, values)) candidates.add(terminal_id)
      }
      return candidates
    },
  }
}

function isOutside(band: Band, values: Reading['values']): boolean {
  for (let index = 0; index < values.length; index += 1) {
    const value = values[index]
    if (value === null || value === undefined) continue
    if (value < (band[2 * index] ?? -Infinity) || value > (band[2 * index + 1] ?? Infinity)) return true
  }
  return false
}
