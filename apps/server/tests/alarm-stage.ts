import { METRIC_KEYS, type MetricKey } from '@dalyan/contracts/metrics'
import type { Alarm } from '@dalyan/contracts/alarms'
import type { Interruption } from '@dalyan/contracts/home'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { instantAt } from '../src/core/clock.ts'
import { createEventBus } from '../src/core/event-bus.ts'
import type { Connection, Database } from '../src/core/database/database.ts'
import { createLogger, type Logger } from '../src/core/log.ts'
import type { AppEvents, Events } from '../src/events.ts'
import { createAlarms } from '../src/features/alarms/alarms.module.ts'
import { changeAlarms, raiseDue } from '../src/features/alarms/evaluation/evaluate-tanks.ts'
import type { AlarmNotice, AlarmReport, NotifyOfAlarms } from '../src/features/alarms/machine/save-alarms.ts'
import { createLogWriters } from '../src/features/logs/log-writer.ts'
import { measurementsService } from '../src/features/measurements/storing/measurements.service.ts'
import { partitions } from '../src/features/measurements/storing/partitions.sql.ts'
import type { Outcome } from '../src/features/measurements/storing/reading.ts'
import { offlineAfterSeconds, staleAfterSeconds } from '../src/features/terminals/silence-limit.rules.ts'
import { createTestClock, type TestClock } from './test-clock.ts'
import { openTestDatabase } from './test-database.ts'
import { createQualityGates } from '../src/features/measurements/quality/quality-gates.ts'

type StagedValues = Partial<Record<MetricKey, number>>
type StagedLimits = Partial<Record<MetricKey, { min?: number; max?: number; critical_max?: number }>>

let made = 0

/** The database and clock of a stage. */
export interface StageBase {
  database: Database
  clock: TestClock
  log: Logger
  events: AppEvents
}

/**
 * Tanks, terminals and readings on a real database, without ports, for the evaluation of alarms. `notifyToo`: another function that queues
 * notifications in the alarms' transaction.
 */
