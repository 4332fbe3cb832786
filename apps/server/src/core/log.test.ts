import { afterEach, expect, test, vi } from 'vitest'
import { createLogger } from './log.ts'

test('only type, message, code and stack of an error are logged, not its other fields', () => {
  const lines: string[] = []
  const log = createLogger('info', { write: (line) => lines.push(line) })
  class PushError extends TypeError {
    override name = 'PushError'
    code = 'E_PUSH'
    body = 'what the other server answered'
    detail = 'Key (email)=(a@example.org) exists'
    override cause = new Error('what was behind it')
  }
  log.child({ reqId: 'r1' }).error({ err: new PushError(`no ${'x'.repeat(1_000_000)}`) }, 'it failed')
  const line = lines[0] ?? ''
  const { err } = JSON.parse(line) as { err: Record<string, string> }
  expect(Object.keys(err)).toEqual(['type', 'message', 'code', 'stack'])
  expect(err).toMatchObject({ type: 'PushError', code: 'E_PUSH' })
  expect(err['stack']).toContain('x')
  expect(line.length).toBeLessThan(10_000)
})

afterEach(() => void vi.useRealTimers())

test('of warnings or errors with the same text, ten a minute are logged and the others counted', () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const lines: { level: number; msg: string; count?: number; terminal_id?: number }[] = []
  const log = createLogger('info', { write: (line) => void lines.push(JSON.parse(line) as (typeof lines)[number]) })
  const fail = (times: number) => {
    for (let id = 1; id <= times; id += 1) log.child({ reqId: id }).error({ terminal_id: id }, 'it failed')
  }
  fail(25)
  log.warn('another text')
  log.warn('it failed slightly')
  for (let id = 0; id < 25; id += 1) log.info('it works')
  expect(lines.filter(({ msg }) => msg === 'it failed').map(({ terminal_id }) => terminal_id)).toEqual([
    1, 2, 3, 4, 5, 6, 7, 8, 9, 10,
  ])
  expect(lines).toHaveLength(10 + 2 + 25)
  vi.advanceTimersByTime(60_000)
  expect(lines.slice(37)).toMatchObject([{ level: 50, msg: 'more of the same: it failed', count: 15 }])
  fail(1)
  vi.advanceTimersByTime(60_000)
  expect(lines.slice(38)).toMatchObject([{ msg: 'it failed', terminal_id: 1 }])
})
