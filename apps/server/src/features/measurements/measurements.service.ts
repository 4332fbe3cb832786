import type { Measurement } from '@dalyan/contracts/measurements'
import type { Connection, Database } from '../../core/database/database.ts'
import { asMeasurements } from './as-measurement.ts'
import { measurementsRepository, type StoredReading } from './measurements.repository.ts'
import { mergeValues, newestValues, prepareBatch, type Prepared } from './measurements.rules.ts'
import type { Partitions } from './partitions.repository.ts'
import type { Outcome, Reading } from './reading.ts'

/** How many batches are written at once. */
const WRITERS = 2
// Held shared by every writer; the roll-up job takes it alone to know that all writers see its new mark.
const OPENING = 'begin; select pg_advisory_xact_lock_shared(7101)'

interface Needs<Change> {
  database: Pick<Database, 'dedicated'>
  partitions: Pick<Partitions, 'ensure'>
  alarms: {
    /** Judges what was stored, in the same transaction. */
    evaluate: (connection: Connection, stored: readonly Reading[]) => Promise<Change[]>
    /** Tells of it, after the commit. */
    announce: (changes: Change[]) => void
  }
  announce: (stored: Measurement[]) => void
}

/** What one batch left in the database: new readings, and of those that were there the metrics that were added. */
interface Written {
  outcomes: Outcome[]
  /** To be judged: of a merged reading only what it added. */
  judged: Reading[]
  /** To be shown: of a merged reading the whole. */
  shown: Reading[]
}

/** Writes batches of readings: all of a batch, its latest values and its alarms in one transaction, or nothing. */
export function measurementsService<Change>({ database, partitions, alarms, announce }: Needs<Change>) {
  const writers = Array.from({ length: WRITERS }, (_, i) => ({
    connection: database.dedicated(`dalyan ingest ${i + 1}`, OPENING),
    waiting: 0,
  }))

  async function onIdlestWriter<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    const writer = writers.reduce((a, b) => (b.waiting < a.waiting ? b : a))
    writer.waiting += 1
    try {
      return await writer.connection.transact(work)
    } finally {
      writer.waiting -= 1
    }
  }

  return {
    /**
     * Stores readings; when it returns they are on disk.
     * @returns what became of each, in the given order. Throws when nothing of the batch was stored.
     */
    async storeBatch(readings: readonly Reading[]): Promise<Outcome[]> {
      if (readings.length === 0) return []
      const prepared = prepareBatch(readings)
      const [first, last] = rangeOf(readings)
      await partitions.ensure(first, last)
      const { written, changes } = await onIdlestWriter(async (connection) => {
        const result = await write(connection, prepared)
        return { written: result, changes: result.judged.length > 0 ? await alarms.evaluate(connection, result.judged) : [] }
      })
      if (written.shown.length > 0) announce(asMeasurements(written.shown))
      if (changes.length > 0) alarms.announce(changes)
      return written.outcomes
    },

    async close(): Promise<void> {
      await Promise.all(writers.map((writer) => writer.connection.close()))
    },
  }
}

export type MeasurementsService = ReturnType<typeof measurementsService>

function rangeOf(readings: readonly Reading[]): [first: number, last: number] {
  let first = Infinity
  let last = -Infinity
  for (const { measured_at } of readings) {
    first = Math.min(first, measured_at)
    last = Math.max(last, measured_at)
  }
  return [first, last]
}

async function write(connection: Connection, prepared: Prepared): Promise<Written> {
  const repository = measurementsRepository(connection)
  const inserted = await repository.insertMany(prepared.readings)
  const written =
    inserted === prepared.readings.length
      ? { outcomes: prepared.outcomes, judged: prepared.readings, shown: prepared.readings }
      : await mergeWithStored(connection, prepared)
  if (written.judged.length > 0) {
    await repository.updateLatest(newestValues(written.judged))
    await repository.markLate(written.judged)
  }
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
