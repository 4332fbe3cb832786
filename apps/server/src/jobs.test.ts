import { expect, test, vi } from 'vitest'
import { createLogger } from './core/log.ts'
import { createJobs } from './jobs.ts'

test('while readings cannot be stored, notifications are sent, old readings are removed, and other work waits', async () => {
  vi.useFakeTimers({ toFake: ['setInterval'] })
  let isStoring = true
  const [forewarn, poll, sweep] = [
    vi.fn(async () => undefined),
    vi.fn(async () => undefined),
    vi.fn(async () => undefined),
  ]
  const running = { start: async () => undefined, stop: async () => undefined }
  const parts = {
    isStoringAnywhere: () => isStoring,
    notifications: { poll, tick: poll },
    forewarn,
    retention: { sweep },
    watchDisk: async () => undefined,
    alarmClock: running,
    rollUpJob: running,
  }
  const needs = { database: {}, clock: { now: Date.now }, log: createLogger('silent') }
  const jobs = await createJobs(parts as never, needs as never).start()
  const minute = async () => {
    forewarn.mockClear()
    poll.mockClear()
    await vi.advanceTimersByTimeAsync(60_000)
    return { forewarned: forewarn.mock.calls.length, polled: poll.mock.calls.length > 0 }
  }
  expect(await minute()).toEqual({ forewarned: 1, polled: true })
  isStoring = false
  expect(await minute()).toEqual({ forewarned: 0, polled: true })
  await vi.advanceTimersByTimeAsync(600_000)
  expect(sweep).toHaveBeenCalledOnce()
  isStoring = true
  expect(await minute()).toEqual({ forewarned: 1, polled: true })
  await jobs.stop()
  vi.useRealTimers()
})
