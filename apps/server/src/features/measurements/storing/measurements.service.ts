import type { Measurement } from '@dalyan/contracts/measurements'
import type { Connection, Database } from '../../../core/database/database.ts'
import type { QualityGates } from '../quality/quality-gates.ts'
import { asMeasurements } from './as-measurement.ts'
import { storeReadingsRepository } from './store-readings.sql.ts'
import { createLimitsInForce } from './limits-in-force.ts'
import { newestValues, prepareBatch } from './merge-readings.rules.ts'
import { monthsOf, type Partitions } from './partitions.sql.ts'
import type { EvaluatedReading, Outcome, Reading } from './reading.ts'
import { LimitsChanged, writeBatch } from './write-batch.ts'

/** Batches written at the same time. */
const WRITERS = 2
// Writers share this lock; the roll-up job takes it exclusively to be sure that all writers see its new mark.
const OPENING = 'begin; select pg_advisory_xact_lock_shared(7101)'

interface Needs<Change> {
  database: Pick<Database, 'dedicated'>
  gates: QualityGates
  partitions: Partitions
  alarms: {
    /** Evaluates the stored readings in the same transaction. */
    evaluate: (connection: Connection, stored: readonly EvaluatedReading[]) => Promise<Change[]>
    announce: (changes: Change[]) => void
  }
  announce: (stored: Measurement[]) => void
}

/** Writes batches of readings. A batch, its latest values and its alarms are committed in one transaction, or not at all. */
export function measurementsService<Change>({ database, gates, partitions, alarms, announce }: Needs<Change>) {
  const limits = createLimitsInForce()
  const writers = Array.from({ length: WRITERS }, (_, i) => ({
    connection: database.dedicated(`ingest ${i + 1}`, OPENING),
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
     * Stores readings; when it returns, they are on disk.
     * @returns the outcome of each, in the given order.
     * @throws when no reading of the batch was stored.
     */
    async storeBatch(readings: readonly Reading[]): Promise<Outcome[]> {
      if (readings.length === 0) return []
      const merged = prepareBatch(readings)
      await partitions.ensure(monthsOf(readings))
      const prepared = { ...merged, readings: await gates.pass(merged.readings) }
      const store = () =>
        onIdlestWriter(async (connection) => {
          const result = await writeBatch(connection, prepared, limits)
          if (result.added.length === 0) return { written: result, changes: [] }
          const repository = storeReadingsRepository(connection)
          // Sent together; the transaction fails as a whole.
          const [, , changed] = await Promise.all([
            repository.updateLatest(newestValues(result.added)),
            repository.markLate(result.added),
            alarms.evaluate(connection, result.added),
          ])
          return { written: result, changes: changed }
        })
      const { written, changes } = await untilLimitsHold(store).catch((error: unknown) => {
        gates.forget(prepared.readings)
        throw error
      })
      if (written.shown.length > 0) announce(asMeasurements(written.shown))
      if (changes.length > 0) alarms.announce(changes)
      return written.outcomes
    },

    /**
     * Stores one manual reading, in one transaction with what `alongside` writes. It is shown, but neither raises nor
     * clears an alarm.
     * @returns null when the terminal already has a reading at this instant, which stays unchanged.
     */
    async storeByHand<T>(
      reading: Reading,
      alongside: (on: Connection) => Promise<T>,
    ): Promise<{ measurement: Measurement; alongside: T } | null> {
      await partitions.ensure(monthsOf([reading]))
      // No sensor sent it: the quality gate has nothing to test.
      const accepted = { ...reading, refused: null }
      const written = await onIdlestWriter(async (connection) => {
        const repository = storeReadingsRepository(connection)
        const [byHand] = await limits.evaluate(connection, [accepted])
        if (!byHand || (await repository.insertMany([byHand])) === 0) return null
        await repository.updateLatest(newestValues([byHand]))
        await repository.markLate([byHand])
        return { alongside: await alongside(connection) }
      })
      if (!written) return null
      const [stored] = asMeasurements([accepted])
      if (!stored) throw new Error('one reading makes one measurement')
      const measurement = { ...stored, iot_id: null }
      announce([measurement])
      return { measurement, ...written }
    },

    async close(): Promise<void> {
      await Promise.all(writers.map((writer) => writer.connection.close()))
    },
  }
}

export type MeasurementsService = ReturnType<typeof measurementsService>

/** Runs a transaction again when limits have changed since its readings were evaluated. */
async function untilLimitsHold<T>(store: () => Promise<T>): Promise<T> {
  try {
    return await store()
  } catch (error) {
    if (!(error instanceof LimitsChanged)) throw error
    return untilLimitsHold(store)
  }
}
