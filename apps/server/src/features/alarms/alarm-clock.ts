import { instantAt, type Clock } from '../../core/clock.ts'
import type { Database } from '../../core/database/database.ts'
import type { Logger } from '../../core/log.ts'
import { age } from './alarm-life.rules.ts'
import { alarmClockRepository } from './alarm-clock.repository.ts'
import type { AlarmsService } from './alarms.service.ts'
import type { SaveAlarms } from './save-alarms.ts'
import { silentTerminals } from './silent-terminals.ts'

const EVERY_MS = 3_000
/** So many beats missed: the database was away. */
const MISSED_BEATS = 5

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
  /** From now on every few seconds; the first time at once. */
  start(): void
  /** What one beat does; throws when the database is away. */
  tick(): Promise<void>
  /** Resolves when the beat under way, if any, is over. */
  stop(): Promise<void>
}

/** All of an alarm's life that no reading brings about: delays, acknowledgements, shelving, silence. */
export function createAlarmClock({
  database,
  clock,
  log,
  alarms,
  saveAlarms,
  staleAfterSeconds,
  offlineAfterSeconds,
}: Needs): AlarmClock {
  const silence = silentTerminals({
    database,
    clock,
    offlineAfterSeconds,
    saveAlarms,
    longestGapMs: MISSED_BEATS * EVERY_MS,
  })
  const repository = alarmClockRepository(database)
  let timer: NodeJS.Timeout | undefined
  let beating: Promise<void> = Promise.resolve()
  let isStopped = false
  let isMissing = false

  async function tick(): Promise<void> {
    await silence.beat()
    const now = instantAt(clock.now())
    const due = (await repository.findDue(now)).filter(
      ({ last_at, interval_seconds }) =>
        (clock.now() - Date.parse(last_at)) / 1000 <= staleAfterSeconds(interval_seconds),
    )
    await alarms.raiseDue([...new Set(due.map(({ tank_id }) => tank_id))])
    await alarms.changeAlarms(await repository.findAgedTanks(now), (alarm) => age(alarm, instantAt(clock.now())))
    await alarms.evaluateTanks(await repository.findLeftOverTanks())
    alarms.announce(await silence.check())
    await silence.beatAgain()
  }

  async function beat(): Promise<void> {
    try {
      await tick()
      isMissing = false
    } catch (error) {
      // Once for each time that the database is away.
      if (!isMissing) log.warn({ err: error }, 'the clock of alarms missed a beat')
      isMissing = true
    }
    if (!isStopped) timer = setTimeout(start, EVERY_MS)
  }

  function start(): void {
    beating = beat()
  }

  return {
    tick,
    start,
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await beating
    },
  }
}
