import type { Alarm } from '@dalyan/contracts/alarms'
import type { RetentionDays } from '@dalyan/contracts/measurement-retention'
import type { Basics } from '../../basics.ts'
import type { Connection } from '../../core/database/database.ts'
import type { LogWriters } from '../logs/log-writer.ts'
import { createMeasurementRetention } from './retention/measurement-retention.ts'
import { createRollUpJob } from './rollups/roll-up-job.ts'
import type { ManualReadingNeeds, TankOfReading } from './storing/manual-readings.service.ts'
import { createQualityGates } from './quality/quality-gates.ts'
import { measurementsService } from './storing/measurements.service.ts'
import { partitions } from './storing/partitions.sql.ts'
import type { EvaluatedReading } from './storing/reading.ts'

interface Needs extends Basics, Pick<LogWriters, 'tankLogs'> {
  /** Evaluates the stored readings of a batch, in its transaction. */
  evaluate: (connection: Connection, stored: readonly EvaluatedReading[]) => Promise<Alarm[]>
  /** Readings older than this many days are refused. */
  lateDays: number
  /** Days for which each level is kept. */
  retentionDays: (on: Connection) => Promise<RetentionDays>
  findTank: TankOfReading
  /** The hidden terminal of a tank for readings that users enter. */
  manualTerminalOf: (tankId: number) => Promise<number>
}

/** Wires measurements. The caller starts the jobs, and closes the service after the ingest. */
export function createMeasurements({ evaluate, manualTerminalOf, ...needs }: Needs) {
  const { database, clock, events, log } = needs
  const months = partitions(database.patient)
  const measurements = measurementsService({
    database,
    gates: createQualityGates({ database, clock }),
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
    manualReadings: {
      ...needs,
      storeByHand: measurements.storeByHand,
      terminalOf: manualTerminalOf,
    } satisfies ManualReadingNeeds,
    rollUpJob: createRollUpJob({ database: database.patient, partitions: months, clock, log }),
    retention: createMeasurementRetention({ ...needs, database: database.patient, partitions: months }),
  }
}
