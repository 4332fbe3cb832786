import { expect, test, vi } from 'vitest'
import { createUseTimes } from './use-times.ts'

const NOW = Date.parse('2026-03-01T00:00:00.000Z')
const clock = { now: () => NOW }

function started(write: (ids: number[]) => Promise<void>) {
  const warn = vi.fn<() => void>()
  const log = { warn } as unknown as Parameters<typeof createUseTimes>[0]['log']
  return { warn, noteUse: createUseTimes({ clock, log, write }) }
}

test('writes one statement at a time, and the next has all that came meanwhile once', async () => {
  const written: number[][] = []
  let release = () => {}
  const { noteUse } = started(async (ids) => {
    written.push(ids)
    await new Promise<void>((resolve) => (release = resolve))
  })
  for (const id of [3, 2, 1, 2, 3]) noteUse(id, null)
  expect(written).toEqual([[3]])
  release()
  await vi.waitFor(() => expect(written).toEqual([[3], [1, 2, 3]]))
})

test('writes to the minute', () => {
  const write = vi.fn<() => Promise<void>>(() => Promise.resolve())
  const { noteUse } = started(write)
  noteUse(1, '2026-02-28T23:59:00.001Z')
  expect(write).not.toHaveBeenCalled()
  noteUse(1, '2026-02-28T23:59:00.000Z')
  expect(write).toHaveBeenCalledOnce()
})

test('logs a failure, and writes the next use', async () => {
  const write = vi.fn<() => Promise<void>>(() => Promise.reject(new Error('read-only')))
  const { warn, noteUse } = started(write)
  noteUse(1, null)
  await vi.waitFor(() => expect(warn).toHaveBeenCalledOnce())
  noteUse(1, null)
  await vi.waitFor(() => expect(write).toHaveBeenCalledTimes(2))
})