export async function openAlarmStage(notifyToo?: (base: StageBase) => NotifyOfAlarms) {
  const database = await openTestDatabase()
  const clock = createTestClock()
  const log = createLogger('silent')
  const changed: Alarm[] = []
  const notified: AlarmNotice[] = []
  const reported: AlarmReport[] = []
  let notifyFails: Error | null = null
  const interruptions: Interruption[] = []
  let receivers = { here: true, elsewhere: false }
  const events = createEventBus<Events>((error) => {
    throw error
  })
  events.on('alarm.changed', (alarm) => changed.push(alarm))
  const alsoNotify = notifyToo?.({ database, clock, log, events })

  function start() {
    const needs = {
      database,
      clock,
      events,
      log,
      ...createLogWriters({ database, events }),
      staleAfterSeconds,
      offlineAfterSeconds,
      receivers: () => receivers,
      notify: ((connection, notices, reports) => {
        if (notifyFails) return Promise.reject(notifyFails)
        notified.push(...notices)
        reported.push(...reports)
        return alsoNotify?.(connection, notices, reports) ?? Promise.resolve()
      }) satisfies NotifyOfAlarms,
      notifyOfInterruption: async (_: Connection, interruption: Interruption) => {
        if (notifyFails) throw notifyFails
        interruptions.push(interruption)
      },
    }
    const { alarms, alarmReads, alarmClock } = createAlarms(needs)
    const measurements = measurementsService({
      database,
      gates: createQualityGates({ database, clock }),
      partitions: partitions(database),
      alarms,
      announce: () => undefined,
    })
    return { needs, alarms, alarmReads, alarmClock, measurements }
  }
  let server = start()

  const stage = {
    database,
    clock,
    /** For the functions that users call. */
    get needs() {
      return server.needs
    },
    get alarms() {
      return server.alarms
    },
    changeAlarms: (tankIds: readonly number[], eventOf: Parameters<typeof changeAlarms>[2]) =>
      changeAlarms(server.needs, tankIds, eventOf),
    raiseDue: (tankIds: readonly number[]) => raiseDue(server.needs, tankIds),
    get alarmReads() {
      return server.alarmReads
    },
    tick: () => server.alarmClock.tick(),
    /** The events since the last call. */
    announced: () => changed.splice(0),

    /** The reasons of the notifications since the last call. */
    notified: () => notified.splice(0).map(({ reason }) => reason),

    /** The webhook events since the last call: `alarm event`. */
    reported: () => reported.splice(0).map(({ alarm, transition }) => `${alarm.id} ${transition}`),

    /** The interruptions since the last call. */
    interrupted: () => interruptions.splice(0),

    /** Makes notifying fail with this error from now on; null: no longer. */
    failToNotify: (error: Error | null) => void (notifyFails = error),

    /** Which processes take readings from now on. */
    receive: (by: typeof receivers) => void (receivers = by),

    /** Simulates a new process on the same database. */
    async restart(): Promise<void> {
      await server.measurements.close()
      server = start()
    },

    /** Advances the clock by this many seconds with a heartbeat at the start and the end, as if the server had been up. */
    async pass(seconds: number): Promise<void> {
      const beat = (after: number) => {
        clock.advance(after * 1000)
        return server.alarmClock.tick()
      }
      await beat(Math.min(seconds, 15))
      if (seconds > 30) {
        clock.advance((seconds - 30) * 1000)
        await database.query('update silence_heartbeat set beat_at = $1', [instantAt(clock.now())])
      }
      if (seconds > 15) await beat(Math.min(seconds - 15, 15))
    },

    /** Removes the records of a test, so that they raise no alarms or notifications in the next one. */
    async clear(): Promise<void> {
      await database.query(`update tanks set status = 'deleted'`)
      await database.query('truncate alarms, alarm_excursions, silence_pauses, silence_heartbeat, tank_logs cascade')
      await stage.restart()
      await stage.tick()
      notified.splice(0)
      reported.splice(0)
      changed.splice(0)
    },

    async template(limits: StagedLimits, delay_seconds = 0): Promise<number> {
      const column = (pick: (key: MetricKey) => number | undefined) => METRIC_KEYS.map((key) => pick(key) ?? null)
      const { rows } = await database.query<{ id: number }>(
        `insert into range_templates (name, delay_seconds, lo, hi, critical_lo, critical_hi, severity) values ($1, $2, $3, $4, $5, $6, $7) returning id`,
        [
          `T${(made += 1)}`,
          delay_seconds,
          column((key) => limits[key]?.min),
          column((key) => limits[key]?.max),
          column(() => undefined),
          column((key) => limits[key]?.critical_max),
          METRIC_KEYS.map(() => 'warning'),
        ],
      )
      return rows[0]?.id ?? 0
    },

    /** Creates an active tank with these limits and number of active terminals. */
    async tank(range_template_id: number | null, terminals = 1): Promise<{ id: number; terminals: number[] }> {
      const tank = {
        code: `T-${(made += 1)}`,
        name: 'Tank',
        status: 'active',
        range_template_id,
      } as const
      const { id } = await database.db.insertInto('tanks').values(tank).returning('id').executeTakeFirstOrThrow()
      const ids: number[] = []
      for (let i = 0; i < terminals; i += 1) ids.push(await stage.terminal(id))
      return { id, terminals: ids }
    },

    async terminal(tank_id: number): Promise<number> {
      const terminal = { code: `D-${(made += 1)}`, status: 'active', created_at: instantAt(clock.now()) } as const
      const { id } = await database.db
        .insertInto('terminals')
        .values(terminal)
        .returning('id')
        .executeTakeFirstOrThrow()
      await stage.move(id, tank_id)
      return id
    },

    async move(terminal_id: number, tank_id: number | null): Promise<void> {
      const now = instantAt(clock.now())
      await database.query(
        'update terminal_assignments set to_at = greatest(from_at, $2) where terminal_id = $1 and to_at is null',
        [terminal_id, now],
      )
      if (tank_id !== null)
        await database.db
          .insertInto('terminal_assignments')
          .values({ terminal_id, tank_id, from_at: now, to_at: null })
          .execute()
    },

    /** Stores readings; `ago` is their age in seconds. */
    async send(
      ...readings: { terminal: number; tank: number | null; ago?: number; values: StagedValues }[]
    ): Promise<Outcome[]> {
      return server.measurements.storeBatch(
        readings.map(({ terminal, tank, ago = 0, values }) => ({
          terminal_id: terminal,
          tank_id: tank,
          measured_at: clock.now() - ago * 1000,
          received_at: clock.now(),
          values: METRIC_KEYS.map((key) => (values[key] === undefined ? null : Math.fround(values[key]))),
          clock_skew: false,
        })),
      )
    },

    async rows(tank_id: number) {
      return database.db.selectFrom('alarms').selectAll().where('tank_id', '=', tank_id).orderBy('id').execute()
    },

    async close(): Promise<void> {
      await server.measurements.close()
      await database.close()
    },
  }
  return stage
}

export type AlarmStage = Awaited<ReturnType<typeof openAlarmStage>>

/** Opens a stage for the tests of one file, whose clock has ticked once, and removes the records of each test. */
export function useAlarmStage(use: (stage: AlarmStage) => void): void {
  let opened: AlarmStage | undefined
  beforeAll(async () => {
    opened = await openAlarmStage()
    await opened.tick()
    use(opened)
  })
  afterEach(() => opened?.clear())
  afterAll(() => opened?.close())
}
