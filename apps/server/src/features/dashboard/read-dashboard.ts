import type { DashboardStats, DashboardSummary, SilentTerminal, SystemMetrics } from '@dalyan/contracts/dashboard'
import type { Instant } from '@dalyan/contracts/instant'
import type { Basics } from '../../basics.ts'
import { instantAt } from '../../core/clock.ts'
import { sharedFor } from '../../core/shared-for.ts'
import type { latestValues } from '../measurements/storing/latest-values.repository.ts'
import type { worstTanks } from '../tanks/evaluated-tanks.sql.ts'
import { dashboardRepository } from './dashboard.sql.ts'
import type { Disk } from './disk-space.ts'
import type { ProcessFigures } from './ingest-pace.ts'
import type { MachineLoad } from './machine-load.ts'

const HOUR_MS = 3_600_000
/** Callers within this time share the same figures. */
const SHARED_MS = 2_000
const TANKS_SHOWN = 100

export interface DashboardNeeds extends Pick<Basics, 'database' | 'clock'> {
  version: string
  readDisk: () => Promise<Disk>
  machine: MachineLoad
  /** Of all processes, as they are now. */
  figures: () => ProcessFigures
  /** Counts readings of all terminals and tanks whose measuring time is in [from, to). */
  countReadings: (from: number, to: number) => Promise<number>
  connections: (now: Instant) => Promise<DashboardStats['connections']>
  silent: (now: Instant) => Promise<SilentTerminal[]>
  worstTanks: (now: Instant, most: number) => ReturnType<typeof worstTanks>
  latestOf: ReturnType<typeof latestValues>['forTanks']
}

/** Figures that need queries to the machine and the database. */
type MeasuredState = Omit<SystemMetrics, keyof ProcessFigures>

export type DashboardReader = ReturnType<typeof createDashboardReader>

/** The figures of the administrator's dashboard. */
export function createDashboardReader(needs: DashboardNeeds) {
  const { database, clock } = needs
  const repository = dashboardRepository(database)
  const shared = <K, T>(ask: (key: K) => Promise<T>) => sharedFor(SHARED_MS, clock.now, ask)

  async function stats(window_hours: number): Promise<DashboardStats> {
    const now = clock.now()
    const generated_at = instantAt(now)
    const [entities, connections, window] = await Promise.all([
      repository.countEntities(generated_at),
      needs.connections(generated_at),
      needs.countReadings(now - window_hours * HOUR_MS, now),
    ])
    return { window_hours, generated_at, ...entities, connections, measurements: { window } }
  }

  async function summary(window_hours: number): Promise<DashboardSummary> {
    const now = clock.now()
    const from = now - window_hours * HOUR_MS
    const to = instantAt(now)
    const [count, alarms, { counts, tanks }] = await Promise.all([
      needs.countReadings(from, now),
      repository.countAlarms(instantAt(from), to),
      needs.worstTanks(to, TANKS_SHOWN),
    ])
    const newest = await needs.latestOf(tanks.map(({ tank }) => tank.id))
    return {
      window_hours,
      from: instantAt(from),
      to,
      measurements: { count, per_hour: count / window_hours },
      alarms,
      tanks: {
        ...counts,
        total: Object.values(counts).reduce((sum, n) => sum + n, 0),
        latest: tanks.map((one) => ({ ...one, last_measurement: newest.get(one.tank.id) ?? null })),
      },
    }
  }

  async function measured(): Promise<MeasuredState> {
    const now = clock.now()
    const [disk, state] = await Promise.all([needs.readDisk(), repository.databaseState()])
    return {
      generated_at: instantAt(now),
      version: needs.version,
      uptime_seconds: Math.floor(process.uptime()),
      clock_behind_seconds: Math.floor((clock.behindMs?.() ?? 0) / 1000),
      ...needs.machine.now(),
      disk,
      database: state,
    }
  }

  const askMetrics = shared<'all', MeasuredState>(measured)
  const askSilent = shared<'all', SilentTerminal[]>(() => needs.silent(instantAt(clock.now())))
  return {
    stats: shared(stats),
    summary: shared(summary),
    systemMetrics: async (): Promise<SystemMetrics> => ({
      ...(await askMetrics('all')),
      // Never shared: a page that asks again once connected must find itself counted.
      ...needs.figures(),
    }),
    silent: () => askSilent('all'),
  }
}
