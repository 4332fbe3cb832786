import { expect, test } from 'vitest'
import { entryOfLine, orphanOf } from './server-log-entry.rules.ts'

const NOW = Date.UTC(2026, 10, 20)

test('a line of the logger becomes level, message, context and time', () => {
  const line = JSON.stringify({
    level: 50,
    time: NOW - 1000,
    msg: 'it failed',
    err: { message: 'no' },
    terminal: 'T-1',
  })
  expect(entryOfLine(line, NOW)).toEqual({
    level: 'error',
    message: 'it failed',
    context: '{"err":{"message":"no"},"terminal":"T-1"}',
    orphan: false,
    created_at: '2026-11-19T23:59:59.000Z',
  })
})

test('an error without a log message is logged by its own message; a missing context is null', () => {
  expect(entryOfLine('{"level":60,"err":{"message":"boom"}}', NOW)).toMatchObject({ level: 'fatal', message: 'boom' })
  expect(entryOfLine('{"level":30,"msg":"x"}', NOW).context).toBeNull()
})

test.each(['no JSON at all', '[1]', '"text"', '{"level":30', 'null'])('the line %s is stored as an orphan', (line) => {
  expect(entryOfLine(line, NOW)).toMatchObject({ level: 'error', message: line, orphan: true })
})

test.each([
  ['postgres://dalyan:çok-gizli@127.0.0.1:5432/x', 'postgres://dalyan:[gizli]@127.0.0.1:5432/x'],
  ['Authorization: Bearer abcdef123456789', 'Authorization: Bearer [gizli]'],
  ['GET /x?token=abc123&page=2', 'GET /x?token=[gizli]&page=2'],
  ['{"password":"a b","x":1', '{"password":[gizli],"x":1'],
  ['ADMIN_PASSWORD=hunter2 next', 'ADMIN_PASSWORD=[gizli] next'],
  ['nothing to hide: basic words', 'nothing to hide: basic words'],
])('secrets within text are masked: %s', (text, kept) => {
  expect(orphanOf(text, 'error', NOW).message).toBe(kept)
})

test('a secret that would be cut in half is left out entirely', () => {
  const address = 'postgres://dalyan:half-of-this-word@127.0.0.1/x'
  for (let at = 3_900; at < 4_010; at += 1) {
    expect(orphanOf(`${'x'.repeat(at)} ${address}`, 'error', NOW).message).not.toContain('half')
  }
})

test.each([
  ['letters', 'a'],
  ['the beginnings of addresses', 'a://'],
  ['addresses with a colon', 'a://b:'],
  ['names of secrets', 'password'],
  ['names of secrets and spaces', 'password '],
  ['spaces behind a name of a secret', ' '],
  ['quotation marks', 'token="'],
  ['bearers', 'bearer '],
])('the time to mask a text of %s grows linearly with its length', (_title, part) => {
  const steps = (length: number) => {
    const text = `secret${part.repeat(length)}`
    const line = JSON.stringify({ level: 30, msg: text, list: Array.from({ length: 50 }, () => text) })
    const start = process.cpuUsage().user
    for (let again = 0; again < 5; again += 1) entryOfLine(line, NOW)
    return process.cpuUsage().user - start
  }
  steps(100)
  // A hundred times the text must take less than 1,000 times the work: ten times linear growth, a tenth of quadratic
  // growth.
  expect(steps(100_000)).toBeLessThan(1_000 * Math.max(steps(1_000), 1_000))
})

test('a field with a secret name is masked at any depth', () => {
  const line = JSON.stringify({
    level: 30,
    msg: 'x',
    a: { b: [{ new_password: 'p', session_token: 't', key: 'k', ok: 1 }] },
  })
  expect(JSON.parse(entryOfLine(line, NOW).context ?? '')).toEqual({
    a: { b: [{ new_password: '[gizli]', session_token: '[gizli]', key: '[gizli]', ok: 1 }] },
  })
})

test('an entry of a megabyte is bounded and can be stored in PostgreSQL', () => {
  const line = JSON.stringify({ level: 30, msg: `\0${'x'.repeat(1_000_000)}`, raw: 'ş'.repeat(1_000_000) })
  const entry = entryOfLine(line, NOW)
  expect(entry.message.length).toBeLessThanOrEqual(4_000)
  expect(entry.message.startsWith('\uFFFD')).toBe(true)
  expect(Buffer.byteLength(entry.context ?? '')).toBeLessThanOrEqual(8_192)
})
