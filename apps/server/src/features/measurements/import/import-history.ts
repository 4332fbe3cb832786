import type { Database } from '../../../core/database/database.ts'
import { createHistoryGates, type HistoryGates } from '../quality/quality-gates.ts'
import { rollupsRepository } from '../rollups/rollups.sql.ts'
import { createLimitsInForce, type LimitsInForce } from '../storing/limits-in-force.ts'
import { newestValues, prepareBatch } from '../storing/merge-readings.rules.ts'
import { monthsOf, partitions } from '../storing/partitions.sql.ts'
import type { Outcome, Reading } from '../storing/reading.ts'
import { storeReadingsRepository } from '../storing/store-readings.sql.ts'
import { writeBatch } from '../storing/write-batch.ts'

const READINGS_AT_ONCE = 5_000

interface Needs {
  database: Database
  /** Of any age and in any order. */
  readings: AsyncIterable<Reading> | Iterable<Reading>
  /** Default: gates that know nothing yet. */
  gates?: HistoryGates
  /** Called after each committed batch. */
  onStored?: (readings: readonly Reading[], outcomes: readonly Outcome[]) => void | Promise<void>
}

export type ImportCounts = Record<Outcome, number>

/**
 * Imports history in batches, each in one transaction with its latest values and roll-ups. Raises no alarms and
 * announces nothing. After an interruption, a new run finds the stored readings and continues; a repeated import
 * changes nothing.
 */
export async function importHistory({
  database,
  readings,
  gates = createHistoryGates(),
  onStored,
}: Needs): Promise<ImportCounts> {
  const months = partitions(database)
  const limits = createLimitsInForce()
  const counts: ImportCounts = { stored: 0, duplicate: 0, merged: 0, merged_in_part: 0, conflict: 0 }
  let batch: Reading[] = []

  async function storeCollected(): Promise<void> {
    const collected = batch
    batch = []
    if (collected.length === 0) return
    await months.ensure(monthsOf(collected))
    const outcomes = await storeRolledUp(database, collected, limits, gates)
    for (const outcome of outcomes) counts[outcome] += 1
    await onStored?.(collected, outcomes)
  }

  for await (const reading of readings) {
    batch.push(reading)
    if (batch.length === READINGS_AT_ONCE) await storeCollected()
  }
  await storeCollected()
  return counts
}

function storeRolledUp(
  database: Database,
  given: readonly Reading[],
  limits: LimitsInForce,
  gates: HistoryGates,
): Promise<Outcome[]> {
  const merged = prepareBatch(given)
  const prepared = { ...merged, readings: gates.pass(merged.readings) }
  return database.transact(async (connection) => {
    const rollups = rollupsRepository(connection)
    // No roll-up job runs meanwhile, so its mark does not move until the commit.
    await rollups.lock()
    const repository = storeReadingsRepository(connection)
    const { outcomes } = await writeBatch(connection, prepared, {
      limits,
      async follow(added) {
        await repository.updateLatest(newestValues(added))
        await repository.markLate(added)
        await rollups.rollAllDirty()
      },
    })
    return outcomes
  })
}
