import type { ServerLog } from '@dalyan/contracts/logs'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createTestClock } from '../../../tests/test-clock.ts'
import type { ServerLogEntry } from './server-log-entry.rules.ts'
import { createServerLogSink } from './server-log.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const line = (msg: string) => JSON.stringify({ level: 30, time: 1, msg })

/** A table that can be unavailable, and the entries written to it. */
function start() {
  const sink = createServerLogSink(createTestClock())
  const written: ServerLogEntry[] = []
  const announced: ServerLog[] = []
  const table = { isAway: false, batches: [] as number[] }
  const open = () =>
    sink.open({
      insert: (entries) => {
        if (table.isAway) return Promise.reject(new Error('away'))
        table.batches.push(entries.length)
        written.push(...entries)
        return Promise.resolve(entries.map((entry) => ({ ...entry, seq: written.length, context: null })))
      },
      announce: (row) => announced.push(row),
    })
  return { sink, open, table, written, announced, messages: () => written.map(({ message }) => message) }
}

test('lines logged before the table is open are saved; many lines need few statements, and each is announced once', async () => {
  const { sink, open, table, messages, announced } = start()
  sink.add(line('early'))
  await vi.advanceTimersByTimeAsync(1_000)
  open()
  for (let n = 0; n < 1_200; n += 1) sink.add(line(`l${n}`))
  await vi.advanceTimersByTimeAsync(1_000)
  expect(messages()).toEqual(['early', ...Array.from({ length: 1_200 }, (_, n) => `l${n}`)])
  expect(table.batches.length).toBeLessThan(6)
  expect(announced).toHaveLength(1_201)
})

test('while the table is unavailable memory is bounded; lost entries are counted once, and no entry is written twice', async () => {
  const { sink, open, table, messages, written } = start()
  table.isAway = true
  open()
  for (let n = 0; n < 5_000; n += 1) sink.add(line(`l${n}`))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(written).toEqual([])
  table.isAway = false
  await vi.advanceTimersByTimeAsync(10_000)
  expect(written).toHaveLength(2_001)
  expect(new Set(messages()).size).toBe(2_001)
  const warnings = written.filter(({ message }) => message === 'server log entries were lost')
  expect(warnings).toMatchObject([{ level: 'warn', context: '{"lost":3000}' }])
  sink.add(line('after'))
  await vi.advanceTimersByTimeAsync(1_000)
  expect(messages().at(-1)).toBe('after')
})

test('closing writes the remaining entries', async () => {
  const { sink, open, messages } = start()
  open()
  sink.add(line('last'))
  expect(await sink.close()).toBe(true)
  expect(messages()).toEqual(['last'])
})

test('an orphan that could not be written is left for the next run', async () => {
  const { sink, open, table } = start()
  table.isAway = true
  open()
  sink.add(line('an entry'))
  sink.addOrphan('Error: boom\n  at x\n')
  sink.addOrphan('  \n')
  expect(await sink.close()).toBe(false)
  sink.addOrphan('and after')
  expect(sink.leftOrphans()).toEqual(['Error: boom\n  at x', 'and after'])
})

test('a table that never responds delays closing by at most two seconds', async () => {
  const { sink } = start()
  sink.open({ insert: () => new Promise(() => undefined), announce: () => undefined })
  sink.add(line('stuck'))
  const closed = sink.close()
  await vi.advanceTimersByTimeAsync(2_000)
  expect(await closed).toBe(false)
})
