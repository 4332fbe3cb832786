import type { Clock } from '../../core/clock.ts'
import type { Database } from '../../core/database/database.ts'
import type { Logger } from '../../core/log.ts'
import type { AppEvents } from '../../events.ts'
import { createAlarmClock, type AlarmClock } from './alarm-clock.ts'
import { alarmsRepository, type AlarmsRepository } from './alarms.repository.ts'
import { alarmsService, type AlarmsService } from './alarms.service.ts'

interface Needs {
  database: Database
  clock: Clock
  events: AppEvents
  log: Logger
  /** Ages in seconds, by a terminal's usual interval (`terminal-presence.rules.ts`). */
  staleAfterSeconds: (interval: number | null) => number
  offlineAfterSeconds: (interval: number | null) => number
}

interface Alarms {
  alarms: AlarmsService
  alarmReads: AlarmsRepository
  alarmClock: AlarmClock
}

/** Alarms, wired. The clock is started by whoever starts the server. */
export function createAlarms(needs: Needs): Alarms {
  const alarms = alarmsService(needs)
  return { alarms, alarmReads: alarmsRepository(needs.database), alarmClock: createAlarmClock({ ...needs, alarms }) }
}
