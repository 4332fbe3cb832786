import { logsApi, ServerLogPage, type ServerLog, type ServerLogListQuery } from '@dalyan/contracts/logs'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { startTestApp, type TestApp } from '../../../tests/test-app.ts'
import { createEventBus } from '../../core/event-bus.ts'
import { createLogger } from '../../core/log.ts'
import type { Events } from '../../events.ts'
import { openServerLog } from './server-log.ts'
import { entryOfLine, orphanOf } from './server-log-entry.rules.ts'
import { createServerLogSink } from './server-log.ts'
import { serverLogsRepository } from './server-logs.sql.ts'

let kit: TestApp
beforeAll(async () => {
  kit = await startTestApp()
})
beforeEach(() => kit.database.query('truncate server_logs'))
afterAll(() => kit.close())

const at = (minute: number) => Date.UTC(2026, 0, 1, 0, minute)
const line = (msg: string, level = 30, more: object = {}) => JSON.stringify({ level, time: at(0), msg, ...more })
const write = (...lines: string[]) =>
  serverLogsRepository(kit.database).insertMany(lines.map((one) => entryOfLine(one, at(0))))
const list = async (query: Partial<ServerLogListQuery> = {}) => (await kit.as.admin.get(logsApi.server, { query })).body
const messages = async (query: Partial<ServerLogListQuery> = {}) =>
  (await list(query)).data.map(({ message }) => message)

test('lines of the logger are saved in the table with secrets masked, and announced to the live view once', async () => {
  const sink = createServerLogSink(kit.clock)
  const events = createEventBus<Events>(() => undefined)
  const announced: ServerLog[] = []
  events.on('server_log.written', (row) => announced.push(row))
  const table = openServerLog({ database: kit.database, events, sink })
  const log = createLogger('info', { write: sink.add })
  log.debug('not at this level')
  log.warn({ password: 'gizli mi', err: new Error('at postgres://u:pw@h/x') }, 'a warning')
  sink.addOrphan('Error: crash\n    at main')
  await table.close()
  const { data } = await list({ include_orphans: true })
  expect(data).toMatchObject([
    { level: 'error', message: 'Error: crash\n    at main', orphan: true, context: null },
    { level: 'warn', message: 'a warning', orphan: false, context: { password: '[gizli]' } },
  ])
  expect(JSON.stringify(data)).not.toMatch(/gizli mi|u:pw/)
  expect(announced).toEqual(data.toReversed())
})

test('server logs are filtered by level, text and time, sorted and paged', async () => {
  await write(
    line('Bağlantı koptu', 40, { terminal: 'T-0214' }),
    line('started', 30, { time: at(5) }),
    line('100% full', 60, { time: at(9) }),
  )
  expect(await messages()).toEqual(['100% full', 'started', 'Bağlantı koptu'])
  expect(await messages({ level: ['warn', 'fatal'] })).toEqual(['100% full', 'Bağlantı koptu'])
  expect(await messages({ search: 'BAĞLANTI' })).toEqual(['Bağlantı koptu'])
  expect(await messages({ search: 't-0214' })).toEqual(['Bağlantı koptu'])
  expect(await messages({ search: '0%' })).toEqual(['100% full'])
  expect(await messages({ from: '2026-01-01T00:05:00Z', to: '2026-01-01T00:05:00Z' })).toEqual(['started'])
  expect(await messages({ sort: [{ field: 'level', descending: false }] })).toEqual([
    'started',
    'Bağlantı koptu',
    '100% full',
  ])
  expect(await list({ page: 2, per_page: 2 })).toMatchObject({
    total: 3,
    last_page: 2,
    data: [{ message: 'Bağlantı koptu' }],
  })
})

test('a search of one or two characters reports that it covers only the newest entries', async () => {
  await write(line('abc'))
  expect(await list({ search: 'ab' })).toMatchObject({ total: 1, searched: 10_000 })
  expect(await list({ search: 'abc' })).not.toHaveProperty('searched')
  expect(await list()).not.toHaveProperty('searched')
})

test('a page of server logs matches the contract, even with odd texts', async () => {
  const context = { 'İ"': ['\\', 1.5, null, { deep: '\u2028' }] }
  await write(line('bare'), line('"quoted" \\ ğ\n', 50, context))
  const page = await list()
  expect(z.parse(ServerLogPage, page)).toEqual(page)
  expect(page.data).toMatchObject([
    { level: 'error', message: '"quoted" \\ ğ\n', context, orphan: false },
    { message: 'bare', context: null },
  ])
})

test('orphans are listed only on request', async () => {
  await write(line('an entry'))
  await serverLogsRepository(kit.database).insertMany([orphanOf('Error: boom', 'error', at(1))])
  expect(await messages()).toEqual(['an entry'])
  expect(await messages({ include_orphans: true })).toEqual(['Error: boom', 'an entry'])
})

test('`all` returns up to `limit` entries without pages, and the total is capped at ten thousand', async () => {
  for (let n = 0; n < 5; n += 1) await write(...Array.from({ length: 2_001 }, (_, i) => line(`${n}-${i}`)))
  const whole = await list({ all: true })
  expect(whole).toMatchObject({ total: 10_000, total_capped: true, current_page: 1, per_page: 5_000 })
  expect(whole.data).toHaveLength(5_000)
  const few = await list({ all: true, limit: 3, page: 7 })
  expect(few.data.map(({ message }) => message)).toEqual(['4-2000', '4-1999', '4-1998'])
})

test('a view continues after the page’s `follow_after`, and a follower after its last row', async () => {
  await write(line('a'), line('b'))
  const { follow_after = 0, data } = await list({ per_page: 1 })
  await write(line('c'))
  await expect.poll(() => messages({ after_seq: data[0]?.seq ?? 0 })).toEqual(['c'])
  expect((await messages({ after_seq: follow_after })).at(-1)).toBe('c')
  expect(await messages({ after_seq: 0 })).toEqual(['a', 'b', 'c'])
})

test.each([
  'level=loud',
  'limit=0',
  'limit=5001',
  'all=yes',
  'include_orphans=2',
  'sort=message',
  'after_seq=-1',
  'per_page=1001',
])('the list of server logs refuses %s', async (query) => {
  const [name = '', value = ''] = query.split('=')
  const reply = await kit.as.admin.get(logsApi.server, { query: { [name]: value } as never })
  expect({ status: reply.status, fields: Object.keys(reply.body.errors ?? {}) }).toEqual({
    status: 422,
    fields: [name],
  })
})
