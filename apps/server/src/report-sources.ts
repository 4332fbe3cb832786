import { JOURNAL_KINDS } from '@dalyan/contracts/journal-words'
import { METRIC_KEYS } from '@dalyan/contracts/metrics'
import type { Queries } from './core/database/database.ts'
import { alarmStatisticsRepository } from './features/alarms/statistics/alarm-statistics.sql.ts'
import { findTankOccurrences } from './features/alarms/statistics/month-occurrences.sql.ts'
import { calibrationsRepository } from './features/calibrations/calibrations.repository.ts'
import { journalRepository } from './features/journal/journal.repository.ts'
import { joinSums } from './features/journal/journal.rules.ts'
import { journalSums } from './features/journal/journal-sums.sql.ts'
import { measurementScopes } from './features/measurements/lists/measurement-scope.sql.ts'
import { readTankLimitRows } from './features/measurements/rollups/limit-steps.sql.ts'
import { limitSteps } from './features/measurements/rollups/limit-steps.rules.ts'
import { readStats } from './features/measurements/statistics/stats.sql.ts'
import { readTankDays } from './features/measurements/statistics/tank-days.sql.ts'
import { findShifts } from './features/reports/duty.sql.ts'
import type { ReportSources } from './features/reports/tank-month.ts'
import { tankModesRepository } from './features/tanks/tank-modes.repository.ts'
import { offlineAfterSeconds } from './features/terminals/silence-limit.rules.ts'

const epochWindow = ({ from, to }: { from: string; to: string }) => ({ from: Date.parse(from), to: Date.parse(to) })
/** The journal's and the modes' statements include their end. */
const lastInstant = (to: string) => new Date(Date.parse(to) - 1).toISOString()

/** The statements of other features that a monthly report reads, on one database. */
export function reportSources(database: Queries): ReportSources {
  return {
    days: (tankId, bounds) => readTankDays(database, tankId, bounds),
    stats: async (tankId, window, metrics, now) => {
      const scope = await measurementScopes(database).resolve({ firms: 'all', tank_ids: [tankId] })
      return readStats(database, { tank_id: tankId, terminal_id: 0 }, scope, { ...epochWindow(window), metrics, now })
    },
    limits: async (tankId, window) =>
      limitSteps(await readTankLimitRows(database, tankId, epochWindow(window)), METRIC_KEYS),
    alarms: (tankId, window) => alarmStatisticsRepository(database).summary(window, { tank_id: tankId }, 'all'),
    occurrences: (tankId, window) => findTankOccurrences(database, tankId, window),
    calibrations: (tankId, { from, to }) => calibrationsRepository(database).findIn(tankId, from, to),
    modes: (tankId, { from, to }) => tankModesRepository(database).findSpans(tankId, from, lastInstant(to)),
    journal: (tankId, { from, to }, most) =>
      journalRepository(database).list(
        {
          tank_id: tankId,
          from,
          to: lastInstant(to),
          valid: true,
          page: 1,
          per_page: most,
          sort: [{ field: 'at', descending: false }],
        },
        'all',
      ),
    journalSums: async (tankId, { from, to }) => {
      const sums = await journalSums(database).sum({ tank_id: tankId, from, to: lastInstant(to) }, 'all')
      const joined = joinSums(sums.map((sum) => ({ ...sum, day: '' })))
      return JOURNAL_KINDS.flatMap((kind) => joined.filter((sum) => sum.kind === kind)).map(
        ({ entries, amounts, kind }) => ({ kind, entries, amounts }),
      )
    },
    duty: (firmId, window) => findShifts(database, firmId, window),
    offlineAfterSeconds,
  }
}
