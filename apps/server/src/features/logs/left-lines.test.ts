import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { leftLines } from './left-lines.ts'

/** Beyond what Linux gives out. */
const GONE = 99_999_999
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'left-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

test('the next run finds what was left, each text whole and once', () => {
  leftLines(folder, GONE).end(['Error: boom\n  at x', 'ikinci'])
  const next = leftLines(folder, process.pid)
  expect(next.take()).toEqual(['Error: boom\n  at x', 'ikinci'])
  expect(next.take()).toEqual([])
})

test('an end of the process that was not ordered is logged, an ordered one is not', () => {
  leftLines(folder, GONE).begin('2026-11-20T10:00:00.000Z')
  expect(leftLines(folder, process.pid).take()).toEqual([
    'The server that started at 2026-11-20T10:00:00.000Z ended without being stopped.',
  ])
  const proper = leftLines(folder, GONE)
  proper.begin('2026-11-20T11:00:00.000Z')
  proper.end([])
  expect(leftLines(folder, process.pid).take()).toEqual([])
})

test('what a living neighbour may still take back stays with it', () => {
  leftLines(folder, process.ppid).begin('2026-11-20T10:00:00.000Z')
  expect(leftLines(folder, process.pid).take()).toEqual([])
  // The number of this process was another's before, as the first in a container.
  leftLines(folder, process.pid).begin('2026-11-20T10:00:00.000Z')
  expect(leftLines(folder, process.pid).take()).toHaveLength(1)
})

test('a megabyte leaves its beginning; a line that was cut off is kept as it is; no folder is no failure', () => {
  leftLines(folder, GONE).end(['x'.repeat(1_000_000)])
  expect(leftLines(folder, process.pid).take()[0]?.length).toBeLessThanOrEqual(64 * 1024)
  writeFileSync(join(folder, `unlogged-${GONE}.txt`), '"whole"\n"cut o')
  expect(leftLines(folder, process.pid).take()).toEqual(['whole', '"cut o'])
  const nowhere = leftLines(join(folder, 'none'), GONE)
  nowhere.begin('2026-11-20T10:00:00.000Z')
  nowhere.end(['a'])
  expect(nowhere.take()).toEqual([])
})
