import type { Basics } from '../../basics.ts'
import type { Connection } from '../../core/database/database.ts'
import { AppError } from '../../core/errors.ts'
import { attemptsRepository, type AttemptLimit } from './attempts.repository.ts'

/** The gate as other features get it. */
export type TakeAttempt = (limits: readonly AttemptLimit[]) => Promise<number>

/**
 * Counts an attempt, and runs `also` in the same transaction. Call it before the costly work, so that simultaneous attempts are limited too.
 * @returns the instant of the attempt. @throws 429
 */
export async function takeAttempt(
  { database, clock }: Pick<Basics, 'database' | 'clock'>,
  limits: readonly AttemptLimit[],
  also?: (on: Connection) => Promise<void>,
): Promise<number> {
  const now = clock.now()
  const wait = await database.transact(async (on) => {
    const seconds = await attemptsRepository(on).take(limits, now)
    if (seconds === null) await also?.(on)
    return seconds
  })
  if (wait !== null) throw new AppError(429, 'too_many_attempts', { retryAfterSeconds: wait })
  return now
}
