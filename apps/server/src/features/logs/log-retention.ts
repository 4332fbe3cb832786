import { setTimeout as sleep } from 'node:timers/promises'
import { instantAt, type Clock } from '../../core/clock.ts'
import type { Connection, Database } from '../../core/database/database.ts'
import { visibleOrder } from './visible-order.sql.ts'

const DAY_MS = 86_400_000
const AT_ONCE = 2_000
/** Limits a sweep, so that shutdown never waits for it; the next sweep continues. */
const BATCHES = 20
const BREATH_MS = 20

type Days = 'log_retention_iot_days' | 'log_retention_tank_days' | 'log_retention_server_days'

interface Needs {
  database: Database
  clock: Clock
  /** Days for which a log is kept. */
  daysOf: (on: Connection, setting: Days) => Promise<number>
}

/** Deletes expired entries in small batches, with pauses so that writers are not blocked. @returns a function that runs one sweep. */
export function createLogRetention({ database, clock, daysOf }: Needs): () => Promise<void> {
  const logs = [
    { setting: 'log_retention_iot_days', rows: visibleOrder('terminal_logs', 'id', database.db) },
    { setting: 'log_retention_tank_days', rows: visibleOrder('tank_logs', 'id', database.db) },
    { setting: 'log_retention_server_days', rows: visibleOrder('server_logs', 'seq', database.db) },
  ] as const
  return async () => {
    for (const { setting, rows } of logs) {
      const before = instantAt(clock.now() - (await daysOf(database, setting)) * DAY_MS)
      for (let batch = 0; batch < BATCHES; batch += 1) {
        if ((await rows.removeOlder(before, AT_ONCE)) < AT_ONCE) break
        await sleep(BREATH_MS)
      }
    }
  }
}
