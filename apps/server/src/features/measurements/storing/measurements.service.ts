import type { Measurement } from '@dalyan/contracts/measurements'
import type { Connection, Database } from '../../../core/database/database.ts'
import { isTaken } from '../../../core/database/unique-violation.ts'
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
  const newestTimes = createNewestTimes()
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
      const areNew = newestTimes.areLater(merged.readings)
      const store = (isFirst: boolean) =>
        onIdlestWriter(async (connection) => {
          const repository = storeReadingsRepository(connection)
          // Sent together; the transaction fails as a whole.
          const follow = async (added: readonly EvaluatedReading[]) => {
            const [, changed] = await Promise.all([
              repository.updateLatest(newestValues(added)),
              alarms.evaluate(connection, added),
            ])
            return changed
          }
          const result = await writeBatch(connection, prepared, { limits, areNew: areNew && isFirst, follow })
          const late = result.added.filter(({ measured_at }) => measured_at < result.lateBefore)
          if (late.length > 0) await repository.markLate(late)
          return result
        })
      const { outcomes, shown, followed } = await untilItHolds(store).catch((error: unknown) => {
        gates.forget(prepared.readings)
        throw error
      })
      if (shown.length > 0) announce(asMeasurements(shown))
      if (followed && followed.length > 0) alarms.announce(followed)
      return outcomes
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

/** Runs a transaction again when limits have changed since its readings were evaluated, or when another process has stored one of them. */
async function untilItHolds<T>(store: (isFirst: boolean) => Promise<T>, isFirst = true): Promise<T> {
  try {
    return await store(isFirst)
  } catch (error) {
    const isStored = isFirst && isTaken(error)
    if (!(error instanceof LimitsChanged) && !isStored) throw error
    return untilItHolds(store, false)
  }
}

/** The newest instant of each terminal that this process was given. A reading with a later one is not stored yet, unless by another process. */
function createNewestTimes() {
  const newest = new Map<number, number>()
  return {
    /** Whether all are later than what came before from their terminals, of which something came. @param readings sorted by key */
    areLater(readings: readonly Reading[]): boolean {
      let areLater = true
      for (const { terminal_id, measured_at } of readings) {
        const known = newest.get(terminal_id)
        if (known === undefined || measured_at <= known) areLater = false
        if (known === undefined || measured_at > known) newest.set(terminal_id, measured_at)
      }
      return areLater
    },
  }
}
