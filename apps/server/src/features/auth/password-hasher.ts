import { hash, verify } from '@node-rs/argon2'
import pLimit from 'p-limit'
import { AppError } from '../../core/errors.ts'

/** argon2id, 19 MiB, 2 rounds: about 40 ms of one core. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const AT_ONCE = 4
const WAITING = 32

export type PasswordHasher = ReturnType<typeof createPasswordHasher>

/** Runs at most four hashes at once and refuses (503) beyond 32 waiting, so that a flood cannot exhaust memory and CPU. */
export function createPasswordHasher() {
  const limit = pLimit(AT_ONCE)

  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (limit.activeCount + limit.pendingCount >= AT_ONCE + WAITING)
      return Promise.reject(new AppError(503, 'too_many_requests', { retryAfterSeconds: 2 }))
    return limit(work)
  }

  const decoy = hash(crypto.randomUUID(), COST)
  return {
    hash: (password: string) => inTurn(() => hash(normalised(password), COST)),
    /** `stored` null (no such account): does the same work and returns false. */
    async verify(password: string, stored: string | null): Promise<boolean> {
      const against = stored ?? (await decoy)
      const isRight = await inTurn(() => verify(against, normalised(password)))
      return isRight && stored !== null
    },
  }
}

/** Another keyboard may compose the same characters differently. */
function normalised(password: string): string {
  return password.normalize('NFC')
}
