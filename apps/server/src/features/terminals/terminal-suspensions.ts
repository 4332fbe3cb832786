import { instantAt, type Clock } from '../../core/clock.ts'
import type { Database } from '../../core/database/database.ts'
import { SYSTEM } from '../../core/system-processor.ts'
import type { AppEvents } from '../../events.ts'
import type { LogWriters } from '../logs/log-writer.ts'
import { assignmentsRepository } from './assignments.sql.ts'
import { terminalsRepository } from './terminals.repository.ts'

interface Needs extends Pick<LogWriters, 'terminalLogs'> {
  database: Database
  clock: Clock
  events: AppEvents
  /** Evaluates tanks by their current terminals, after the commit. */
  evaluateTanks: (tankIds: readonly number[]) => Promise<unknown>
}

/** Ends expired suspensions of terminals; run it every few seconds. */
export function createTerminalSuspensions({ database, clock, events, terminalLogs, evaluateTanks }: Needs) {
  return {
    async end(): Promise<void> {
      const at = instantAt(clock.now())
      const { ended, announceLog } = await database.transact(async (on) => {
        const rows = await terminalsRepository(on).endSuspensions(at)
        const entry = {
          status: 'success' as const,
          processor: SYSTEM,
          event: 'status_changed' as const,
          created_at: at,
        }
        const entries = rows.map((subject) => ({ ...entry, subject, meta: { from: 'suspended', to: 'active' } }))
        return {
          ended: await assignmentsRepository(on).findByIds(rows.map((row) => row.id)),
          announceLog: await terminalLogs.write(on, entries),
        }
      })
      announceLog()
      for (const { id, tank } of ended) events.emit('terminal.changed', { id, tank_ids: tank ? [tank.id] : [] })
      await evaluateTanks([...new Set(ended.flatMap(({ tank }) => tank?.id ?? []))])
    },
  }
}
