import type { Basics } from '../../basics.ts'
import type { Connection } from '../../core/database/database.ts'
import { AppError } from '../../core/errors.ts'
import { attemptsRepository, type AttemptLimit } from './attempts.repository.ts'

/** Counts an attempt, and runs `also` in the same transaction. @returns the instant of the attempt. @throws 429 */
export type TakeAttempt = (limits: readonly AttemptLimit[], also?: (on: Connection) => Promise<void>) => Promise<number>

/** Call it before the costly work, so that simultaneous attempts are limited too. */
export function createAttemptGate({ database, clock }: Pick<Basics, 'database' | 'clock'>): TakeAttempt {
  return async (limits, also) => {
    const now = clock.now()
    const wait = await database.transact(async (on) => {
      const seconds = await attemptsRepository(on).take(limits, now)
      if (seconds === null) await also?.(on)
      return seconds
    })
    if (wait !== null) throw new AppError(429, 'too_many_attempts', { retryAfterSeconds: wait })
    return now
  }
}
