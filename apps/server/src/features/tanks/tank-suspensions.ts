import { instantAt, type Clock } from '../../core/clock.ts'
import type { Database } from '../../core/database/database.ts'
import { SYSTEM } from '../../core/system-processor.ts'
import type { AppEvents } from '../../events.ts'
import type { LogWriters } from '../logs/log-writer.ts'
import { tanksRepository } from './tanks.repository.ts'

interface Needs extends Pick<LogWriters, 'tankLogs'> {
  database: Database
  clock: Clock
  events: AppEvents
  /** Evaluates tanks by their current status, after the commit. */
  evaluateTanks: (tankIds: readonly number[]) => Promise<unknown>
}

/** Ends suspensions of tanks whose time is over; call it every few seconds. */
export function createTankSuspensions({ database, clock, events, tankLogs, evaluateTanks }: Needs) {
  return {
    async end(): Promise<void> {
      const at = instantAt(clock.now())
      const { ended, announceLog } = await database.transact(async (on) => {
        const rows = await tanksRepository(on).endSuspensions(at)
        const entry = {
          status: 'success' as const,
          processor: SYSTEM,
          event: 'status_changed' as const,
          created_at: at,
        }
        const entries = rows.map((subject) => ({ ...entry, subject, meta: { from: 'suspended', to: 'active' } }))
        return { ended: rows, announceLog: await tankLogs.write(on, entries) }
      })
      announceLog()
      if (ended.length > 0) await evaluateTanks(ended.map(({ id }) => id))
      for (const { id } of ended) events.emit('tank.changed', { id })
    },
  }
}
