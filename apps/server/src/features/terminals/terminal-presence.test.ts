import { expect, test } from 'vitest'
import { createTestClock } from '../../../tests/test-clock.ts'
import { createLogger } from '../../core/log.ts'
import type { LearnedPresence, RememberedPresence } from './terminal-presence.sql.ts'
import { createTerminalPresence } from './terminal-presence.ts'

function start(remembered: RememberedPresence[] = []) {
  const clock = createTestClock(1_000_000)
  const saved: (readonly LearnedPresence[])[] = []
  const announced: number[] = []
  let isAway = false
  const presence = createTerminalPresence({
    database: {} as never,
    repository: () => ({
      load: () => Promise.resolve(remembered),
      save: (learned) => {
        if (isAway) return Promise.reject(new Error('away'))
        saved.push(structuredClone(learned))
        return Promise.resolve()
      },
    }),
    directory: { byId: () => undefined, onChange: () => undefined },
    events: { emit: (_name, data) => void announced.push((data as { id: number }).id) },
    clock,
    log: createLogger('silent'),
  })
  return { presence, clock, saved, announced, lose: (away: boolean) => (isAway = away) }
}

test('the usual interval is the median of the last twenty gaps, from the third on', async () => {
  const { presence, clock, saved } = start()
  for (const gap of [0, 30, 30]) {
    clock.advance(gap * 1000)
    presence.delivered(1, '10.0.0.7')
  }
  await presence.tick()
  expect(saved[0]).toMatchObject([
    { terminal_id: 1, gap_seconds: [30, 30], usual_interval_seconds: null, address: '10.0.0.7' },
  ])
  clock.advance(90_000)
  presence.delivered(1, '10.0.0.7')
  for (let n = 0; n < 30; n += 1) {
    clock.advance(60_000)
    presence.delivered(1, '10.0.0.7')
  }
  await presence.tick()
  expect(saved[1]?.[0]?.gap_seconds).toHaveLength(20)
  expect(presence.intervalSeconds(1)).toBe(60)
})

test('a terminal that sends steadily is saved once a minute, and one whose interval or address has changed at the next tick', async () => {
  const { presence, clock, saved } = start()
  /** @returns how often the terminal was saved by the tick after this message */
  async function send(afterSeconds: number, address = 'a') {
    clock.advance(afterSeconds * 1000)
    presence.delivered(1, address)
    const before = saved.length
    await presence.tick()
    return saved.length - before
  }
  // The first message, and the third gap, from which the interval is known.
  expect([await send(5), await send(5), await send(5), await send(5)]).toEqual([1, 0, 0, 1])
  let times = 0
  for (let n = 0; n < 24; n += 1) times += await send(5 + (n % 2) * 0.02)
  expect(times).toBe(2)
  expect([await send(5), await send(5, 'b'), await send(5, 'b')]).toEqual([0, 1, 0])
  // Every second message by the minute; the eleventh, too, because from then on the interval is 31 s and decides when values are stale.
  const slower: number[] = []
  for (let n = 0; n < 14; n += 1) slower.push(await send(31, 'b'))
  expect(slower.slice(7, 12)).toEqual([1, 0, 1, 1, 0])
  expect(saved.at(-1)).toMatchObject([{ usual_interval_seconds: 31, address: 'b' }])
})

test('what waits for the next minute is saved when the process stops', async () => {
  const { presence, clock, saved } = start()
  presence.delivered(1, 'a')
  await presence.tick()
  clock.advance(5_000)
  presence.delivered(1, 'a')
  await presence.tick()
  expect(saved).toHaveLength(1)
  await presence.stop()
  expect(saved[1]).toMatchObject([{ terminal_id: 1, gap_seconds: [5] }])
})

test('each change of a terminal to online, stale or offline is announced once', async () => {
  const { presence, clock, announced } = start()
  presence.delivered(1, 'a')
  expect(announced).toEqual([1])
  await presence.tick()
  expect(announced).toEqual([1])
  clock.advance(121_000)
  await presence.tick()
  await presence.tick()
  expect([announced.length, presence.connection(1)]).toEqual([2, 'stale'])
  clock.advance(780_000)
  await presence.tick()
  expect([announced.length, presence.connection(1)]).toEqual([3, 'offline'])
  presence.delivered(1, 'a')
  expect([announced.length, presence.connection(1)]).toEqual([4, 'online'])
})

test('a stored connection state is not announced again', async () => {
  const last_seen = 1_000_000 - 3_600_000
  const { presence, announced } = start([{ terminal_id: 1, gap_seconds: [30, 30, 30], unknown_keys: {}, last_seen }])
  await presence.start()
  await presence.tick()
  expect([announced, presence.connection(1), presence.intervalSeconds(1)]).toEqual([[], 'offline', 30])
  await presence.stop()
})

test('refusals are counted as increments, and none is lost while the database is unreachable', async () => {
  const { presence, saved, lose } = start()
  presence.refused(1)
  presence.refused(1)
  lose(true)
  await presence.tick()
  presence.refused(1)
  lose(false)
  await presence.tick()
  presence.refused(1)
  await presence.tick()
  expect(saved.map(([learned]) => learned?.refused)).toEqual([3, 1])
})

test('unknown keys are limited in number and length', async () => {
  const { presence, saved } = start()
  for (let n = 0; n < 80; n += 1)
    presence.learnUnknownKeys(1, new Map([[`key ${n} ${'x'.repeat(200)}`, 'y'.repeat(500)]]))
  await presence.tick()
  const entries = Object.entries(saved[0]?.[0]?.unknown_keys ?? {})
  expect(entries).toHaveLength(50)
  expect(entries.every(([key, value]) => key.length <= 64 && String(value).length <= 64)).toBe(true)
})
