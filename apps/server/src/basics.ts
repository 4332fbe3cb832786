import type { Clock } from './core/clock.ts'
import type { Database } from './core/database/database.ts'
import type { Logger } from './core/log.ts'
import type { AppEvents } from './events.ts'
import type { Audit } from './core/audit.ts'

/** What most features need. Each names its own part of it: `Pick<Basics, 'database' | 'clock'>`. */
export interface Basics {
  database: Database
  clock: Clock
  log: Logger
  events: AppEvents
  audit: Audit
}
