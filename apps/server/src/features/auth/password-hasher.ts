import { hash, verify } from '@node-rs/argon2'
import { AppError } from '../../core/errors.ts'

/** argon2id, 19 MiB, 2 rounds: about 40 ms of one core. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const AT_ONCE = 4
const WAITING = 32

export interface PasswordHasher {
  hash(password: string): Promise<string>
  /** `stored` null (no such account): the same work, and never true. */
  verify(password: string, stored: string | null): Promise<boolean>
}

/** Hashes at most four at once; beyond 32 waiting it refuses (503), so that a flood cannot take memory and processor. */
export function createPasswordHasher(): PasswordHasher {
  const waiting: (() => void)[] = []
  let running = 0

  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (running >= AT_ONCE) {
      if (waiting.length >= WAITING) throw new AppError(503, 'too_many_requests', { retryAfterSeconds: 2 })
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else {
      running += 1
    }
    try {
      return await work()
    } finally {
      // The turn is handed on, or given back.
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }

  const decoy = hash(crypto.randomUUID(), COST)
  return {
    hash: (password) => inTurn(() => hash(normalised(password), COST)),
    async verify(password, stored) {
      const against = stored ?? (await decoy)
      const isRight = await inTurn(() => verify(against, normalised(password)))
      return isRight && stored !== null
    },
  }
}

/** The same password typed on another keyboard may be composed otherwise. */
function normalised(password: string): string {
  return password.normalize('NFC')
}
