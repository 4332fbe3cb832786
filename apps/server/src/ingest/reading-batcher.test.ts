import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLogger } from '../core/log.ts'
import type { Outcome, Reading } from '../features/measurements/storing/reading.ts'
import { createReadingBatcher, NotStored, Unstorable } from './reading-batcher.ts'

beforeEach(() => void vi.useFakeTimers({ now: 0 }))
afterEach(() => void vi.useRealTimers())

const HELD = { ms: 30_000, outlastsFailures: true }
const AT_ONCE = { ms: 10_000, outlastsFailures: false }
const away = () => Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })

function readings(terminal_id: number, count = 1, value = 7): Reading[] {
  return Array.from({ length: count }, (_, n) => ({
    terminal_id,
    tank_id: null,
    measured_at: n,
    received_at: 0,
    values: [value],
    clock_skew: false,
  }))
}

/** A batcher over a storage that a test can inspect and delay. */
function start(store?: (batch: readonly Reading[]) => Promise<Outcome[]>) {
  const writes: (readonly Reading[])[] = []
  const gates: (() => void)[] = []
  const batcher = createReadingBatcher({
    store: async (batch) => {
      writes.push(batch)
      if (store) return store(batch)
      await new Promise<void>((resolve) => gates.push(resolve))
      return batch.map(() => 'stored')
    },
    isPassing: (error) => error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED',
    clock: { now: () => Date.now() },
    log: createLogger('silent'),
  })
  return { batcher, writes, open: () => gates.splice(0).forEach((gate) => gate()) }
}
const stored = (batch: readonly Reading[]): Promise<Outcome[]> => Promise.resolve(batch.map(() => 'stored'))

test('readings that arrive within 5 ms are written together', async () => {
  const { batcher, writes } = start(stored)
  const all = [batcher.store(readings(2), HELD), batcher.store(readings(4, 3), HELD)]
  expect(writes).toHaveLength(0)
  await vi.advanceTimersByTimeAsync(5)
  expect(await Promise.all(all)).toEqual([['stored'], ['stored', 'stored', 'stored']])
  expect(writes.map(({ length }) => length)).toEqual([4])
})

test('a full batch is written at once, and holds at most 1,000 readings', async () => {
  const { batcher, writes, open } = start()
  for (let n = 0; n < 3; n += 1) void batcher.store(readings(2, 400), HELD)
  expect(writes.map(({ length }) => length)).toEqual([800])
  open()
  await vi.advanceTimersByTimeAsync(5)
  expect(writes.map(({ length }) => length)).toEqual([800, 400])
})

test('a terminal keeps its lane, so that its second message is not written in parallel with its first', async () => {
  const { batcher, writes, open } = start()
  void batcher.store(readings(2, 1000), HELD)
  void batcher.store(readings(2, 1000), HELD)
  void batcher.store(readings(3, 1000), HELD)
  expect(writes.map(([first]) => first?.terminal_id)).toEqual([2, 3])
  open()
  await vi.advanceTimersByTimeAsync(0)
  expect(writes.map(([first]) => first?.terminal_id)).toEqual([2, 3, 2])
})

test('small batches of both lanes are written as one, larger ones in parallel', async () => {
  const { batcher, writes, open } = start()
  for (const terminal of [2, 3]) void batcher.store(readings(terminal, 40), HELD)
  await vi.advanceTimersByTimeAsync(5)
  expect(writes.map(({ length }) => length)).toEqual([80])
  for (const terminal of [2, 3]) void batcher.store(readings(terminal, 60), HELD)
  await vi.advanceTimersByTimeAsync(5)
  expect(writes).toHaveLength(1)
  open()
  await vi.advanceTimersByTimeAsync(0)
  expect(writes.map(({ length }) => length)).toEqual([80, 60, 60])
})

test('a terminal whose message is written with those of the other lane waits for that write with its next one', async () => {
  const { batcher, writes, open } = start()
  for (const terminal of [2, 3]) void batcher.store(readings(terminal), HELD)
  await vi.advanceTimersByTimeAsync(5)
  void batcher.store(readings(3, 1000), HELD)
  await vi.advanceTimersByTimeAsync(5)
  expect(writes.map(({ length }) => length)).toEqual([2])
  open()
  await vi.advanceTimersByTimeAsync(0)
  expect(writes.map(({ length }) => length)).toEqual([2, 1000])
})

test('writing is retried until the database is back', async () => {
  let isAway = true
  const { batcher } = start((batch) => (isAway ? Promise.reject(away()) : stored(batch)))
  const held = batcher.store(readings(2), HELD)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(batcher.awaySince()).toBe(5)
  isAway = false
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await held).toEqual(['stored'])
  expect(batcher.awaySince()).toBeNull()
})

test('a message that does not outlast failures fails with the first one, even while it waits behind others', async () => {
  let attempts = 0
  const { batcher } = start(() => {
    attempts += 1
    return Promise.reject(away())
  })
  void batcher.store(readings(2, 1_000), HELD).catch(() => undefined)
  const refused = expect(batcher.store(readings(2), AT_ONCE)).rejects.toBeInstanceOf(NotStored)
  await vi.advanceTimersByTimeAsync(1)
  await refused
  expect(attempts).toBe(1)
  expect(batcher.waiting()).toBe(1_000)
})

