import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../../tests/test-database.ts'
import { createLogger } from '../log.ts'
import { keepSession } from './kept-session.ts'
import { createProcessMessages } from './process-messages.ts'

/** In milliseconds; long, because a busy machine may be slow. */
const PATIENCE = 20_000

let database: TestDatabase
const stops: (() => Promise<void>)[] = []
beforeAll(async () => (database = await openTestDatabase()))
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})
afterAll(() => database.close())

/** A process that listens; `history` is what it learns. */
async function startProcess() {
  const history: unknown[] = []
  const log = createLogger('silent')
  const messages = createProcessMessages<'test_messages'>({
    log,
    listensTo: ['test_messages'],
    receive: (message) => history.push(message),
    connected: (isAgain) => history.push(isAgain ? 'connected again' : 'connected'),
    dropped: () => history.push('dropped'),
  })
  const session = keepSession({ database: database.asApplication, log, users: [messages] })
  await session.start()
  stops.push(session.stop)
  return { history, send: (message: unknown) => messages.send('test_messages', message), flush: messages.flush }
}

test('messages of any length and language arrive at every other process, in order and once', async () => {
  const [a, b, c] = [await startProcess(), await startProcess(), await startProcess()]
  const long = { text: 'ığüşöç 🐟\n"\\'.repeat(5_000) }
  for (const message of ['first', long, 'first', 'last']) a.send(message)
  b.send('of b')
  // Each has a connection of its own, so one may be later than the others.
  await vi.waitFor(() => expect([a, b, c].map(({ history }) => history.length)).toEqual([2, 4, 5]), PATIENCE)
  expect(c.history.filter((message) => message !== 'of b')).toEqual(['connected', 'first', long, 'last'])
  expect(b.history).toEqual(['connected', 'first', long, 'last'])
  expect(a.history).toEqual(['connected', 'of b'])
})

test('a process that was cut off learns that it missed messages, and that its own were lost', async () => {
  const [a, b] = [await startProcess(), await startProcess()]
  await database.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name like '%processes' and datname = current_database()`,
  )
  await vi.waitFor(async () => {
    a.send('lost')
    await a.flush()
    expect(a.history).toContain('dropped')
  }, PATIENCE)
  await vi.waitFor(() => {
    expect(a.history).toContain('connected again')
    expect(b.history).toContain('connected again')
  }, PATIENCE)
  a.send('later')
  await vi.waitFor(() => expect(b.history.at(-1)).toBe('later'), PATIENCE)
  expect(b.history).not.toContain('lost')
})
