import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createTestClock } from '../../tests/test-clock.ts'
import { openTestDatabase, type TestDatabase } from '../../tests/test-database.ts'
import type { SessionConnection } from '../core/database/database.ts'
import { createLogger } from '../core/log.ts'
import { createBrokerSessions } from './broker-sessions.ts'

const clock = createTestClock()
let database: TestDatabase
let connections: SessionConnection[] = []
/** What all processes know from the database. */
let known: readonly number[] = []
beforeAll(async () => (database = await openTestDatabase()))
afterEach(async () => {
  await Promise.all(connections.map((connection) => connection.close().catch(() => undefined)))
  await expect.poll(async () => (await database.query(`select from pg_locks where classid = 7120`)).rowCount).toBe(0)
  connections = []
  known = []
})
afterAll(() => database.close())

/** A process, with the sessions that it has at the broker: `1` shares new messages, `1 drain` only empties it. */
async function startProcess() {
  const opened = new Set<string>()
  let idleMs = 0
  const sessions = createBrokerSessions({
    clock,
    log: createLogger('silent'),
    known: {
      read: () => Promise.resolve(known),
      save: (numbers) => Promise.resolve(void (known = numbers)),
    },
    broker: {
      open(number, mode = 'share') {
        opened.add(mode === 'share' ? `${number}` : `${number} drain`)
        return { idleMs: () => idleMs }
      },
      async close(number) {
        for (const name of opened) if (name.split(' ')[0] === String(number)) opened.delete(name)
      },
    },
  })
  const connection = await database.asApplication.session('processes')
  connections.push(connection)
  await sessions.opened(connection)
  return {
    sessions,
    opened: () => [...opened],
    /** What runs every two seconds while the connection lives. */
    check: () => sessions.checked?.(connection),
    becomeIdle: () => (idleMs = 60_000),
    async kill() {
      await connection.close()
      await connection.ended
      sessions.lost()
    },
  }
}

test('each process has a session of its own, and one that comes back has the first that is free', async () => {
  const [a, b, c] = [await startProcess(), await startProcess(), await startProcess()]
  expect([a.opened(), b.opened(), c.opened()]).toEqual([['1'], ['2'], ['3']])
  await b.kill()
  expect(b.opened()).toEqual([])
  await expect.poll(async () => (await startProcess()).opened()).toEqual(['2'])
  expect(known.toSorted()).toEqual([1, 2, 3])
})

test('a session that nobody has for five seconds is emptied by one process, once', async () => {
  const [a, b, c] = [await startProcess(), await startProcess(), await startProcess()]
  await c.kill()
  await a.check()
  await b.check()
  clock.advance(4_000)
  await a.check()
  await b.check()
  expect([a.opened(), b.opened()]).toEqual([['1'], ['2']])
  clock.advance(2_000)
  await expect
    .poll(async () => {
      await a.check()
      await b.check()
      return [...a.opened(), ...b.opened()].toSorted()
    })
    .toEqual(['1', '2', '3 drain'])
  for (const each of [a, b]) {
    each.becomeIdle()
    await each.check()
    clock.advance(60_000)
    await each.check()
  }
  expect([a.opened(), b.opened(), known.toSorted()]).toEqual([['1'], ['2'], [1, 2]])
})

test('a session that was emptied is given to the next process, and emptied again when that ends', async () => {
  const [a, b] = [await startProcess(), await startProcess()]
  await b.kill()
  await a.check()
  clock.advance(6_000)
  await a.check()
  expect(a.opened()).toEqual(['1', '2 drain'])
  a.becomeIdle()
  await a.check()
  const c = await startProcess()
  expect([a.opened(), c.opened()]).toEqual([['1'], ['2']])
  await a.check()
  await c.kill()
  await a.check()
  clock.advance(6_000)
  await a.check()
  expect(a.opened()).toEqual(['1', '2 drain'])
})

test('a process that loses its connection to PostgreSQL leaves the broker at once', async () => {
  const a = await startProcess()
  await startProcess().then((b) => b.kill())
  await a.check()
  clock.advance(6_000)
  await a.check()
  expect(a.opened()).toEqual(['1', '2 drain'])
  await a.kill()
  expect(a.opened()).toEqual([])
})

test('a process that stops takes no further session', async () => {
  const a = await startProcess()
  a.sessions.stop()
  await startProcess().then((b) => b.kill())
  await a.check()
  clock.advance(6_000)
  await a.check()
  expect(a.opened()).toEqual(['1'])
})

test('a number that two processes forgot by writing at the same time is remembered by the one that has it', async () => {
  const a = await startProcess()
  known = []
  await a.check()
  expect(known).toEqual([1])
})
