import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { takeEarlyAnswer } from './early-answers.ts'

const ADDRESS = '/api/wall'
const answer = { response: new Response('{}'), cameAt: 0 }

function give(cameAt: number | null): void {
  const early = Promise.resolve(cameAt === null ? null : { ...answer, cameAt })
  window.earlyAnswers = new Map([[ADDRESS, { token: '1|a', answer: early }]])
}

beforeEach(() => void vi.useFakeTimers({ now: 100_000 }))
afterEach(() => {
  vi.useRealTimers()
  delete window.earlyAnswers
})

test('an answer that was asked for early is given once', async () => {
  give(99_000)
  expect(await takeEarlyAnswer(ADDRESS, '1|a')).toEqual({ ...answer, cameAt: 99_000 })
  expect(await takeEarlyAnswer(ADDRESS, '1|a')).toBeNull()
})

test.for([
  { title: 'an answer to another token', cameAt: 99_000, token: '2|b' },
  { title: 'an answer to a token, for a call without one', cameAt: 99_000, token: null },
  { title: 'an answer that came half a minute ago', cameAt: 70_000, token: '1|a' },
  { title: 'a request that found no connection', cameAt: null, token: '1|a' },
])('$title is not taken', async ({ cameAt, token }) => {
  give(cameAt)
  expect(await takeEarlyAnswer(ADDRESS, token)).toBeNull()
})

test('without early requests there is no answer', async () => {
  expect(await takeEarlyAnswer(ADDRESS, '1|a')).toBeNull()
})
