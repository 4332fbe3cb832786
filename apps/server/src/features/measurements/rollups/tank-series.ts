import type { Series } from '@dalyan/contracts/measurements'
import type { Queries } from '../../../core/database/database.ts'
import type { MeasurementScope } from '../lists/measurement-scope.sql.ts'
import { limitSteps } from './limit-steps.rules.ts'
import { readTankLimitRows } from './limit-steps.sql.ts'
import { readSeries, type SeriesWindow } from './series.sql.ts'
import { planChart } from './time-spans.rules.ts'

/** The series of a tank, or of what one terminal sent from it, with the limits that were in force. `plan` chooses its source and buckets. */
export async function readTankSeries(
  reads: Queries,
  tankId: number,
  scope: MeasurementScope,
  window: SeriesWindow,
  plan: typeof planChart = planChart,
): Promise<Series> {
  return {
    ...(await readSeries(reads, scope, window, plan)),
    limits: limitSteps(await readTankLimitRows(reads, tankId, window), window.metrics),
  }
}
