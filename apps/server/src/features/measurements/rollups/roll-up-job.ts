import type { Basics } from '../../../basics.ts'
import { instantAt } from '../../../core/clock.ts'
import { every } from '../../../core/every.ts'
import { monthsBetween, type Partitions } from '../storing/partitions.sql.ts'
import { rollupsRepository, type RollupsRepository } from './rollups.sql.ts'

const EVERY_MS = 30_000
/** Younger readings are mostly still arriving, so their bucket would be rolled up twice. */
const SETTLED_AFTER_MS = 2 * 60_000
const DIRTY_AT_ONCE = 2_000
const DAY_MS = 86_400_000

interface Needs extends Pick<Basics, 'database' | 'clock' | 'log'> {
  partitions: Partitions
}

/** Keeps roll-ups and partitions up to date with the readings. */
export function createRollUpJob({ database, partitions, clock, log }: Needs) {
  let repeated: ReturnType<typeof every> | null = null

  /** Runs one transaction at a time across all servers and imports. */
  function alone<T>(work: (rollups: RollupsRepository) => Promise<T>): Promise<T> {
    return database.transact(async (connection) => {
      const rollups = rollupsRepository(connection)
      await rollups.lock()
      return work(rollups)
    })
  }

  async function ensurePartitions(): Promise<void> {
    const now = clock.now()
    await partitions.ensure(monthsBetween(now - 31 * DAY_MS, now + 62 * DAY_MS))
  }

  /** Rolls up all settled readings, then the late ones. */
  async function rollUp(): Promise<void> {
    await ensurePartitions()
    // The mark is committed before the roll-up: from then on, writers below it mark their buckets as dirty.
    await alone(async (rollups) => {
      await rollups.waitForWriters()
      await rollups.moveMark(instantAt(clock.now() - SETTLED_AFTER_MS))
    })
    await alone(async (rollups) => {
      const { done_until, mark_until } = await rollups.state()
      if (done_until >= mark_until) return
      await rollups.rollInterval(done_until, mark_until)
      await rollups.finishMark()
    })
    for (;;) {
      const rolled = await alone((rollups) => rollups.rollDirty(DIRTY_AT_ONCE))
      if (rolled < DIRTY_AT_ONCE) return
    }
  }

  return {
    rollUp,
    /** Creates the partitions for the first readings, then rolls up every 30 s. */
    async start(): Promise<void> {
      await ensurePartitions()
      repeated = every(EVERY_MS, 'roll-ups', log, rollUp)
    },
    async stop(): Promise<void> {
      await repeated?.stop()
    },
  }
}

export type RollUpJob = ReturnType<typeof createRollUpJob>
