import { expect, test } from 'vitest'
import { createPasswordHasher } from './password-hasher.ts'

const hasher = createPasswordHasher()

test('a password matches only its own hash, however its characters are composed', async () => {
  const stored = await hasher.hash('kayık \u00E9')
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await hasher.verify('kayık e\u0301', stored)).toBe(true)
  expect(await hasher.verify('kayık e', stored)).toBe(false)
})

test('verifying without an account does the same work and never succeeds', async () => {
  const stored = await hasher.hash('mavi kayık 12')
  /** The shortest of several runs: a busy machine may delay some. */
  const timed = async (against: string | null) => {
    const took: number[] = []
    for (let turn = 0; turn < 5; turn += 1) {
      const start = performance.now()
      expect(await hasher.verify('yanlış şifre', against)).toBe(false)
      took.push(performance.now() - start)
    }
    return Math.min(...took)
  }
  const [known, unknown] = [await timed(stored), await timed(null)]
  expect(unknown).toBeGreaterThan(known / 5)
})

test('the hasher queues a flood and refuses calls beyond the queue', async () => {
  const stored = await hasher.hash('mavi kayık 12')
  const results = await Promise.allSettled(Array.from({ length: 40 }, () => hasher.verify('mavi kayık 12', stored)))
  const refused = results.filter((result) => result.status === 'rejected')
  expect(refused).toHaveLength(4)
  expect(refused[0]?.reason).toMatchObject({ status: 503, code: 'too_many_requests' })
  expect(results.filter((result) => result.status === 'fulfilled' && result.value)).toHaveLength(36)
  expect(await hasher.verify('mavi kayık 12', stored)).toBe(true)
})
