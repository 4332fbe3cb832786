import { instantAt, type Clock } from '../../../core/clock.ts'
import type { Database } from '../../../core/database/database.ts'
import type { Logger } from '../../../core/log.ts'
import { monthsBetween, type Partitions } from '../storing/partitions.sql.ts'
import { rollupsRepository, type RollupsRepository } from './rollups.sql.ts'

const EVERY_MS = 30_000
/** Younger readings are mostly still arriving, so their bucket would be rolled up twice. */
const SETTLED_AFTER_MS = 2 * 60_000
const DIRTY_AT_ONCE = 2_000
const DAY_MS = 86_400_000

interface Needs {
  database: Database
  partitions: Pick<Partitions, 'ensure'>
  clock: Clock
  log: Logger
}

/** Keeps roll-ups and partitions up to date with the readings. */
export function createRollUpJob({ database, partitions, clock, log }: Needs) {
  let timer: NodeJS.Timeout | null = null
  let running: Promise<void> = Promise.resolve()

  /** Runs one transaction at a time across all servers and imports. */
  function alone<T>(work: (rollups: RollupsRepository) => Promise<T>): Promise<T> {
    return database.transact(async (connection) => {
      const rollups = rollupsRepository(connection)
      await rollups.lock()
      return work(rollups)
    })
  }

  /** Rolls up all settled readings, then the late ones. */
  async function rollUp(): Promise<void> {
    const now = clock.now()
    await partitions.ensure(monthsBetween(now - 31 * DAY_MS, now + 62 * DAY_MS))
    // The mark is committed before the roll-up: from then on, writers below it mark their buckets as dirty.
    await alone(async (rollups) => {
      await rollups.waitForWriters()
      await rollups.moveMark(instantAt(now - SETTLED_AFTER_MS))
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

  function schedule(): void {
    timer = setTimeout(() => {
      running = rollUp()
        .catch((error: unknown) => log.warn({ err: error }, 'roll-ups could not be made; tried again soon'))
        .then(() => {
          if (timer) schedule()
        })
    }, EVERY_MS)
  }

  return {
    rollUp,
    /** Creates the partitions for the first readings, then rolls up every 30 s. */
    async start(): Promise<void> {
      const now = clock.now()
      await partitions.ensure(monthsBetween(now - 31 * DAY_MS, now + 62 * DAY_MS))
      schedule()
    },
    async stop(): Promise<void> {
      if (timer) clearTimeout(timer)
      timer = null
      await running
    },
  }
}

export type RollUpJob = ReturnType<typeof createRollUpJob>
