import type { Database } from '../../../core/database/database.ts'
import { instantAt } from '../../../core/clock.ts'
import { prepareBatch } from '../storing/merge-readings.rules.ts'
import { monthsOf, partitions } from '../storing/partitions.repository.ts'
import type { Outcome, Reading } from '../storing/reading.ts'
import { rollupsRepository } from '../rollups/rollups.repository.ts'
import { floorTo } from '../rollups/time-spans.rules.ts'
import { writeBatch } from '../storing/write-batch.ts'

const READINGS_AT_ONCE = 5_000

interface Needs {
  database: Database
  /** Of any age, in any order. */
  readings: AsyncIterable<Reading> | Iterable<Reading>
  /** After each piece that is on disk. */
  onStored?: (readings: readonly Reading[], outcomes: readonly Outcome[]) => void | Promise<void>
}

export type ImportCounts = Record<Outcome, number>

/**
 * Brings history in, piece by piece: each in one transaction with its latest values and roll-ups. Raises no alarms, announces nothing.
 * Broken off and begun again, it finds what is there and goes on; a second run changes nothing.
 */
export async function importHistory({ database, readings, onStored }: Needs): Promise<ImportCounts> {
  const months = partitions(database)
  const counts: ImportCounts = { stored: 0, duplicate: 0, merged: 0, merged_in_part: 0, conflict: 0 }
  let piece: Reading[] = []

  async function storePiece(): Promise<void> {
    const now = piece
    piece = []
    if (now.length === 0) return
    await months.ensure(monthsOf(now))
    const outcomes = await storeRolledUp(database, now)
    for (const outcome of outcomes) counts[outcome] += 1
    await onStored?.(now, outcomes)
  }

  for await (const reading of readings) {
    piece.push(reading)
    if (piece.length === READINGS_AT_ONCE) await storePiece()
  }
  await storePiece()
  return counts
}

function storeRolledUp(database: Database, readings: readonly Reading[]): Promise<Outcome[]> {
  const prepared = prepareBatch(readings)
  return database.transact(async (connection) => {
    const rollups = rollupsRepository(connection)
    // No roll-up runs meanwhile, so that what is done stays done until this is committed.
    await rollups.lock()
    const written = await writeBatch(connection, prepared)
    const { done_until } = await rollups.state()
    await rollups.rollBuckets(bucketsOf(written.judged, Date.parse(done_until)))
    return written.outcomes
  })
}

/** The 15 minutes that the readings touch, as far as they are rolled up already; the job does the rest. */
function bucketsOf(readings: readonly Reading[], doneUntil: number) {
  const buckets = new Map<string, { terminal_id: number; bucket: string }>()
  for (const { terminal_id, measured_at } of readings) {
    if (measured_at >= doneUntil) continue
    const start = floorTo('15m', measured_at)
    buckets.set(`${terminal_id} ${start}`, { terminal_id, bucket: instantAt(start) })
  }
  return [...buckets.values()]
}
