import { logsApi, TerminalLogPage, type TerminalLogEvent, type TerminalLogListQuery } from '@dalyan/contracts/logs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { TestUser } from '../../../tests/test-users.ts'
import { startTestApp, type TestApp } from '../../../tests/test-app.ts'
import { createLogWriters, type LogWriter } from './log-writer.ts'
import type { LogEntry } from './subject-logs.sql.ts'

type TerminalEntry = LogEntry<TerminalLogEvent>

let kit: TestApp
let log: LogWriter<TerminalLogEvent>
let subject: LogEntry['subject']
beforeAll(async () => {
  kit = await startTestApp()
  log = createLogWriters({ database: kit.database, events: kit.app.events }).terminalLogs
})
afterAll(() => kit.close())

const processor = { type: 'terminal' as const, id: null, name: 'TRM' }
const entry = (event: string, more: Partial<TerminalEntry> = {}): TerminalEntry => ({
  subject,
  status: 'success',
  processor,
  event: event as TerminalLogEvent,
  created_at: new Date(kit.clock.now()).toISOString(),
  ...more,
})
const list = async (query: Partial<TerminalLogListQuery>) =>
  (await kit.as.admin.get(logsApi.terminals, { query: { iot_id: subject.id, ...query } })).body
const eventsOf = async (query: Partial<TerminalLogListQuery>) => (await list(query)).data.map(({ event }) => event)
async function newSubject(): Promise<void> {
  const { id, code } = await kit.given.terminal()
  subject = { id, code }
  await kit.database.query('delete from terminal_logs where terminal_id = $1', [id])
}

test('entries are written in their order, read newest first, and announced to the live view', async () => {
  await newSubject()
  kit.emitted()
  await log.record([entry('one', { meta: { n: 1 } }), entry('two', { status: 'warning' }), entry('three')])
  const page = await list({})
  expect(page.data.map(({ event }) => event)).toEqual(['three', 'two', 'one'])
  expect(page.data[2]).toMatchObject({ iot: subject, status: 'success', processor, meta: { n: 1 } })
  const announced = kit.emitted().map(({ data }) => data)
  expect(announced).toEqual(page.data.toReversed())
})

