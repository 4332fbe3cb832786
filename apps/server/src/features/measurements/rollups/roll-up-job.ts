import { instantAt, type Clock } from '../../../core/clock.ts'
import type { Database } from '../../../core/database/database.ts'
import type { Logger } from '../../../core/log.ts'
import { monthsBetween, type Partitions } from '../storing/partitions.sql.ts'
import { rollupsRepository, type RollupsRepository } from './rollups.sql.ts'

const EVERY_MS = 30_000
/** Readings younger than this mostly still arrive: rolling them up would be done twice. */
const SETTLED_AFTER_MS = 2 * 60_000
const DIRTY_AT_ONCE = 2_000
const DAY_MS = 86_400_000

interface Needs {
  database: Database
  partitions: Pick<Partitions, 'ensure'>
  clock: Clock
  log: Logger
}

/** Keeps roll-ups and partitions up with the readings. */
export function createRollUpJob({ database, partitions, clock, log }: Needs) {
  let timer: NodeJS.Timeout | null = null
  let running: Promise<void> = Promise.resolve()

  /** One transaction that only one of all servers and imports does at a time. */
  function alone<T>(work: (rollups: RollupsRepository) => Promise<T>): Promise<T> {
    return database.transact(async (connection) => {
      const rollups = rollupsRepository(connection)
      await rollups.lock()
      return work(rollups)
    })
  }

  /** Rolls up everything that has settled, then the late ones. */
  async function rollUp(): Promise<void> {
    const now = clock.now()
    await partitions.ensure(monthsBetween(now - 31 * DAY_MS, now + 62 * DAY_MS))
    // The mark is committed before anything is rolled up: from then on, who stores below it says so.
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
    /** Makes the partitions that the first readings need, then works every 30 s. */
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
