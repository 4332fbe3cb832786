import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sessionToken } from './session-token.ts'

/** The channel of another tab, which receives the questions of this one. */
let otherTab: BroadcastChannel
let questions: number

beforeEach(() => {
  questions = 0
  otherTab = new BroadcastChannel('dalyan-session')
  otherTab.addEventListener('message', ({ data }: MessageEvent<object>) => {
    if ('ask' in data) questions += 1
  })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})

afterEach(() => {
  vi.useRealTimers()
  otherTab.close()
  Reflect.deleteProperty(navigator, 'locks')
})

/** Web Locks, of which the other tabs hold those of these names. */
function locksHeld(...names: string[]) {
  const request = vi.fn<(name: string, options: LockOptions, held: () => Promise<void>) => Promise<void>>(
    (...[, , held]) => held(),
  )
  const query = () => Promise.resolve({ held: names.map((name) => ({ name })) })
  Object.defineProperty(navigator, 'locks', { configurable: true, value: { request, query } })
  return { request, release: () => void names.splice(0) }
}

/** Lets time pass in steps of half a second, between which messages arrive. */
async function pass(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 500) {
    await vi.advanceTimersByTimeAsync(500)
    await new Promise(setImmediate)
  }
}

test('a new tab waits for a signed-in tab that is busy for six seconds', async () => {
  locksHeld('dalyan-session')
  localStorage.setItem('session', '1')
  const found = sessionToken.find()
  await pass(6_000)
  expect(questions).toBeGreaterThan(1)
  otherTab.postMessage({ token: '7|secret' })
  await vi.waitFor(() => expect(sessionToken.get()).toBe('7|secret'))
  expect(await found).toBe('7|secret')
  expect(localStorage.getItem('session')).toBe('1')
})

test('a new tab shows the login soon after the last signed-in tab was closed', async () => {
  const { release } = locksHeld('dalyan-session')
  localStorage.setItem('session', '1')
  const found = sessionToken.find()
  await pass(4_000)
  release()
  await pass(1_500)
  expect(await found).toBeNull()
  expect(localStorage.getItem('session')).toBeNull()
})

test.each([
  ['no tab is signed in any more', () => locksHeld('of another page')],
  ['the page has no Web Locks, because it came over plain HTTP', () => {}],
])('a new tab asks once and shows the login after 1.5 seconds when %s', async (_, prepare) => {
  prepare()
  localStorage.setItem('session', '1')
  const found = sessionToken.find()
  await pass(1_500)
  expect(await found).toBeNull()
  expect(questions).toBe(1)
})

test('a tab that never answers holds up a new tab for at most fifteen seconds', async () => {
  locksHeld('dalyan-session')
  localStorage.setItem('session', '1')
  const found = sessionToken.find()
  await pass(15_500)
  expect(await found).toBeNull()
})

test('a browser without a signed-in user asks no other tab', async () => {
  locksHeld('dalyan-session')
  expect(await sessionToken.find()).toBeNull()
  await pass(500)
  expect(questions).toBe(0)
})

test('a tab holds the lock from its sign-in to the end of its session', async () => {
  const { request } = locksHeld()
  sessionToken.set('7|secret')
  sessionToken.replace('8|secret')
  expect(request.mock.calls.map(([name, { mode }]) => [name, mode])).toEqual([['dalyan-session', 'shared']])
  const ended = vi.fn<() => void>()
  void request.mock.results[0]?.value.then(ended)
  await pass(500)
  expect(ended).not.toHaveBeenCalled()
  sessionToken.clear()
  await vi.waitFor(() => expect(ended).toHaveBeenCalled())
})
