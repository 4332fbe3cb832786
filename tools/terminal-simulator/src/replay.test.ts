import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { plausibleSource, recordedSource } from './replay.ts'

let folder: string
let path: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'replay-'))
  path = join(folder, 'two.csv')
  await writeFile(
    path,
    'terminal_code,measured_at,ph\nA,2023-05-27T20:20:00Z,7\nB,2023-05-27T20:20:00Z,8\nA,2023-05-27T20:25:00Z,7.1\n',
  )
})
afterAll(() => rm(folder, { recursive: true }))

test('recorded times are unchanged, and the replay ends with the file', async () => {
  const next = recordedSource({ path, code: 'A', recordedTime: true })
  expect([await next(), await next(), await next()]).toEqual([
    { measured_at: Date.UTC(2023, 4, 27, 20, 20), ph: 7 },
    { measured_at: Date.UTC(2023, 4, 27, 20, 25), ph: 7.1 },
    null,
  ])
})

test('a replay with current times repeats the file, and no instant occurs twice', async () => {
  const next = recordedSource({ path, code: 'A', recordedTime: false, now: () => 5000 })
  expect([await next(), await next(), await next()]).toEqual([
    { measured_at: 5000, ph: 7 },
    { measured_at: 5001, ph: 7.1 },
    { measured_at: 5002, ph: 7 },
  ])
})

test('a file without rows of the terminal ends the replay instead of being read for ever', async () => {
  expect(await recordedSource({ path, code: 'C', recordedTime: false })()).toBeNull()
})

test('generated readings have the current time', async () => {
  expect(await plausibleSource(1, () => 86_400_000)()).toMatchObject({
    measured_at: '1970-01-02T00:00:00.000Z',
  })
})