test('a message that does not wait fails with the first failure, and is tried again until storing works', async () => {
  let isAway = true
  const { batcher, writes } = start((batch) => (isAway ? Promise.reject(away()) : stored(batch)))
  const refused = expect(batcher.store(readings(2), AT_ONCE)).rejects.toBeInstanceOf(NotStored)
  await vi.advanceTimersByTimeAsync(5)
  await refused
  await vi.advanceTimersByTimeAsync(60_000)
  expect(batcher.awaySince()).toBe(5)
  isAway = false
  await vi.advanceTimersByTimeAsync(1_000)
  expect(batcher.awaySince()).toBeNull()
  expect([batcher.waiting(), writes.at(-1)?.length]).toEqual([0, 1])
})

test('a message that nobody waits for any more gives way to the next one of its lane', async () => {
  let isAway = true
  const { batcher, writes } = start((batch) => (isAway ? Promise.reject(away()) : stored(batch)))
  batcher.store(readings(2, 1, 13), AT_ONCE).catch(() => undefined)
  await vi.advanceTimersByTimeAsync(5)
  const next = batcher.store(readings(4), HELD)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(writes.at(-1)?.map(({ terminal_id }) => terminal_id)).toEqual([4])
  isAway = false
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await next).toEqual(['stored'])
})

test('a message that nobody waits for any more is given up after ten minutes, so that none can block its lane for ever', async () => {
  const { batcher, writes } = start(() => Promise.reject(away()))
  batcher.store(readings(2), AT_ONCE).catch(() => undefined)
  await vi.advanceTimersByTimeAsync(610_000)
  expect([batcher.awaySince(), batcher.waiting()]).toEqual([null, 0])
  const tries = writes.length
  await vi.advanceTimersByTimeAsync(10_000)
  expect(writes).toHaveLength(tries)
})

test('stop does not wait for a message that nobody waits for any more', async () => {
  const { batcher } = start(() => Promise.reject(away()))
  batcher.store(readings(2), AT_ONCE).catch(() => undefined)
  await vi.advanceTimersByTimeAsync(20_000)
  const stopped = batcher.stop()
  await vi.advanceTimersByTimeAsync(1_100)
  await stopped
  expect(batcher.waiting()).toBe(0)
})

test('a message fails when its time limit is reached, even during a hanging write', async () => {
  const { batcher } = start()
  const writing = expect(batcher.store(readings(2), HELD)).rejects.toBeInstanceOf(NotStored)
  await vi.advanceTimersByTimeAsync(5)
  const waiting = expect(batcher.store(readings(2), HELD)).rejects.toBeInstanceOf(NotStored)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(batcher.awaySince()).toBe(5_005)
  await vi.advanceTimersByTimeAsync(21_000)
  await Promise.all([writing, waiting])
})

test('one message that the database refuses does not fail the others of its batch', async () => {
  const { batcher, writes } = start((batch) => {
    const isPoison = batch.some(({ values }) => values[0] === 13)
    return isPoison ? Promise.reject(Object.assign(new Error('bad'), { code: '22P02' })) : stored(batch)
  })
  const all = Array.from({ length: 9 }, (_, n) => batcher.store(readings(2, 1, n === 4 ? 13 : n), HELD))
  const settled = Promise.allSettled(all)
  await vi.advanceTimersByTimeAsync(5)
  const results = await settled
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(8)
  expect(results[4]).toMatchObject({ reason: expect.any(Unstorable) as unknown })
  expect(writes.length).toBeLessThan(10)
})

test('a message that fails by a bug is not acknowledged and does not count as unstorable', async () => {
  const { batcher } = start(() => Promise.reject(new TypeError('x is not a function')))
  const failed = expect(batcher.store(readings(2), HELD)).rejects.toBeInstanceOf(NotStored)
  await vi.advanceTimersByTimeAsync(5)
  await failed
})

test('the batcher is full at 50,000 waiting readings and signals when it no longer is', async () => {
  const { batcher, open } = start()
  for (let n = 0; n < 50; n += 1) void batcher.store(readings(2, 1000), HELD)
  expect(batcher.isFull()).toBe(true)
  let isFree = false
  void batcher.whenNotFull().then(() => (isFree = true))
  await vi.advanceTimersByTimeAsync(1)
  expect(isFree).toBe(false)
  open()
  await vi.advanceTimersByTimeAsync(1)
  expect([isFree, batcher.isFull(), batcher.waiting()]).toEqual([true, false, 49_000])
})

test('stop writes the waiting readings and accepts no more', async () => {
  const { batcher, writes } = start(stored)
  const last = batcher.store(readings(2), HELD)
  const stopped = batcher.stop()
  await vi.advanceTimersByTimeAsync(10)
  await stopped
  expect(await last).toEqual(['stored'])
  expect(writes).toHaveLength(1)
  await expect(batcher.store(readings(2), HELD)).rejects.toBeInstanceOf(NotStored)
})
