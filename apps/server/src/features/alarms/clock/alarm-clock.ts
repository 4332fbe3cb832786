import { instantAt, type Clock } from '../../../core/clock.ts'
import type { Database } from '../../../core/database/database.ts'
import type { Logger } from '../../../core/log.ts'
import { alarmClockRepository } from './alarm-clock.sql.ts'
import type { AlarmsService } from '../alarms.service.ts'
import { dueEvent } from '../machine/alarm-machine.rules.ts'
import type { SaveAlarms } from '../machine/save-alarms.ts'
import { checkSilence, saveHeartbeat } from '../silence/silent-terminals.ts'

const EVERY_MS = 3_000
/** A longer gap between two heartbeats means that the database was unreachable. */
const LONGEST_GAP_MS = 5 * EVERY_MS

interface Needs {
  database: Database
  clock: Clock
  log: Logger
  alarms: Pick<AlarmsService, 'evaluateTanks' | 'raiseDue' | 'changeAlarms' | 'announce'>
  saveAlarms: SaveAlarms
  staleAfterSeconds: (interval: number | null) => number
  offlineAfterSeconds: (interval: number | null, own: number | null) => number
}

export interface AlarmClock {
  /** Ticks at once and then every few seconds. */
  start(): void
  /** Runs one tick; throws when the database is unreachable. */
  tick(): Promise<void>
  /** Resolves when a running tick is over. */
  stop(): Promise<void>
}

/** Applies the changes of alarms that no reading causes: delays, expired acknowledgements and shelvings, silence. */
export function createAlarmClock(needs: Needs): AlarmClock {
  const { log } = needs
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()
  let isFirst = true
  let isStopped = false
  let isDatabaseAway = false

  async function tick(): Promise<void> {
    // The time before a start counts as a pause, however short.
    await saveHeartbeat(needs, isFirst ? 0 : LONGEST_GAP_MS)
    isFirst = false
    await changeByTime(needs)
    // The database was reachable during the tick, however long it took.
    await saveHeartbeat(needs, Infinity)
  }

  async function run(): Promise<void> {
    try {
      await tick()
      isDatabaseAway = false
    } catch (error) {
      // Logs once per outage of the database.
      if (!isDatabaseAway) log.warn({ err: error }, 'the clock of alarms missed a beat')
      isDatabaseAway = true
    }
    if (!isStopped) timer = setTimeout(start, EVERY_MS)
  }

  function start(): void {
    running = run()
  }

  return {
    tick,
    start,
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await running
    },
  }
}

async function changeByTime(needs: Needs): Promise<void> {
  const { database, clock, alarms, staleAfterSeconds } = needs
  const repository = alarmClockRepository(database)
  const now = instantAt(clock.now())
  const due = (await repository.findDue(now)).filter(
    ({ last_at, interval_seconds }) =>
      (clock.now() - Date.parse(last_at)) / 1000 <= staleAfterSeconds(interval_seconds),
  )
  await alarms.raiseDue([...new Set(due.map(({ tank_id }) => tank_id))])
  await alarms.changeAlarms(await repository.findAgedTanks(now), (alarm) => dueEvent(alarm, now))
  await alarms.evaluateTanks(await repository.findLeftOverTanks())
  alarms.announce(await checkSilence(needs))
}
