import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readTidyCsv, type RecordedReading } from './tidy-csv.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tidy-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function rowsOf(name: string, content: string | Buffer) {
  await writeFile(join(folder, name), content)
  return readAll(name)
}

async function readAll(name: string) {
  const rows: RecordedReading[] = []
  for await (const row of readTidyCsv(join(folder, name))) rows.push(row)
  return rows
}

const TEXT =
  'terminal_code,measured_at,tank_temperature,ph\nA,2023-05-27T20:20:00Z,12.5,\nB,2023-05-27T20:25:00Z,,7.9\n'

test('an empty cell means that the metric was not measured', async () => {
  const expected = [
    {
      terminal_code: 'A',
      measured_at: Date.UTC(2023, 4, 27, 20, 20),
      values: { tank_temperature: 12.5 },
    },
    { terminal_code: 'B', measured_at: Date.UTC(2023, 4, 27, 20, 25), values: { ph: 7.9 } },
  ]
  expect(await rowsOf('plain.csv', TEXT)).toEqual(expected)
  expect(await rowsOf('packed.csv.gz', gzipSync(TEXT))).toEqual(expected)
})

test.each([
  ['a number', 'A,2023-05-27T20:20:00Z,warm,7.9', /row 2: tank_temperature is "warm"/],
  ['a time', 'A,yesterday,12,7.9', /row 2: measured_at is "yesterday"/],
])('%s that cannot be read is reported with its row', async (_what, row, message) => {
  await expect(rowsOf('bad.csv', `terminal_code,measured_at,tank_temperature,ph\n${row}\n`)).rejects.toThrow(message)
})

test('a missing file is an error, not an empty series', async () => {
  await expect(readAll('none.csv')).rejects.toThrow(/ENOENT/)
})
