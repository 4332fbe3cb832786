import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { FIRM_STATUSES } from './firms.ts'
import { Instant } from './instant.ts'
import { ORDER_STATUSES } from './orders.ts'
import { wholeNumber } from './paging.ts'
import { ROLE_NAMES } from './permissions.ts'
import { SEVERITIES } from './alarm-words.ts'
import { LastMeasurement, TANK_STATUSES } from './tanks.ts'
import { CONNECTIONS, TankRef, TERMINAL_STATUSES } from './terminals.ts'

/** The allowed windows, in hours. */
export const WINDOW_HOURS = { least: 1, most: 720, usual: 24 } as const
const WindowQuery = z.object({
  /** The time that the figures of a window cover. */
  window_hours: z._default(wholeNumber(WINDOW_HOURS.least, WINDOW_HOURS.most), WINDOW_HOURS.usual),
})

const Count = z.int()

/** The number of records of each word, and `total`: of those that are not deleted. */
function countsOf<const W extends readonly string[]>(words: W) {
  const each = Object.fromEntries(words.map((word) => [word, Count])) as Record<W[number], typeof Count>
  return z.object({ ...each, total: Count })
}

/** The current numbers of all records, and the readings of the window; also sent live on the dashboard's channel. */
export const DashboardStats = z.object({
  window_hours: z.int(),
  generated_at: Instant,
  tanks: countsOf(TANK_STATUSES),
  iots: countsOf(TERMINAL_STATUSES),
  /** Connections of active terminals. */
  connections: countsOf(CONNECTIONS),
  users: countsOf(ROLE_NAMES),
  firms: countsOf(FIRM_STATUSES),
  range_templates: countsOf(['active', 'inactive']),
  orders: countsOf(ORDER_STATUSES),
  /** Open alarms that are not shelved, by severity; `shelved` counts the others. */
  alarms: z.object({ ...countsOf(SEVERITIES).shape, unacknowledged: Count, shelved: Count }),
  /** Readings whose own time is in the window. */
  measurements: z.object({ window: Count }),
})
export type DashboardStats = z.infer<typeof DashboardStats>

/**
 * The state of a tank by its newest values; `out` also by the last value of a terminal that is now silent; `none`: not watched, no value, or no
 * limits.
 */
export const TANK_RANGE_STATES = ['out', 'stale', 'in', 'none'] as const
export type TankRangeState = (typeof TANK_RANGE_STATES)[number]

/** The events of the window, and the current state of the tanks. */
export const DashboardSummary = z.object({
  window_hours: z.int(),
  from: Instant,
  to: Instant,
  measurements: z.object({ count: Count, per_hour: z.number() }),
  /** Occurrences of alarms raised in the window, by severity, whatever their current state; and those cleared in it. */
  alarms: z.object({ ...countsOf(SEVERITIES).shape, cleared: Count }),
  tanks: z.object({
    ...countsOf(TANK_RANGE_STATES).shape,
    /** At most 100 tanks with their newest values, the most troubled first. */
    latest: z.array(
      z.object({
        tank: TankRef,
        state: z.enum(TANK_RANGE_STATES),
        /** No value is fresh; for a tank that is out, the last value was out. */
        is_stale: z.boolean(),
        open_alarms: Count,
        last_measurement: z.nullable(LastMeasurement),
      }),
    ),
  }),
})
export type DashboardSummary = z.infer<typeof DashboardSummary>

const Share = z.number()
const Bytes = z.int()

/** The health of the server itself. Shares are 0…1. */
export const SystemMetrics = z.object({
  generated_at: Instant,
  version: z.string(),
  uptime_seconds: z.int(),
  /** By how much the clock of the machine is behind the time of the server, which never goes back; 0: it is not. */
  clock_behind_seconds: z.int(),
  cpu: z.object({ share: Share, process_share: Share, cores: z.int() }),
  memory: z.object({ used_bytes: Bytes, total_bytes: Bytes, process_bytes: Bytes }),
  /** The disk of the data folder; `days_left` at the rate of the last 24 hours, null when no data arrives. */
  disk: z.object({ used_bytes: Bytes, total_bytes: Bytes, free_bytes: Bytes, days_left: z.nullable(z.number()) }),
  /** The delay of the server's event loop over the last seconds, in milliseconds. */
  event_loop: z.object({ mean_ms: z.number(), p99_ms: z.number(), max_ms: z.number() }),
  database: z.object({ size_bytes: Bytes, connections: z.int(), max_connections: z.int() }),
  /** Readings: stored per second, waiting to be stored, and the last delay from arrival to disk. */
  ingest: z.object({
    per_second: z.number(),
    waiting: z.int(),
    lag_ms: z.number(),
    stored: z.int(),
    duplicates: z.int(),
    rejected: z.int(),
  }),
  sockets: z.int(),
  mqtt_clients: z.int(),
})
export type SystemMetrics = z.infer<typeof SystemMetrics>

/** An active terminal that is offline. */
export const SilentTerminal = z.object({
  id: z.int(),
  code: z.string(),
  tank: z.nullable(TankRef),
  last_seen_at: Instant,
  /** Since the last stored reading. */
  silent_seconds: z.int(),
})
export type SilentTerminal = z.infer<typeof SilentTerminal>

export const dashboardApi = {
  stats: endpoint('GET', '/api/dashboard/stats', { query: WindowQuery, reply: DashboardStats }),
  summary: endpoint('GET', '/api/dashboard/summary', { query: WindowQuery, reply: DashboardSummary }),
  systemMetrics: endpoint('GET', '/api/dashboard/system-metrics', { query: z.object({}), reply: SystemMetrics }),
  silentTerminals: endpoint('GET', '/api/dashboard/alerts/inactive-iots', {
    reply: z.object({ data: z.array(SilentTerminal) }),
  }),
}
