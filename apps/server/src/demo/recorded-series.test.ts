import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endlessRows, findHistoryEnd, shiftedHistory } from './recorded-series.ts'

const MINUTE = 60_000
const START = Date.UTC(2023, 6, 11, 17)
let folder: string
let path: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'series-'))
  path = join(folder, 'four.csv')
  const rows = [
    'A,2023-07-11T17:00:00Z,7',
    'A,2023-07-11T17:05:00Z,',
    'A,2023-07-11T17:10:00Z,7.2',
    'A,2023-07-11T17:30:00Z,7.3',
  ]
  await writeFile(path, `terminal_code,measured_at,ph\n${rows.join('\n')}\n`)
})
afterAll(() => rm(folder, { recursive: true }))

async function take<T>(rows: AsyncGenerator<T>, most = Infinity): Promise<T[]> {
  const taken: T[] = []
  for await (const row of rows) if (taken.push(row) >= most) break
  return taken
}

test('a row at the instant at which the live part begins is not history', async () => {
  expect(await findHistoryEnd(path, '2023-07-11T17:10:00Z')).toEqual({ rows: 2, last_at: START + 5 * MINUTE, total: 4 })
})

test('without a live part the full file is history', async () => {
  expect(await findHistoryEnd(path, null)).toEqual({ rows: 4, last_at: START + 30 * MINUTE, total: 4 })
})

test('a live part that leaves no history is refused', async () => {
  await expect(findHistoryEnd(path, '2023-07-11T17:00:00Z')).rejects.toThrow(/nothing before/)
})

test('history keeps its spacing and ends at the given instant', async () => {
  const end = await findHistoryEnd(path, null)
  expect(await take(shiftedHistory(path, end, 9_000_000_000_000))).toEqual([
    { measured_at: 9_000_000_000_000 - 30 * MINUTE, values: { ph: 7 } },
    { measured_at: 9_000_000_000_000 - 20 * MINUTE, values: { ph: 7.2 } },
    { measured_at: 9_000_000_000_000, values: { ph: 7.3 } },
  ])
})

test('the live part continues at its position, and with the first row after the last', async () => {
  expect(await take(endlessRows(path, 3), 4)).toEqual([
    { position: 3, values: { ph: 7.3 } },
    { position: 0, values: { ph: 7 } },
    { position: 2, values: { ph: 7.2 } },
    { position: 3, values: { ph: 7.3 } },
  ])
})
