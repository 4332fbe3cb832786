import { expect, test } from 'vitest'
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
