import type { DashboardStats } from '@dalyan/contracts/dashboard'
import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client'
import type { IntakeFigures } from './ingest-pace.ts'

interface Needs {
  intake: () => IntakeFigures
  sockets: () => number
  /** Milliseconds by which the machine's clock is behind the server's time. */
  clockBehindMs: () => number
  stats: () => Promise<DashboardStats>
}

export type ProductMetrics = ReturnType<typeof createProductMetrics>

/** Metrics of the server for a monitoring system, named `dalyan_…`, with those of the Node.js runtime. */
export function createProductMetrics({ intake, sockets, clockBehindMs, stats }: Needs) {
  const register = new Registry()
  collectDefaultMetrics({ register })

  const gauge = (name: string, help: string, read: () => number) =>
    void new Gauge({
      name: `dalyan_${name}`,
      help,
      registers: [register],
      collect() {
        this.set(read())
      },
    })
  const counter = (name: string, help: string, read: () => number) =>
    void new Counter({
      name: `dalyan_${name}_total`,
      help,
      registers: [register],
      collect() {
        this.reset()
        this.inc(read())
      },
    })

  counter('messages', 'Messages of terminals that were read', () => intake().messages)
  counter('readings_stored', 'Readings that are on disk', () => intake().stored)
  counter('readings_duplicate', 'Readings that were there already', () => intake().duplicates)
  counter('readings_rejected', 'Readings that were refused', () => intake().rejected)
  gauge('readings_waiting', 'Readings that wait for the database', () => intake().waiting)
  gauge('ingest_lag_seconds', 'From arrival to disk, of the last write', () => intake().lag_ms / 1000)
  gauge('mqtt_clients', 'Terminals connected over MQTT', () => intake().mqtt_clients)
  gauge(
    'broker_sessions',
    'Sessions at the MQTT broker of the operator that give readings',
    () => intake().broker_sessions,
  )
  gauge('sockets', 'Browsers that listen live', sockets)
  gauge('clock_behind_seconds', "How far the machine's clock is behind the server's time", () => clockBehindMs() / 1000)

  const database = new Gauge({ name: 'dalyan_database_up', help: '1: the database answers', registers: [register] })
  const labelled = (name: string, help: string, label: string) =>
    new Gauge({ name: `dalyan_${name}`, help, labelNames: [label], registers: [register] })
  const alarms = labelled('alarms_open', 'Alarms that are not closed and not shelved', 'severity')
  const tanks = labelled('tanks', 'Tanks by status', 'status')
  const terminals = labelled('terminals', 'Active terminals by connection', 'connection')

  async function ask(): Promise<void> {
    for (const one of [alarms, tanks, terminals]) one.reset()
    try {
      const counted = await stats()
      const { critical, warning, info } = counted.alarms
      const { total: _live, ...byStatus } = counted.tanks
      const { total: _active, ...byConnection } = counted.connections
      for (const [severity, n] of Object.entries({ critical, warning, info })) alarms.set({ severity }, n)
      for (const [status, n] of Object.entries(byStatus)) tanks.set({ status }, n)
      for (const [connection, n] of Object.entries(byConnection)) terminals.set({ connection }, n)
      database.set(1)
    } catch {
      database.set(0)
    }
  }

  return {
    contentType: register.contentType,
    /** Prometheus text. While the database is unavailable, metrics that need it are left out. */
    async text(): Promise<string> {
      await ask()
      return register.metrics()
    },
  }
}
