import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openTestDatabase } from '../../../tests/test-database.ts'
import { createLogger } from '../log.ts'
import type { Database } from './database.ts'
import { createJobQueue, type JobKind } from './job-queue.ts'

const KIND: JobKind = { name: 'try', retryLimit: 3, retryDelay: 0, retryDelayMax: 1, batchSize: 10 }
const log = createLogger('silent')

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

function queueThat(work: (n: number) => 'done' | { error: unknown }) {
  const queue = createJobQueue({ database, log })
  queue.handle<{ n: number }>(KIND, (jobs) => Promise.resolve(jobs.map(({ n }) => work(n))))
  return queue
}
const job = (n: number) => ({ key: String(n), data: { n } })

test('a job is there when its transaction commits, never when it does not, and survives the process', async () => {
  const first = queueThat(() => ({ error: new Error('not now') }))
  await first.start()
  await database.transact((on) => first.put(on, KIND, [job(1)]))
  await expect(
    database.transact(async (on) => {
      await first.put(on, KIND, [job(2)])
      throw new Error('rolled back')
    }),
  ).rejects.toThrow('rolled back')
  await first.stop()

  const done: number[] = []
  const second = queueThat((n) => (done.push(n), 'done'))
  await second.start()
  await vi.waitFor(() => expect(done).toContain(1), { timeout: 30_000 })
  expect(done).not.toContain(2)
  await second.stop()
})

test('one that failed is tried again, its neighbours are not', async () => {
  const tries = new Map<number, number>()
  const queue = queueThat((n) => {
    tries.set(n, (tries.get(n) ?? 0) + 1)
    return n === 11 && tries.get(n) === 1 ? { error: new Error('once') } : 'done'
  })
  await queue.start()
  await database.transact((on) => queue.put(on, KIND, [job(10), job(11), job(10)]))
  await vi.waitFor(() => expect(tries.get(11)).toBe(2), { timeout: 30_000 })
  expect(tries.get(10)).toBe(1)
  await queue.stop()
})

test('before the start nothing is taken', async () => {
  const queue = queueThat(() => 'done')
  expect(queue.isOpen()).toBe(false)
  await database.transact((on) => queue.put(on, KIND, [job(20)]))
})