test('entries of a rolled back transaction are neither saved nor announced', async () => {
  await newSubject()
  kit.emitted()
  const failing = kit.database.transact(async (on) => {
    await log.write(on, [entry('lost')])
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect(await eventsOf({})).toEqual([])
  expect(kit.emitted()).toEqual([])
})

test('a device’s hostile text is stored as bounded text', async () => {
  await newSubject()
  const hostile = {
    __proto__x: '<img src=x onerror=alert(1)>',
    nul: 'a\0b',
    half: '\uD800',
    esc: '\u001B[2J',
    sql: "');select pg_sleep(5)--",
  }
  await log.record([
    entry('measurement_rejected', { meta: hostile }),
    entry('big', { meta: { raw: 'ş"\\'.repeat(400_000) } }),
  ])
  const [big, small] = (await list({})).data
  expect(small?.meta).toEqual({ ...hostile, nul: 'a\uFFFDb', half: '\uFFFD' })
  expect(big?.meta).toMatchObject({ truncated: true })
  expect(Buffer.byteLength(JSON.stringify(big?.meta))).toBeLessThanOrEqual(8192)
})

test('a page of terminal logs matches the contract, even with odd texts', async () => {
  await newSubject()
  const odd = { type: 'user' as const, id: 7, name: 'Işıl "\\" Öz', password: 'x' }
  const meta = { 'İ"': ['\\', 1.5, null, { deep: '\u2028' }] }
  await log.record([entry('"quoted" \\ ğ', { processor: odd, meta }), entry('bare', { meta: null })])
  const page = await list({})
  expect(z.parse(TerminalLogPage, page)).toEqual(page)
  expect(page.data).toMatchObject([
    { event: 'bare', meta: null },
    { event: '"quoted" \\ ğ', meta, processor: { type: 'user', id: 7, name: odd.name }, iot: subject },
  ])
})

test('terminal logs are filtered by status, event and time, sorted and paged', async () => {
  await newSubject()
  const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString()
  await log.record([
    entry('connected', { created_at: at(1) }),
    entry('measurement_rejected', { created_at: at(2), status: 'error' }),
    entry('key_rotated', { created_at: at(3), status: 'warning' }),
  ])
  expect(await eventsOf({ status: ['error', 'warning'] })).toEqual(['key_rotated', 'measurement_rejected'])
  expect(await eventsOf({ event: 'KEY_' })).toEqual(['key_rotated'])
  expect(await eventsOf({ event: '%' })).toEqual([])
  expect(await eventsOf({ from: at(2), to: at(2) })).toEqual(['measurement_rejected'])
  expect(await eventsOf({ sort: [{ field: 'created_at', descending: false }], per_page: 2 })).toEqual([
    'connected',
    'measurement_rejected',
  ])
  expect(await list({ per_page: 2, page: 2 })).toMatchObject({ total: 3, last_page: 2, data: [{ event: 'connected' }] })
  expect(await list({})).not.toHaveProperty('total_capped')
})

test('the total counts to ten thousand and then is marked as capped', async () => {
  await newSubject()
  const many = (n: number) => log.record(Array.from({ length: n }, () => entry('message')))
  await many(10_000)
  expect(await list({ per_page: 1000 })).not.toHaveProperty('total_capped')
  await many(1)
  expect(await list({ per_page: 1000 })).toMatchObject({ total: 10_000, total_capped: true, last_page: 10 })
})

test('a follower sees every row once, even when later ids commit earlier', async () => {
  await newSubject()
  const WRITERS = 6
  const EACH = 25
  const writing = Promise.all(
    Array.from({ length: WRITERS }, async (_, writer) => {
      for (let n = 0; n < EACH; n += 1) {
        await kit.database.transact(async (on) => {
          await log.write(on, [entry(`w${writer}-${n}`)])
          // The transaction stays open for a while, so that ids and commits come in different orders.
          await on.query('select pg_sleep($1)', [((writer * 7 + n * 3) % 10) / 1000])
        })
      }
    }),
  )
  const seen: string[] = []
  let after_id = 0
  let isWriting = true
  void writing.then(() => {
    isWriting = false
  })
  for (let idle = 0; idle < 2;) {
    const page = await list({ after_id, per_page: 7 })
    seen.push(...page.data.map(({ event }) => event))
    after_id = page.data.at(-1)?.id ?? after_id
    // An autovacuum's own transaction may delay the last rows for a moment.
    if (!isWriting && seen.length >= WRITERS * EACH && page.data.length === 0) idle += 1
  }
  await writing
  expect(seen).toHaveLength(WRITERS * EACH)
  expect(new Set(seen).size).toBe(WRITERS * EACH)
})

test('a follower whose last row was removed continues after it', async () => {
  await newSubject()
  await log.record([entry('a')])
  await log.record([entry('b')])
  await log.record([entry('c')])
  const ids = (await list({})).data.map(({ id }) => id).toReversed()
  await kit.database.query('delete from terminal_logs where id = $1', [ids[1]])
  expect(await eventsOf({ after_id: ids[1] ?? 0 })).toEqual(['c'])
  expect(await eventsOf({ after_id: ids[2] ?? 0 })).toEqual([])
  expect(await eventsOf({ after_id: 0 })).toEqual(['a', 'c'])
  expect(await eventsOf({ after_id: 999_999_999 })).toEqual([])
})

test('GET /api/iots/{id}/logs returns one terminal’s entries, and 404 for an unknown terminal', async () => {
  await newSubject()
  await log.record([entry('mine')])
  const reply = await kit.as.admin.get(logsApi.terminal, { params: { id: subject.id } })
  expect(reply).toMatchObject({ status: 200, body: { total: 1, data: [{ event: 'mine', iot: subject }] } })
  expect((await kit.as.admin.get(logsApi.terminal, { params: { id: 999_999 } })).status).toBe(404)
})

test.each(['per_page=1001', 'status=fine', 'from=yesterday', 'sort=meta', 'after_id=-1', 'iot_id=x'])(
  'the list of terminal logs refuses %s',
  async (query) => {
    const [name = '', value = ''] = query.split('=')
    const reply = await kit.as.admin.get(logsApi.terminals, { query: { [name]: value } })
    expect({ status: reply.status, fields: Object.keys(reply.body.errors ?? {}) }).toEqual({
      status: 422,
      fields: [name],
    })
  },
)

test('refuses a window that ends before it starts', async () => {
  const query = { from: '2026-11-21T00:00:00.000Z', to: '2026-11-20T00:00:00.000Z' }
  const { status, body } = await kit.as.admin.get(logsApi.terminals, { query })
  expect({ status, errors: body.errors }).toEqual({
    status: 422,
    errors: { to: ['Bitiş, başlangıçtan sonra olmalı.'] },
  })
})

test('only admins read terminal logs', async () => {
  const ask = async (caller: TestUser) => [
    (await caller.get(logsApi.terminals, {})).status,
    (await caller.get(logsApi.terminal, { params: { id: subject.id } })).status,
  ]
  expect(await ask(kit.as.operator)).toEqual([403, 403])
  expect(await ask(kit.as.customer)).toEqual([403, 403])
  expect(await ask(kit.as.visitor)).toEqual([401, 401])
})

test('the full name of an event finds only that event, a part of a name finds all that contain it', async () => {
  await newSubject()
  await log.record(['connected', 'disconnected', 'connection_refused'].map((event) => entry(event)))
  expect(await eventsOf({ event: 'connected' })).toEqual(['connected'])
  expect(await eventsOf({ event: 'connect' })).toEqual(['connection_refused', 'disconnected', 'connected'])
})
