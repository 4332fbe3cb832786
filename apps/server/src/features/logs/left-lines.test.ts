import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { leaveLines, takeLines } from './left-lines.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'left-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

test('the next run finds what was left, each text whole and once', () => {
  const file = join(folder, 'left.txt')
  leaveLines(file, ['Error: boom\n  at x', 'ikinci'])
  leaveLines(file, [])
  leaveLines(file, ['later'])
  expect(takeLines(file)).toEqual(['Error: boom\n  at x', 'ikinci', 'later'])
  expect(takeLines(file)).toEqual([])
})

test('a megabyte leaves its beginning, and a folder that is not there nothing', () => {
  const file = join(folder, 'big.txt')
  leaveLines(file, ['x'.repeat(1_000_000)])
  expect(takeLines(file)[0]?.length).toBeLessThanOrEqual(64 * 1024)
  expect(() => leaveLines(join(folder, 'none', 'x'), ['a'])).not.toThrow()
})
