import { setTimeout as sleep } from 'node:timers/promises'
import type { ServerLog, TankLog, TerminalLog, TerminalLogEvent } from '@dalyan/contracts/logs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../../tests/test-database.ts'
import { openDatabase, type Connection, type Database } from '../../core/database/database.ts'
import { createLogger } from '../../core/log.ts'
import { logsRepository } from './subject-logs.sql.ts'
import { orphanOf } from './server-log-entry.rules.ts'
import { serverLogsRepository } from './server-logs.sql.ts'
import { settleRestored } from './visible-order.sql.ts'

const WRITERS = 8
const EACH = 30
const NOW = Date.UTC(2026, 10, 20)

let database: Database
let subject: { id: number; code: string }
beforeAll(async () => {
  database = await openTestDatabase()
  const { rows } = await database.query<{ id: number }>(
    `insert into terminals (code, status) values ('T-1', 'active') returning id`,
  )
  await database.query(`insert into tanks (code, name, status) values ('T-1', 'Bir', 'inactive')`)
  subject = { id: rows[0]?.id ?? 0, code: 'T-1' }
})
afterAll(() => database.close())

/** Connects like another process or a restarted server. */
const openAnew = () => openDatabase({ ...database.address, log: createLogger('silent'), poolSize: WRITERS + 2 })

interface FollowedRow {
  position: number
  word: string
}
interface FollowedLog {
  write: (on: Connection, word: string) => Promise<unknown>
  page: (
    on: Connection,
    after: number | undefined,
  ) => Promise<{ rows: FollowedRow[]; followAfter?: number | undefined }>
}

/** The first page has all existing rows; followers get small pages. */
const perPage = (after: number | undefined) => (after === undefined ? 1000 : 7)

function ownedLog(kind: 'terminal' | 'tank'): FollowedLog {
  const entry = (event: string) => ({
    subject,
    status: 'success' as const,
    event: event as TerminalLogEvent,
    processor: { type: 'system' as const, id: null, name: 'x' },
    created_at: new Date(NOW).toISOString(),
  })
  return {
    write: (on, word) => logsRepository(kind, on).insertMany([entry(word)]),
    async page(on, after_id) {
      const { data, followAfter } = await logsRepository(kind, on).list({
        page: 1,
        per_page: perPage(after_id),
        after_id,
      })
      const rows = JSON.parse(`[${data}]`) as (TerminalLog | TankLog)[]
      return { rows: rows.map(({ id, event }) => ({ position: id, word: event })), followAfter }
    },
  }
}

const LOGS: Record<string, FollowedLog> = {
  'terminal log': ownedLog('terminal'),
  'tank log': ownedLog('tank'),
  'server log': {
    write: (on, word) => serverLogsRepository(on).insertMany([orphanOf(word, 'info', NOW)]),
    async page(on, after_seq) {
      const query = { page: 1, per_page: perPage(after_seq), include_orphans: true, after_seq }
      const { data, followAfter } = await serverLogsRepository(on).list(query)
      const rows = JSON.parse(`[${data}]`) as ServerLog[]
      return { rows: rows.map(({ seq, message }) => ({ position: seq, word: message })), followAfter }
    },
  },
}

const WORDS: Record<string, string> = {
  'terminal log': 'select event as word from terminal_logs',
  'tank log': 'select event as word from tank_logs',
  'server log': 'select message as word from server_logs',
}

/**
 * Writes each word in a transaction that stays open for a while, so that ids, xids and commits come in different
 * orders; some roll back.
 */
async function writeLoudly(on: Database, log: FollowedLog, prefix: string): Promise<string[]> {
  const kept: string[] = []
  async function writer(number: number): Promise<void> {
    for (let n = 0; n < EACH; n += 1) {
      const word = `${prefix}-${number}-${n}`
      const fails = n % 10 === 9
      const work = on.transact(async (connection) => {
        // Half of the transactions get their xid long before they write.
        if (n % 2 === 0) await connection.query('select pg_current_xact_id(), pg_sleep($1)', [((n * 5) % 8) / 1000])
        await log.write(connection, word)
        await connection.query('select pg_sleep($1)', [((number * 7 + n * 3) % 15) / 1000])
        if (fails) throw new Error('taken back')
      })
      await work.then(
        () => kept.push(word),
        () => undefined,
      )
    }
  }
  await Promise.all(Array.from({ length: WRITERS }, (_, number) => writer(number)))
  return kept
}

/** The longest delay that transactions of other test files can cause. */
const HELD_BACK_MS = 20_000

/** Follows the log until, after the writers ended and all their rows were seen, two consecutive reads are empty. */
async function follow(
  on: Database,
  log: FollowedLog,
  after: number,
  writing: Promise<string[]>,
  seen: string[],
  known: ReadonlySet<string> = new Set(),
): Promise<number> {
  let written: string[] | null = null
  let until = Infinity
  void writing.then((words) => {
    written = words.filter((word) => !known.has(word))
    until = performance.now() + HELD_BACK_MS
  })
  const isOver = () => written?.every((word) => seen.includes(word)) === true || performance.now() > until
  let last = after
  for (let idle = 0; idle < 2;) {
    const { rows } = await log.page(on, last)
    seen.push(...rows.map(({ word }) => word))
    last = rows.at(-1)?.position ?? last
    if (rows.length > 0) continue
    if (isOver()) idle += 1
    await sleep(isOver() ? 50 : 1)
  }
  return last
}

test.each(Object.entries(LOGS))('%s: a follower sees all rows once across a restart', async (_, log) => {
  const seen: string[] = []
  const kept: string[] = []
  let after = 0
  for (const run of ['before', 'after']) {
    const server = openAnew()
    const writing = writeLoudly(server, log, run)
    after = await follow(server, log, after, writing, seen)
    kept.push(...(await writing))
    await server.close()
  }
  expect(kept.length).toBe(2 * WRITERS * EACH * 0.9)
  expect(seen.length).toBe(kept.length)
  expect(new Set(seen)).toEqual(new Set(kept))
})

test.each(Object.entries(LOGS))(
  '%s: a view that starts with the newest page misses no row of the writers',
  async (name, log) => {
    const server = openAnew()
    const writing = writeLoudly(server, log, `${name} view`)
    await sleep(60)
    const { rows: there } = await server.query<{ word: string }>(WORDS[name] ?? '')
    const first = await log.page(server, undefined)
    const seen: string[] = []
    const shown = new Set([...there, ...first.rows].map(({ word }) => word))
    await follow(server, log, first.followAfter ?? -1, writing, seen, shown)
    const known = new Set([...shown, ...seen])
    expect((await writing).filter((word) => !known.has(word))).toEqual([])
    expect(seen.length).toBe(new Set(seen).size)
    await server.close()
  },
)

test('a restored backup with xids ahead of the server does not block a follower', async () => {
  const log = LOGS['tank log'] as FollowedLog
  await database.query(`update tank_logs set xid = '99999999999'`)
  const { position } = (await log.page(database, undefined)).rows[0] ?? { position: 0 }
  await settleRestored(database)
  await log.write(database, 'new')
  await expect.poll(async () => (await log.page(database, position)).rows.map(({ word }) => word)).toEqual(['new'])
})
