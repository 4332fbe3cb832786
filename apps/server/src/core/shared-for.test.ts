import { expect, test } from 'vitest'
import { sharedFor } from './shared-for.ts'

test('within its time an answer is requested once per key, then again', async () => {
  let now = 1_000
  const asked: string[] = []
  const answer = sharedFor(
    5_000,
    () => now,
    async (key: string) => asked.push(key),
  )
  await Promise.all([answer('a'), answer('a'), answer('b')])
  now += 4_999
  await answer('a')
  expect(asked).toEqual(['a', 'b'])
  now += 1
  await answer('a')
  expect(asked).toEqual(['a', 'b', 'a'])
})

test('a failed result is passed to all callers that wait for it, and is not cached', async () => {
  let isAway = true
  const answer = sharedFor(
    5_000,
    () => 0,
    async () => {
      if (isAway) throw new Error('away')
      return 'there'
    },
  )
  await expect(answer(1)).rejects.toThrow('away')
  isAway = false
  expect(await answer(1)).toBe('there')
})
