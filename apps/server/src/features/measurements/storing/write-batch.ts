import type { Connection } from '../../../core/database/database.ts'
import { measurementsRepository, type StoredReading } from './store-readings.repository.ts'
import { mergeValues, newestValues, type Prepared } from './merge-readings.rules.ts'
import type { Outcome, Reading } from './reading.ts'

/** What one batch left in the database: new readings, and of those that were there the metrics that were added. */
export interface Written {
  outcomes: Outcome[]
  /** To be judged: of a merged reading only what it added. */
  judged: Reading[]
  /** To be shown: of a merged reading the whole. */
  shown: Reading[]
}

/** Writes one batch inside a transaction: new rows, metrics that stored ones lacked, latest values. */
export async function writeBatch(connection: Connection, prepared: Prepared): Promise<Written> {
  const repository = measurementsRepository(connection)
  const inserted = await repository.insertMany(prepared.readings)
  const written =
    inserted === prepared.readings.length
      ? { outcomes: prepared.outcomes, judged: prepared.readings, shown: prepared.readings }
      : await mergeWithStored(connection, prepared)
  if (written.judged.length > 0) await repository.updateLatest(newestValues(written.judged))
  return written
}

/** Some keys were taken: equal is a duplicate, missing metrics are added, a different value is not taken. */
async function mergeWithStored(connection: Connection, prepared: Prepared): Promise<Written> {
  const repository = measurementsRepository(connection)
  const stored = new Map((await repository.findStoredBefore(prepared.readings)).map((row) => [row.place, row]))
  const outcomes = [...prepared.outcomes]
  const judged: Reading[] = []
  const shown: Reading[] = []
  const grown: Reading[] = []
  prepared.readings.forEach((reading, place) => {
    const before = stored.get(place)
    if (!before) {
      judged.push(reading)
      shown.push(reading)
      return
    }
    const { added, whole } = mergeValues(before.values, reading.values)
    settleOutcomes(outcomes, prepared.sources[place] ?? [], before)
    if (added.every((value) => value === null)) return
    // The stored reading's tank stands: history is not rewritten.
    judged.push({ ...reading, tank_id: before.tank_id, values: added })
    shown.push({ ...reading, tank_id: before.tank_id, values: whole })
    grown.push({ ...reading, values: added })
  })
  if (grown.length > 0) await repository.addMetrics(grown)
  return { outcomes, judged, shown }

  function settleOutcomes(into: Outcome[], sources: readonly number[], before: StoredReading) {
    let values: Reading['values'] = before.values
    for (const source of sources) {
      const given = prepared.given[source]
      if (!given) continue
      const { outcome, whole } = mergeValues(values, given.values)
      into[source] = outcome
      values = whole
    }
  }
}
