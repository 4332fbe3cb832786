import { appendFile, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLogger } from '../log.ts'
import { watchClusterComplaints } from './cluster-complaints.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'complaints-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** The lines that one run reports. */
async function collect(logFile: string): Promise<string[]> {
  const reported: string[] = []
  const watch = watchClusterComplaints({ logFile, log: createLogger('silent'), report: (line) => reported.push(line) })
  await watch.stop()
  return reported
}

test('each fatal line of the PostgreSQL log is reported once over all runs, and the lines of ordinary stops and starts are not', async () => {
  const file = join(folder, 'postgres.log')
  await writeFile(
    file,
    'x LOG:  ready\nx FATAL:  out of memory\nx FATAL:  the database system is starting up\nx PANIC:  cut o',
  )
  expect(await collect(file)).toEqual(['x FATAL:  out of memory'])
  await appendFile(file, 'ff\nx LOG:  server process (PID 7) was terminated by signal 9: Killed\n')
  expect(await collect(file)).toEqual([
    'x PANIC:  cut off',
    'x LOG:  server process (PID 7) was terminated by signal 9: Killed',
  ])
  expect(await collect(file)).toEqual([])
  await writeFile(file, 'x FATAL:  in a new file\n')
  expect(await collect(file)).toEqual(['x FATAL:  in a new file'])
})

test('only the end of a long PostgreSQL log is reported, and a missing file is no failure', async () => {
  const file = join(folder, 'long.log')
  await writeFile(file, `x FATAL:  long ago\n${'x LOG:  nothing\n'.repeat(50_000)}x FATAL:  now\n`)
  expect(await collect(file)).toEqual(['x FATAL:  now'])
  expect(await collect(join(folder, 'none.log'))).toEqual([])
})

test('a PostgreSQL log that has grown long is emptied after its content was copied to a second file', async () => {
  const file = join(folder, 'rotated.log')
  const long = `${'x LOG:  nothing\n'.repeat(600_000)}x FATAL:  before\n`
  await writeFile(file, long)
  expect(await collect(file)).toEqual(['x FATAL:  before'])
  expect((await stat(file)).size).toBe(0)
  expect(await readFile(`${file}.1`, 'utf8')).toBe(long)
  await appendFile(file, 'x FATAL:  after\n')
  expect(await collect(file)).toEqual(['x FATAL:  after'])
})
