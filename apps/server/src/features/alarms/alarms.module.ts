import pLimit from 'p-limit'
import type { Alarm } from '@dalyan/contracts/alarms'
import type { RehearsalInput } from '@dalyan/contracts/rehearsal'
import type { Connection } from '../../core/database/database.ts'
import type { LogWriters } from '../logs/log-writer.ts'
import type { EvaluatedReading } from '../measurements/storing/reading.ts'
import { alarmsRepository } from './alarms.sql.ts'
import { createAlarmClock, type AlarmClockNeeds } from './clock/alarm-clock.ts'
import { evaluateReadings } from './evaluation/evaluate-readings.ts'
import { evaluateTanks } from './evaluation/evaluate-tanks.ts'
import { announceAlarms } from './machine/save-alarms.ts'
import { rehearseLimits } from './rehearsal/rehearse-limits.ts'

export interface AlarmNeeds extends AlarmClockNeeds, LogWriters {}

/** Wires the alarms. The caller starts the clock when the server starts. */
export function createAlarms(given: AlarmNeeds) {
  const needs = { ...given, database: given.database.patient }
  // A form asks for all metrics at once, and readings must not wait for it.
  const oneRehearsal = pLimit(1)
  return {
    alarms: {
      evaluate: (on: Connection, stored: readonly EvaluatedReading[]) => evaluateReadings(needs, on, stored),
      evaluateTanks: (tankIds: readonly number[]) => evaluateTanks(needs, tankIds),
      announce: (alarms: readonly Alarm[]) => announceAlarms(needs, alarms),
      rehearse: (templateId: number, input: RehearsalInput) =>
        oneRehearsal(() => rehearseLimits({ ...given, database: given.database.reads }, templateId, input)),
    },
    alarmReads: alarmsRepository(given.database),
    alarmClock: createAlarmClock(needs),
  }
}
