import type { Clock } from '../../core/clock.ts'
import type { Database } from '../../core/database/database.ts'
import type { Logger } from '../../core/log.ts'
import type { AppEvents } from '../../events.ts'
import type { LogWriters } from '../logs/log-writer.ts'
import { createAlarmActions, type AlarmActions } from './actions/alarm-actions.ts'
import { createAlarmClock, type AlarmClock } from './clock/alarm-clock.ts'
import { alarmsRepository, type AlarmsRepository } from './lists/alarms.sql.ts'
import { createAlarmsService, type AlarmsService } from './alarms.service.ts'
import { createAlarmSaver, type NotifyOfAlarms } from './machine/save-alarms.ts'

interface Needs extends LogWriters {
  database: Database
  clock: Clock
  events: AppEvents
  log: Logger
  /** Ages in seconds for a terminal's usual interval (`terminal-presence.rules.ts`). */
  staleAfterSeconds: (interval: number | null) => number
  offlineAfterSeconds: (interval: number | null, own: number | null) => number
  notify: NotifyOfAlarms
}

interface Alarms {
  alarms: AlarmsService
  alarmActions: AlarmActions
  alarmReads: AlarmsRepository
  alarmClock: AlarmClock
}

/** Wires the alarms. The caller starts the clock when the server starts. */
export function createAlarms({ notify, ...needs }: Needs): Alarms {
  const saveAlarms = createAlarmSaver(notify, needs.log)
  const alarms = createAlarmsService({ ...needs, database: needs.database.patient, saveAlarms })
  return {
    alarms,
    alarmActions: createAlarmActions({ ...needs, saveAlarms, announce: alarms.announce }),
    alarmReads: alarmsRepository(needs.database),
    alarmClock: createAlarmClock({ ...needs, database: needs.database.patient, alarms, saveAlarms }),
  }
}
