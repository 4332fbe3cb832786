import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { leftLines } from './left-lines.ts'

/** Above any process id of Linux. */
const GONE = 99_999_999
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'left-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

test('the next run takes each text that was left exactly once, in full', () => {
  leftLines(folder, GONE).end(['Error: boom\n  at x', 'ikinci'])
  const next = leftLines(folder, process.pid)
  expect(next.take()).toEqual(['Error: boom\n  at x', 'ikinci'])
  expect(next.take()).toEqual([])
})

test('a run that ended without being stopped is logged, a stopped run is not', () => {
  leftLines(folder, GONE).begin('2026-11-20T10:00:00.000Z')
  expect(leftLines(folder, process.pid).take()).toEqual([
    'The server that started at 2026-11-20T10:00:00.000Z ended without being stopped.',
  ])
  const proper = leftLines(folder, GONE)
  proper.begin('2026-11-20T11:00:00.000Z')
  proper.end([])
  expect(leftLines(folder, process.pid).take()).toEqual([])
})

test('the file of a running process is not taken', () => {
  leftLines(folder, process.ppid).begin('2026-11-20T10:00:00.000Z')
  expect(leftLines(folder, process.pid).take()).toEqual([])
  // A file with this process's own number is from an earlier run, as happens in containers.
  leftLines(folder, process.pid).begin('2026-11-20T10:00:00.000Z')
  expect(leftLines(folder, process.pid).take()).toHaveLength(1)
})

test('a text of a megabyte is truncated, a cut line is returned unparsed, and a missing folder causes no error', () => {
  leftLines(folder, GONE).end(['x'.repeat(1_000_000)])
  expect(leftLines(folder, process.pid).take()[0]?.length).toBeLessThanOrEqual(64 * 1024)
  writeFileSync(join(folder, `unlogged-${GONE}.txt`), '"whole"\n"cut o')
  expect(leftLines(folder, process.pid).take()).toEqual(['whole', '"cut o'])
  const nowhere = leftLines(join(folder, 'none'), GONE)
  nowhere.begin('2026-11-20T10:00:00.000Z')
  nowhere.end(['a'])
  expect(nowhere.take()).toEqual([])
})
