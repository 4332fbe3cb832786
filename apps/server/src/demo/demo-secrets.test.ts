import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makePassword, readSecrets, writeSecrets } from './demo-secrets.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'secrets-'))
})
afterAll(() => rm(folder, { recursive: true }))

test('secrets are read as they were written, and only the owner can read the file', async () => {
  const path = join(folder, 'not made yet', 'logins.txt')
  const secrets = new Map([
    ['admin@dalyan.local', 'a:b-c_d'],
    ['operator@dalyan.local', makePassword()],
  ])
  await writeSecrets(path, secrets)
  expect(await readSecrets(path)).toEqual(secrets)
  expect((await stat(path)).mode & 0o777).toBe(0o600)
})

test('a folder that cannot be created is reported in one line that names DATA_DIR', async () => {
  await writeFile(join(folder, 'file'), '')
  await expect(writeSecrets(join(folder, 'file', 'logins.txt'), new Map())).rejects.toThrow(
    /^DATA_DIR .* cannot be written to \(\w+\)\.$/,
  )
})

test('a missing file contains no secrets', async () => {
  expect(await readSecrets(join(folder, 'none.txt'))).toEqual(new Map())
})

test('two generated passwords are never the same', () => {
  expect(makePassword()).not.toBe(makePassword())
  expect(makePassword()).toHaveLength(12)
})
