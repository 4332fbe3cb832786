import type { Alarm } from '@dalyan/contracts/alarms'
import type { Clock } from '../../core/clock.ts'
import type { Connection, Database } from '../../core/database/database.ts'
import type { Logger } from '../../core/log.ts'
import type { AppEvents } from '../../events.ts'
import type { LogWriters } from '../logs/log-writer.ts'
import { createManualReadings, type ManualReadings, type TankOfReading } from './storing/manual-readings.service.ts'
import { measurementsService, type MeasurementsService } from './storing/measurements.service.ts'
import { partitions } from './storing/partitions.sql.ts'
import type { EvaluatedReading } from './storing/reading.ts'
import { createRollUpJob, type RollUpJob } from './rollups/roll-up-job.ts'

interface Needs extends Pick<LogWriters, 'tankLogs'> {
  database: Database
  clock: Clock
  events: AppEvents
  log: Logger
  /** Evaluates the stored readings of a batch, in its transaction. */
  evaluate: (connection: Connection, stored: readonly EvaluatedReading[]) => Promise<Alarm[]>
  /** Readings older than this many days are refused. */
  lateDays: number
  findTank: TankOfReading
  /** The hidden terminal of a tank for readings that users enter. */
  manualTerminalOf: (tankId: number) => Promise<number>
}

interface Measurements {
  measurements: MeasurementsService
  manualReadings: ManualReadings
  rollUpJob: RollUpJob
}

/** Wires measurements. The caller starts the jobs, and closes the service after the ingest. */
export function createMeasurements({ evaluate, manualTerminalOf, ...needs }: Needs): Measurements {
  const { database, clock, events, log } = needs
  const months = partitions(database.patient)
  const measurements = measurementsService({
    database,
    partitions: months,
    alarms: {
      evaluate,
      announce: (changes) => {
        for (const alarm of changes) events.emit('alarm.changed', alarm)
      },
    },
    announce: (stored) => events.emit('measurements.stored', stored),
  })
  return {
    measurements,
    manualReadings: createManualReadings({
      ...needs,
      storeByHand: measurements.storeByHand,
      terminalOf: manualTerminalOf,
    }),
    rollUpJob: createRollUpJob({ database: database.patient, partitions: months, clock, log }),
  }
}
