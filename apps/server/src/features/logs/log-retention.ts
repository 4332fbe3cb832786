import { setTimeout as sleep } from 'node:timers/promises'
import type { Basics } from '../../basics.ts'
import { instantAt } from '../../core/clock.ts'
import type { Connection } from '../../core/database/database.ts'
import { removeOlder } from './visible-order.sql.ts'

const DAY_MS = 86_400_000
const AT_ONCE = 2_000
/** Limits a sweep, so that shutdown never waits for it; the next sweep continues. */
const BATCHES = 20
const BREATH_MS = 20

/** Each log and the setting of the days for which it is kept. */
const KEPT = [
  { table: 'terminal_logs', setting: 'log_retention_iot_days' },
  { table: 'tank_logs', setting: 'log_retention_tank_days' },
  { table: 'server_logs', setting: 'log_retention_server_days' },
] as const
type RetentionField = (typeof KEPT)[number]['setting']

export interface LogRetentionNeeds extends Pick<Basics, 'database' | 'clock'> {
  /** Days for which a log is kept. */
  daysOf: (on: Connection, setting: RetentionField) => Promise<number>
}

/** Deletes expired entries in small batches, with pauses so that writers are not blocked; call it repeatedly. */
export async function removeOldLogs({ database, clock, daysOf }: LogRetentionNeeds): Promise<void> {
  for (const { table, setting } of KEPT) {
    const before = instantAt(clock.now() - (await daysOf(database, setting)) * DAY_MS)
    for (let batch = 0; batch < BATCHES; batch += 1) {
      if ((await removeOlder(table, { before, most: AT_ONCE }, database)) < AT_ONCE) break
      await sleep(BREATH_MS)
    }
  }
}
