import { logsApi, type ServerLogLevel, type ServerLogListQuery } from '@dalyan/contracts/logs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/test-app.ts'
import { fold } from './fixtures/fold.ts'
import { serverLogBlocks } from './server-log-blocks.repository.ts'
import { serverLogsRepository } from './server-logs.repository.ts'

const BLOCK = 64

interface Entry {
  seq: number
  message: string
  level: ServerLogLevel
}

let kit: TestApp
/** Newest first. */
let entries: Entry[] = []
beforeAll(async () => {
  kit = await startTestApp()
  await kit.database.query('truncate server_logs')
})
afterAll(() => kit.close())

const ODD = ['Işıl İĞNE qz', 'yüz 100%', 'a_b', String.raw`c\d`, 'é ☃ 😀', '', 'x', 'GÜÇ <ç>']
const SEARCHES = ['qz', 'QZ', 'İğ', 'ıl', 'iş', 'GÜ', 'ç>', '%', '0%', '_', 'a_', '_b', '\\', 'c\\', '\\d']
const MORE = ['é', 'ö', '☃', '😀', 'z', 'x', 'X', 'n', '7', '9 ', ' ', 'xz', '~', '_%', '%%']

async function write(count: number): Promise<void> {
  const texts = Array.from({ length: count }, (_, i) => (i % 40 === 0 ? (ODD[i / 40] ?? 'late qz') : `no ${i}`))
  const rows = await serverLogsRepository(kit.database).insertMany(
    texts.map((message, i) => {
      const level = i % 3 === 0 ? 'warn' : 'info'
      return { level, message, context: null, orphan: false, created_at: new Date(kit.clock.now()).toISOString() }
    }),
  )
  entries = [...rows.toReversed(), ...entries]
}

/** Notes whatever is there, as soon as nothing can turn up behind it. */
async function noteAll(): Promise<void> {
  const noted = async () => {
    while ((await serverLogBlocks(kit.database).keepUp(0)) > 0);
    const { rows } = await kit.database.query<{ block: number | null }>(
      'select max(block) as block from server_log_blocks',
    )
    return rows[0]?.block
  }
  await expect.poll(noted).toBe(Math.floor(((entries[0]?.seq ?? 0) + 1) / BLOCK) - 1)
}

const list = async (query: Partial<ServerLogListQuery>) => (await kit.as.admin.get(logsApi.server, { query })).body

async function expectPlain(): Promise<void> {
  for (const search of [...SEARCHES, ...MORE]) {
    const plain = entries.filter(({ message }) => fold(`${message} `).includes(fold(search)))
    const seqs = plain.map(({ seq }) => seq)
    const { data, total } = await list({ search, per_page: 1000 })
    expect({ search, total, seqs: data.map(({ seq }) => seq) }).toEqual({ search, total: plain.length, seqs })
    const warned = plain.filter(({ level }) => level === 'warn').toReversed()
    const second = await list({
      search,
      level: ['warn'],
      sort: [{ field: 'seq', descending: false }],
      page: 2,
      per_page: 2,
    })
    expect([second.total, second.data.map(({ seq }) => seq)]).toEqual([
      warned.length,
      warned.slice(2, 4).map(({ seq }) => seq),
    ])
  }
}

test('a text of one or two letters is found wherever it stands: nothing noted, some, and with newer entries', async () => {
  await write(400)
  await expectPlain()
  await noteAll()
  await expectPlain()
  await write(400)
  await expectPlain()
  await noteAll()
  await expectPlain()
})

test('it is looked for where it was noted alone, and where nothing is noted so far', async () => {
  const blocks = serverLogBlocks(kit.database)
  const where = async (search: string) => (await blocks.find(search))?.firsts.map((first) => first / BLOCK)
  const blocksWith = (text: string) => entries.filter(({ message }) => message.includes(text)).map(blockOf)
  const newest = await where('~')
  expect(newest).toHaveLength(1)
  const rare = await where('c\\')
  expect(rare?.toSorted()).toEqual([...new Set([...blocksWith('c\\'), ...(newest ?? [])])].toSorted())
  // Where it stands in most of the log, that is no help.
  expect(await where('no')).toBeUndefined()
})

test('who follows finds it as well', async () => {
  const middle = entries[entries.length / 2]?.seq ?? 0
  const expected = entries.filter(({ seq, message }) => seq > middle && fold(message).includes('qz')).toReversed()
  expect(expected.length).toBeGreaterThan(1)
  const followed = async () => (await list({ search: 'qz', after_seq: middle })).data.map(({ seq }) => seq)
  await expect.poll(followed).toEqual(expected.map(({ seq }) => seq))
})

test('what is noted goes with its entries', async () => {
  const oldest = entries[100]?.seq ?? 0
  await kit.database.query('delete from server_logs where seq < $1', [oldest])
  entries = entries.filter(({ seq }) => seq >= oldest)
  await expectPlain()
  await serverLogBlocks(kit.database).keepUp()
  const { rows } = await kit.database.query<{ block: number }>('select min(block) as block from server_log_blocks')
  expect(rows[0]?.block).toBe(Math.floor(oldest / BLOCK))
  await expectPlain()
})

function blockOf({ seq }: Entry): number {
  return Math.floor(seq / BLOCK)
}
