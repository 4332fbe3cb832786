import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../../tests/test-database.ts'
import { createLogger } from '../log.ts'
import { keepSession } from './kept-session.ts'
import { createLeadership } from './leadership.ts'

/** In milliseconds; long, because a busy machine may be slow. */
const PATIENCE = 20_000

let database: TestDatabase
beforeAll(async () => (database = await openTestDatabase()))
afterAll(() => database.close())

/** A process that may lead; `history` is what it did. */
function candidate() {
  const history: ('leads' | 'stopped')[] = []
  const lead = async () => {
    history.push('leads')
    return { stop: async () => void history.push('stopped') }
  }
  const log = createLogger('silent')
  const leadership = createLeadership({ log, lead })
  const session = keepSession({ database: database.asApplication, log, users: [leadership] })
  return { leadership, session, history }
}

test('another process leads within ten seconds after the leading one was killed', async () => {
  const file = fileURLToPath(new URL('./fixtures/leading-process.ts', import.meta.url))
  const child = spawn(process.execPath, [file, database.address.url], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  expect(String(line)).toBe('leads\n')
  const { leadership, session } = candidate()
  await session.start()
  expect(leadership.isLeading()).toBe(false)
  child.kill('SIGKILL')
  await vi.waitFor(() => expect(leadership.isLeading()).toBe(true), { timeout: PATIENCE, interval: 20 })
  await session.stop()
  expect(leadership.isLeading()).toBe(false)
})

test('a process that loses its connection stops to lead before another one begins', async () => {
  const [a, b] = [candidate(), candidate()]
  await a.session.start()
  await b.session.start()
  expect([a.leadership.isLeading(), b.leadership.isLeading()]).toEqual([true, false])
  await database.query(
    `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and objid = 7110 and granted`,
  )
  await vi.waitFor(() => expect(a.history).toEqual(['leads', 'stopped']), { timeout: PATIENCE, interval: 5 })
  await vi.waitFor(() => expect(a.leadership.isLeading()).not.toBe(b.leadership.isLeading()), PATIENCE)
  await a.session.stop()
  await vi.waitFor(() => expect(b.leadership.isLeading()).toBe(true), PATIENCE)
  await b.session.stop()
})

test('a process that stops lets another one lead while it still has its connection, and does not lead again', async () => {
  const [a, b] = [candidate(), candidate()]
  await a.session.start()
  await b.session.start()
  await a.leadership.stop()
  await vi.waitFor(() => expect(b.leadership.isLeading()).toBe(true), PATIENCE)
  await b.session.stop()
  // Longer than the others wait between two tries.
  await new Promise((resolve) => setTimeout(resolve, 2_500))
  expect(a.history).toEqual(['leads', 'stopped'])
  await a.session.stop()
})

test('work that could not be started is tried again', async () => {
  let tries = 0
  const log = createLogger('silent')
  const leadership = createLeadership({
    log,
    lead: async () => {
      tries += 1
      if (tries === 1) throw new Error('not yet')
      return { stop: async () => undefined }
    },
  })
  const session = keepSession({ database: database.asApplication, log, users: [leadership] })
  await session.start()
  await vi.waitFor(() => expect(leadership.isLeading()).toBe(true), PATIENCE)
  await session.stop()
})
