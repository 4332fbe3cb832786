import type { Alarm } from '@dalyan/contracts/alarms'
import { authApi } from '@dalyan/contracts/auth'
import type { TankPage } from '@dalyan/contracts/tanks'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { answers, refuses, server } from '../../../tests/fake-server.ts'
import { lastSocket } from '../../../tests/fake-socket.ts'
import { given } from '../../../tests/given.ts'
import { alarmKeys } from '../../features/alarms/public/alarms.queries.ts'
import { homeKeys } from '../../features/alarms/public/overview.queries.ts'
import { setStaySignedIn } from '../../features/auth/idle/stay-signed-in.ts'
import { seriesKeys } from '../../features/measurements/public/measurements.queries.ts'
import { tankKeys } from '../../features/records/public/tanks.queries.ts'
import { sessionToken } from '../../shared/api/session-token.ts'
import { connectionState } from '../../shared/live/connection-state.ts'
import type { LiveConnection } from '../../shared/live/socket.ts'
import { keysBehind, openLiveConnection } from './live-messages.ts'

let cache: QueryClient
let live: LiveConnection
const key = tankKeys.list({})

beforeEach(async () => {
  vi.useFakeTimers()
  cache = new QueryClient()
  cache.setQueryData(key, given.page([given.tank()]))
  sessionToken.set('1|abc')
  live = openLiveConnection(cache)
  await vi.advanceTimersByTimeAsync(0)
})
afterEach(() => {
  live.close()
  vi.useRealTimers()
})

const reading = (ph: number) => given.reading({ ph })
const shownPh = () => cache.getQueryData<TankPage>(key)?.data[0]?.last_measurement?.ph?.value

describe('a lost connection', () => {
  test('is bridged by polling every ten seconds, from the fifth second on', async () => {
    const refetch = vi.spyOn(cache, 'refetchQueries')
    expect(connectionState()).toBe('live')
    lastSocket()?.lose()
    await vi.advanceTimersByTimeAsync(4_999)
    expect(connectionState()).toBe('live')
    await vi.advanceTimersByTimeAsync(1)
    expect(connectionState()).toBe('polling')
    expect(refetch).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(20_000)
    expect(refetch).toHaveBeenCalledTimes(3)

    lastSocket()?.comeBack()
    expect(connectionState()).toBe('live')
    await vi.advanceTimersByTimeAsync(20_000)
    expect(refetch).toHaveBeenCalledTimes(3)
  })

  test('is not shown when it returns within five seconds', async () => {
    const refetch = vi.spyOn(cache, 'refetchQueries')
    lastSocket()?.lose()
    await vi.advanceTimersByTimeAsync(4_000)
    lastSocket()?.comeBack()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(connectionState()).toBe('live')
    expect(refetch).not.toHaveBeenCalled()
  })

  test.each(['closed by the server', 'refused when it connected'])('is opened again after it was %s', async (how) => {
    if (how === 'refused when it connected') {
      lastSocket()?.lose()
      lastSocket()?.refuse('not_ready')
    } else lastSocket()?.lose('io server disconnect')
    expect(lastSocket()?.connected).toBe(false)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(lastSocket()?.connected).toBe(true)
  })

  test('stays closed once the session is over', async () => {
    lastSocket()?.lose('io server disconnect')
    live.close()
    const refetch = vi.spyOn(cache, 'refetchQueries')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(lastSocket()?.connected).toBe(false)
    expect(refetch).not.toHaveBeenCalled()
    expect(connectionState()).toBe('connecting')
  })

  test('refetches at its return only what its subscriptions may have missed', () => {
    live.subscribe('tank.14')
    lastSocket()?.lose()
    const invalidate = vi.spyOn(cache, 'invalidateQueries')
    lastSocket()?.comeBack()
    const asked = invalidate.mock.calls.map(([filters]) => filters?.queryKey)
    expect(asked).toEqual(keysBehind('tank.14'))
    expect(asked).toContainEqual(tankKeys.one(14))
    expect(asked).not.toContainEqual(tankKeys.lists)
  })
})

test('a second after a page has subscribed to a channel, what the channel may have missed is refetched', async () => {
  const invalidate = vi.spyOn(cache, 'invalidateQueries')
  live.subscribe('tank.14')
  expect(invalidate).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(invalidate.mock.calls.map(([filters]) => filters?.queryKey)).toEqual(keysBehind('tank.14'))
})

describe('the idle lock', () => {
  afterEach(() => setStaySignedIn(false))

  test('is sent to the server at each sign-in and when it changes', async () => {
    expect(lastSocket()?.signedInWith).toEqual({ token: '1|abc', idle_lock: false })
    setStaySignedIn(true)
    expect(lastSocket()?.sent).toContain('idle-lock true')
    lastSocket()?.lose()
    setStaySignedIn(false)
    setStaySignedIn(true)
    lastSocket()?.comeBack()
    expect(lastSocket()?.signedInWith).toEqual({ token: '1|abc', idle_lock: true })
    setStaySignedIn(false)
    expect(lastSocket()?.sent.filter((each) => each.startsWith('idle-lock'))).toEqual([
      'idle-lock true',
      'idle-lock false',
    ])
  })

  test('is sent too when it changes in another tab', () => {
    localStorage.setItem('idle-lock', '1')
    window.dispatchEvent(new StorageEvent('storage', { key: 'idle-lock', newValue: '1' }))
    window.dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue: 'navy' }))
    expect(lastSocket()?.sent).toEqual(['idle-lock true'])
  })
})

