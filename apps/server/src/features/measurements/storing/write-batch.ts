import type { Connection } from '../../../core/database/database.ts'
import { storeReadingsRepository, type StoredReading } from './store-readings.sql.ts'
import type { LimitsInForce } from './limits-in-force.ts'
import { mergeValues, type GatedBatch } from './merge-readings.rules.ts'
import {
  measuredValues,
  withoutRefused,
  type EvaluatedReading,
  type GatedReading,
  type Outcome,
  type Reading,
} from './reading.ts'

/** The result of writing one batch. */
export interface Written<Followed> {
  outcomes: Outcome[]
  /** New readings; of a reading merged into a stored one only the added values. */
  added: EvaluatedReading[]
  /** Readings to show; of a merged reading all values. */
  shown: GatedReading[]
  /** What followed from the added readings; null: there are none. */
  followed: Followed | null
  /** Readings before this instant are late: their buckets were rolled up. Epoch milliseconds. */
  lateBefore: number
}

interface WriteNeeds<Followed> {
  limits: LimitsInForce
  /** None of the keys is stored. */
  areNew?: boolean
  /** Writes what follows from added readings. It may be called before the database has answered, in a transaction that is run again. */
  follow: (added: readonly EvaluatedReading[]) => Promise<Followed>
}

/** The limits have changed since the readings were evaluated. The transaction has to be run again. */
export class LimitsChanged extends Error {}

/**
 * Writes one batch inside a transaction: new rows, and metrics missing in stored ones.
 * @throws LimitsChanged on a pipelined connection; the database's error when a key of new readings is stored
 */
export async function writeBatch<Followed>(
  connection: Connection,
  prepared: GatedBatch,
  needs: WriteNeeds<Followed>,
): Promise<Written<Followed>> {
  const { readings, inserted, lateBefore, early } = await insertEvaluated(connection, prepared.readings, needs)
  const written =
    inserted === readings.length
      ? { outcomes: prepared.outcomes, added: readings, shown: readings }
      : await mergeWithStored(connection, { ...prepared, readings }, needs.limits)
  const followed = early ?? (written.added.length > 0 ? await needs.follow(written.added) : null)
  return { ...written, followed, lateBefore }
}

async function insertEvaluated<Followed>(
  connection: Connection,
  given: readonly GatedReading[],
  { limits, areNew = false, follow }: WriteNeeds<Followed>,
) {
  const repository = storeReadingsRepository(connection)
  // On Citus a key that another process has stored meanwhile may be an internal error, after which the transaction is not run again.
  const isPlain = areNew && !connection.isDistributed
  const insert = (readings: readonly EvaluatedReading[]) =>
    isPlain ? repository.insertNew(readings) : repository.insertMany(readings)
  const known = connection.isPipelined ? limits.evaluateByKnown(given) : null
  if (!known) {
    const readings = await limits.evaluate(connection, given)
    const { lateBefore } = await repository.readInForce()
    return { readings, inserted: await insert(readings), lateBefore, early: null }
  }
  const { readings } = known
  // Sent together, with the opening of the transaction: limits change rarely, and each answer waited for costs as much time as a small batch.
  // What follows from plain readings is sent too, because either all of them are added or the transaction fails.
  const [{ version, lateBefore }, inserted, early] = await Promise.all([
    repository.readInForce(),
    insert(readings),
    isPlain ? follow(readings) : null,
  ])
  if (version !== known.version) {
    limits.forget()
    throw new LimitsChanged()
  }
  return { readings, inserted, lateBefore, early }
}

/** Some keys existed: equal readings are duplicates, missing metrics are added, different values are ignored. */
async function mergeWithStored(
  connection: Connection,
  { given, readings, sources, outcomes: before }: Omit<GatedBatch, 'readings'> & { readings: EvaluatedReading[] },
  limits: LimitsInForce,
): Promise<Pick<Written<unknown>, 'outcomes' | 'added' | 'shown'>> {
  const repository = storeReadingsRepository(connection)
  const stored = new Map((await repository.findStoredBefore(readings)).map((row) => [row.index, row]))
  const outcomes = [...before]
  const added: EvaluatedReading[] = []
  const shown: GatedReading[] = []
  const grown: GatedReading[] = []
  readings.forEach((reading, index) => {
    const found = stored.get(index)
    if (!found) {
      added.push(reading)
      shown.push(reading)
      return
    }
    const merged = mergeValues(measuredValues(found), measuredValues(reading))
    settleOutcomes(sources[index] ?? [], found)
    if (merged.added.every((value) => value === null)) return
    // The stored reading's tank stays: history is not rewritten.
    const { tank_id } = found
    const addition = withoutRefused({ ...reading, tank_id, values: merged.added }, reading.refused)
    grown.push(addition)
    shown.push(withoutRefused({ ...addition, values: merged.all }, { ...addition.refused, ...found.refused }))
  })
  if (grown.length > 0) {
    const evaluated = await limits.evaluate(connection, grown)
    await repository.addMetrics(evaluated)
    added.push(...evaluated)
  }
  return { outcomes, added, shown }

  function settleOutcomes(indexes: readonly number[], known: StoredReading) {
    let values: Reading['values'] = measuredValues(known)
    for (const index of indexes) {
      const reading = given[index]
      if (!reading) continue
      const { outcome, all } = mergeValues(values, reading.values)
      outcomes[index] = outcome
      values = all
    }
  }
}
