import type { Interruption } from '@dalyan/contracts/home'
import type { Instant } from '@dalyan/contracts/instant'
import { instantAt } from '../../../core/clock.ts'
import type { Connection } from '../../../core/database/database.ts'
import { inSavepoint } from '../../../core/database/savepoint.ts'
import { changeAlarms, evaluateTanks, raiseDue } from '../evaluation/evaluate-tanks.ts'
import { dueEvent } from '../machine/alarm-machine.rules.ts'
import { alarmClockRepository, INTERRUPTION_MS } from './alarm-clock.sql.ts'
import { checkSilence, type SilenceNeeds } from './check-silence.ts'
import type { Logger } from '../../../core/log.ts'

const EVERY_MS = 3_000
/** A longer gap between two heartbeats means that the database was unreachable. */
const LONGEST_GAP_MS = 5 * EVERY_MS
/** Longer than the longest silence limit (three times a week). */
const PAUSES_SAVED_MS = 60 * 24 * 60 * 60_000

/** Which processes take readings and store them. While none does, no terminal counts as silent. */
export interface ReadingReceivers {
  here: boolean
  elsewhere: boolean
}

export interface AlarmClockNeeds extends SilenceNeeds {
  log: Logger
  receivers?: () => ReadingReceivers
  /** Queues the messages about an interruption in the transaction that saves it. */
  notifyOfInterruption?: (on: Connection, interruption: Interruption) => Promise<void>
  /** Called after each complete tick while readings are stored. */
  onBeat?: (() => void) | undefined
}

/** Applies the changes of alarms that no reading causes: delays, expired acknowledgements and shelvings, silence. */
export function createAlarmClock(needs: AlarmClockNeeds) {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()
  let isFirst = true
  let isStopped = false
  let isDatabaseAway = false

  /** Runs one tick; throws when the database is unreachable. */
  async function tick(): Promise<void> {
    const { here, elsewhere } = needs.receivers?.() ?? { here: true, elsewhere: false }
    if (!here && !elsewhere) return changeByTime(needs)
    // The time before a start counts as a pause, however short, unless terminals are connected to another process.
    const beatAt = await saveHeartbeat(needs, isFirst && !elsewhere ? 0 : LONGEST_GAP_MS)
    isFirst = false
    await changeByTime(needs)
    await checkSilence(needs, beatAt)
    // The database was reachable during the tick, but the machine may have slept in it.
    await saveHeartbeat(needs, INTERRUPTION_MS)
    needs.onBeat?.()
  }

  async function run(): Promise<void> {
    try {
      await tick()
      isDatabaseAway = false
    } catch (error) {
      // Logs once per outage of the database.
      if (!isDatabaseAway) needs.log.warn({ err: error }, 'the clock of alarms missed a beat')
      isDatabaseAway = true
    }
    if (!isStopped) timer = setTimeout(() => void (running = run()), EVERY_MS)
  }

  /** Ticks at once and then every few seconds, until it is stopped. */
  function start(): void {
    isStopped = false
    running = run()
  }

  return {
    tick,
    start,
    /** Resolves when a running tick is over. */
    async stop(): Promise<void> {
      isStopped = true
      clearTimeout(timer)
      await running
    },
  }
}

/**
 * Saves the heartbeat. A gap longer than `longestGapMs` since the last one (the database was unreachable) is a pause in which no terminal
 * counts as silent. @returns its instant
 */
async function saveHeartbeat(
  { database, clock, log, notifyOfInterruption }: AlarmClockNeeds,
  longestGapMs: number,
): Promise<Instant> {
  const now = instantAt(clock.now())
  await database.transact(async (connection) => {
    const repository = alarmClockRepository(connection)
    const before = await repository.beat(now)
    const gapMs = before === null ? 0 : Date.parse(now) - Date.parse(before)
    if (before === null || before >= now || gapMs <= longestGapMs) return
    await repository.insertPause({ from_at: before, to_at: now })
    if (gapMs >= INTERRUPTION_MS && notifyOfInterruption) {
      // Nobody may be left unwatched because a message could not be queued.
      const notify = () => notifyOfInterruption(connection, { from: before, to: now })
      const err = await inSavepoint(connection, notify)
      if (err) log.error({ err }, 'nobody is notified that the watch was interrupted')
    }
    await repository.removePausesBefore(instantAt(clock.now() - PAUSES_SAVED_MS))
  })
  return now
}

async function changeByTime(needs: SilenceNeeds): Promise<void> {
  const { database, clock, staleAfterSeconds } = needs
  const repository = alarmClockRepository(database)
  const now = instantAt(clock.now())
  const due = (await repository.findDue(now)).filter(
    ({ last_at, interval_seconds }) =>
      (clock.now() - Date.parse(last_at)) / 1000 <= staleAfterSeconds(interval_seconds),
  )
  await raiseDue(needs, [...new Set(due.map(({ tank_id }) => tank_id))])
  const aged = await repository.findAged(now)
  const agedIds = new Set(aged.map(({ id }) => id))
  const agedTanks = [...new Set(aged.map(({ tank_id }) => tank_id))]
  await changeAlarms(needs, agedTanks, (alarm) => (agedIds.has(alarm.id) ? dueEvent(alarm, now) : null))
  await evaluateTanks(needs, await repository.findLeftOverTanks())
}