describe('a token that the server does not know', () => {
  test('ends the session of the page even when the page sends no requests', async () => {
    server.use(refuses(authApi.me, 401, 'unauthenticated'))
    lastSocket()?.lose('io server disconnect')
    lastSocket()?.refuse('unauthenticated')
    await vi.waitFor(() => expect(sessionToken.get()).toBeNull(), 20_000)
  })

  test('is not assumed when only too many tabs are open', async () => {
    const asked = vi.fn(() => given.user())
    server.use(answers(authApi.me, asked))
    lastSocket()?.lose('io server disconnect')
    lastSocket()?.refuse('too_many_sockets')
    await vi.advanceTimersByTimeAsync(1_000)
    expect(asked).not.toHaveBeenCalled()
    expect(sessionToken.get()).toBe('1|abc')
  })
})

describe('live readings', () => {
  test('are painted at once, the following ones together half a second later with the newest value', async () => {
    lastSocket()?.say('tanks', 'measurement', [reading(8.1)])
    expect(shownPh()).toBe(8.1)
    await vi.advanceTimersByTimeAsync(100)
    lastSocket()?.say('tank.14', 'measurement', [reading(8.2)])
    lastSocket()?.say('tank.14', 'measurement', [reading(8.3)])
    expect(shownPh()).toBe(8.1)
    await vi.advanceTimersByTimeAsync(400)
    expect(shownPh()).toBe(8.3)
  })

  test('that come while an answer is on its way are not lost to it', async () => {
    const tank = given.tank()
    const answer = Promise.withResolvers<TankPage>()
    const fetched = cache.fetchQuery({ queryKey: key, queryFn: () => answer.promise })
    lastSocket()?.say('tanks', 'measurement', [reading(8.1)])
    expect(shownPh()).toBe(8.1)
    answer.resolve(given.page([{ ...tank, notes: 'of the answer' }]))
    await fetched
    await vi.advanceTimersByTimeAsync(0)
    expect(cache.getQueryData<TankPage>(key)?.data[0]?.notes).toBe('of the answer')
    expect(shownPh()).toBe(8.1)
  })

  test('of tanks that are not on screen change nothing', () => {
    const before = cache.getQueryState(key)
    lastSocket()?.say('tanks', 'measurement', [{ ...reading(8.1), tank_id: 99 }])
    expect(cache.getQueryState(key)).toBe(before)
  })

  test('reach a callback each and unthinned until it is removed', () => {
    const received: number[] = []
    const stop = live.onMessage('tank.14', 'measurement', (batch) => received.push(...batch.map(({ ph }) => ph ?? 0)))
    lastSocket()?.say('tank.14', 'measurement', [reading(1)])
    lastSocket()?.say('tank.14', 'measurement', [reading(2)])
    lastSocket()?.say('tanks', 'measurement', [reading(3)])
    stop()
    lastSocket()?.say('tank.14', 'measurement', [reading(4)])
    expect(received).toEqual([1, 2])
  })
})

test('a burst of alarms changes the rows at once and refetches lists and counts once', async () => {
  const invalidate = vi.spyOn(cache, 'invalidateQueries')
  const alarm = (id: number) =>
    ({
      id,
      tank: { id: 14, code: 'TNK-014', name: 'x' },
      metric: 'ph',
      kind: 'high',
      severity: 'critical',
      state: 'active_unack',
    }) as Alarm
  for (let id = 1; id <= 50; id += 1) lastSocket()?.say('alarms', 'alarm', alarm(id))
  expect(cache.getQueryData<TankPage>(key)?.data[0]?.open_alarms).toHaveLength(50)
  await vi.advanceTimersByTimeAsync(1_000)
  const asked = invalidate.mock.calls.map(([filters]) => filters?.queryKey)
  expect(asked).toEqual(expect.arrayContaining([alarmKeys.all, homeKeys.all, tankKeys.lists]))
  expect(new Set(asked.map(String)).size).toBe(asked.length)
})

test('a tank with other limits refetches its charts, and one that only moved does not', async () => {
  const invalidate = vi.spyOn(cache, 'invalidateQueries')
  const asked = async () => {
    await vi.advanceTimersByTimeAsync(1_000)
    return invalidate.mock.calls.splice(0).map(([filters]) => filters?.queryKey)
  }
  const tank = given.tank()
  lastSocket()?.say('tanks', 'tank', { ...tank, location: 'B salonu' })
  expect(await asked()).toEqual([tankKeys.lists])
  const template = { id: 9, name: 'Başka', active: true, ranges: {} }
  lastSocket()?.say('tanks', 'tank', { ...tank, range_template: template })
  expect(await asked()).toEqual([tankKeys.lists, seriesKeys.ofTank(tank.id)])
})
