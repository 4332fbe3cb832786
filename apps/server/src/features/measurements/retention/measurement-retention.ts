import { setTimeout as sleep } from 'node:timers/promises'
import type { RetentionDays } from '@dalyan/contracts/measurement-retention'
import type { MeasurementStorage, StoredLevel } from '@dalyan/contracts/measurement-storage'
import type { Basics } from '../../../basics.ts'
import { instantAt } from '../../../core/clock.ts'
import type { Connection } from '../../../core/database/database.ts'
import { keptOf } from '../rollups/kept.rules.ts'
import { rollupsRepository } from '../rollups/rollups.sql.ts'
import type { Partitions } from '../storing/partitions.sql.ts'
import { expiredBefore } from './retention.rules.ts'
import { retentionRepository, type PartitionedLevel } from './retention.sql.ts'

const AT_ONCE = 2_000
/** Limits a sweep, so that shutdown never waits for it; the next sweep continues. */
const BATCHES = 20
const BREATH_MS = 20
/** PostgreSQL: a lock was not free in time. */
const LOCK_NOT_AVAILABLE = '55P03'

interface Needs extends Pick<Basics, 'database' | 'clock'> {
  partitions: Partitions
  /** Days for which each level is kept. */
  retentionDays: (on: Connection) => Promise<RetentionDays>
  /** Readings of devices are refused when they are older. */
  lateDays: number
}

/** Drops readings and roll-ups that have expired, and reports what it would drop. */
export function createMeasurementRetention({ database, clock, partitions, retentionDays, lateDays }: Needs) {
  /** Drops a month together with the note that it is gone. @returns false when it is not rolled up yet, or its table is in use */
  async function dropMonth(level: PartitionedLevel, { month, end }: { month: string; end: string }): Promise<boolean> {
    try {
      const isGone = await database.transact(async (connection) => {
        const rollups = rollupsRepository(connection)
        const retention = retentionRepository(connection)
        await rollups.lock()
        // Of readings the roll-ups have to stay; of 15 minutes those of 6 hours, which are made of them at once.
        const isRolledUp =
          level === 'raw'
            ? await retention.isRolledUp(end)
            : Date.parse(end) <= Date.parse((await rollups.state()).raw_from)
        if (!isRolledUp) return false
        await retention.moveKept(level, end)
        await retention.detach(level, month)
        return true
      })
      if (isGone) partitions.forget(month)
      return isGone
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === LOCK_NOT_AVAILABLE) return false
      throw error
    }
  }

  async function dropMonths(level: PartitionedLevel, expired: number | null): Promise<void> {
    const kept = keptOf(await rollupsRepository(database).state())
    // A month from before could only have come back with a reading that nobody can see.
    const until = instantAt(Math.max(expired ?? 0, kept[level]))
    for (const month of await retentionRepository(database).monthsUntil(level, until)) {
      if (!(await dropMonth(level, month))) return
    }
  }

  async function deleteRows(level: '15m' | '6h', before: string): Promise<void> {
    for (let batch = 0; batch < BATCHES; batch += 1) {
      if (!(await retentionRepository(database).deleteSome(level, before, AT_ONCE))) return
      await sleep(BREATH_MS)
    }
  }

  /** One sweep; what it cannot drop now, the next one does. */
  async function sweep(): Promise<void> {
    const expired = expiredBefore(clock.now(), await retentionDays(database), lateDays)
    await dropMonths('raw', expired.raw)
    await dropMonths('15m', expired['15m'])
    const kept = keptOf(await rollupsRepository(database).state())
    if (expired['6h'] !== null) {
      const before = instantAt(Math.min(expired['6h'], kept['15m']))
      await retentionRepository(database).moveKept('6h', before)
    }
    const { rolled_15m_from, rolled_6h_from } = await rollupsRepository(database).state()
    await deleteRows('15m', rolled_15m_from)
    await deleteRows('6h', rolled_6h_from)
    await retentionRepository(database).dropDetached().catch(ignoreBusy)
  }

  /** What is stored, and what would be dropped with these days. */
  async function storage(days: RetentionDays): Promise<MeasurementStorage> {
    const retention = retentionRepository(database)
    const state = await rollupsRepository(database).state()
    const kept = keptOf(state)
    const expired = expiredBefore(clock.now(), days, lateDays)
    const [bytes, oldest] = await Promise.all([retention.bytes(), retention.oldest(kept)])

    async function expiringOf(level: StoredLevel['level']): Promise<StoredLevel['expiring']> {
      const until = expired[level]
      if (until === null || until <= kept[level]) return null
      const before = instantAt(until)
      const readings = await retention.countReadings(instantAt(kept[level]), before)
      if (readings === 0) return null
      if (level === '6h')
        return { before, readings, bytes: Math.round(bytes['6h'] * (await retention.shareOfMonths(before))) }
      const months = await retention.monthsUntil(level, before)
      return { before, readings, bytes: months.reduce((sum, month) => sum + month.bytes, 0) }
    }

    const levelOf = async (level: StoredLevel['level']) => ({
      level,
      oldest: oldest[level],
      bytes: bytes[level],
      expiring: await expiringOf(level),
    })
    return { levels: await Promise.all([levelOf('raw'), levelOf('15m'), levelOf('6h')]) }
  }

  return { sweep, storage }
}

function ignoreBusy(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && error.code === LOCK_NOT_AVAILABLE)) throw error
}

export type MeasurementRetention = ReturnType<typeof createMeasurementRetention>
