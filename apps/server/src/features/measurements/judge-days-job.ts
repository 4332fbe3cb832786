import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '../../core/clock.ts'
import type { Database } from '../../core/database/database.ts'
import { every } from '../../core/every.ts'
import type { Logger } from '../../core/log.ts'
import type { AppEvents } from '../../events.ts'
import { judgeDaysRepository } from './judge-days.repository.ts'
import { DAY_MS, type Stretch } from './out-of-range-days.rules.ts'
import type { StaleAfterSeconds } from './tank-judging.repository.ts'

/** What people look at: a year. Whoever asks for more has the rest judged on the way. */
const BACK_MS = 366 * DAY_MS
/** The days that ended since the last turn, and a few before them for readings that came late. */
const RECENT_MS = 4 * DAY_MS

/** In milliseconds. */
interface Delays {
  /** After the start, which has enough to do. */
  start: number
  /** After a change: several in a row are judged once. */
  change: number
  failure: number
  /** Between two looks for days that have ended. */
  turn: number
}

const DELAYS: Delays = { start: 30_000, change: 1_000, failure: 30_000, turn: 3_600_000 }

interface Needs {
  database: Database
  events: Pick<AppEvents, 'on'>
  clock: Clock
  log: Logger
  staleAfterSeconds: StaleAfterSeconds
  delays?: Delays
}

export type JudgeDaysJob = ReturnType<typeof createJudgeDaysJob>

/** Judges days that are over, newest first, after limits have changed and after a start, so that who asks for a year need not wait for it. */
export function createJudgeDaysJob({ database, events, clock, log, staleAfterSeconds, delays = DELAYS }: Needs) {
  const days = judgeDaysRepository(database, staleAfterSeconds)
  /** Which days of a tank are to be looked at; in the order of their turns, so that much to do for one keeps no other waiting. */
  const waiting = new Map<number, Stretch>()
  const stopped = new AbortController()
  let woken = Promise.withResolvers<void>()
  let turns: ReturnType<typeof every> | null = null
  let running: Promise<void> | null = null

  const isStopped = () => stopped.signal.aborted
  const pause = (ms: number) => sleep(ms, undefined, { signal: stopped.signal }).catch(() => undefined)

  /** @param back from now, in milliseconds */
  function lookAt(tankIds: readonly number[], back: number): void {
    const now = clock.now()
    for (const id of tankIds) {
      const from = Math.min(now - back, waiting.get(id)?.from ?? now)
      waiting.set(id, { from, to: now })
    }
    woken.resolve()
  }

  async function lookAtAll(back: number): Promise<void> {
    lookAt(await days.tanks(), back)
  }

  /** One small transaction. Rests as long as it took: people's reads go first. */
  async function judgeNext(id: number, stretch: Stretch): Promise<void> {
    waiting.delete(id)
    const start = performance.now()
    try {
      const reached = await days.judgeNewest(id, stretch)
      // Who was changed meanwhile waits already, for all of his days.
      if (reached !== null && !waiting.has(id)) waiting.set(id, { ...stretch, to: reached })
      await pause(performance.now() - start)
    } catch (error) {
      log.warn({ err: error, tank_id: id }, 'days that are over could not be judged; tried again soon')
      if (!waiting.has(id)) waiting.set(id, stretch)
      await pause(delays.failure)
    }
  }

  async function work(): Promise<void> {
    await pause(delays.start)
    await lookAtAll(BACK_MS).catch((error: unknown) => log.warn({ err: error }, 'days that are over wait for a change'))
    while (!isStopped()) {
      await woken.promise
      woken = Promise.withResolvers()
      await pause(delays.change)
      for (let [next] = waiting; next && !isStopped(); [next] = waiting) await judgeNext(...next)
    }
  }

  return {
    start(): void {
      events.on('tank.changed', ({ id }) => lookAt([id], BACK_MS))
      events.on('terminal.changed', ({ tank_ids }) => lookAt(tank_ids, BACK_MS))
      turns = every(delays.turn, 'days that are over', log, () => lookAtAll(RECENT_MS))
      running = work()
    },
    /** What is under way comes to its end; the rest is found again by the next start. */
    async stop(): Promise<void> {
      stopped.abort()
      woken.resolve()
      await turns?.stop()
      await running
    },
  }
}
