import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isInstalled, isOutdated } from './setup.mjs'
import { countTests, withSecondRun } from './test-report.mjs'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dalyan-setup-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function file(name: string, second: number): string {
  const path = join(folder, name)
  mkdirSync(join(path, '..'), { recursive: true })
  writeFileSync(path, '')
  utimesSync(path, second, second)
  return path
}

test('the page is built when it is missing or older than one of its sources, except tests and results', () => {
  const source = join(folder, 'web')
  file('web/src/deep/page.tsx', 100)
  expect(isOutdated(join(folder, 'built'), [source])).toBe(true)
  const built = file('built', 200)
  expect(isOutdated(built, [source])).toBe(false)
  file('web/src/page.test.tsx', 300)
  file('web/node_modules/x.js', 300)
  file('web/dist/x.js', 300)
  expect(isOutdated(built, [source])).toBe(false)
  file('web/src/deep/page.tsx', 300)
  expect(isOutdated(built, [source])).toBe(true)
})

const lock = {
  packages: { '': {}, 'node_modules/a': { version: '1.0.0' }, 'node_modules/b': { version: '2.0.0', optional: true } },
}

test('the packages count as installed when the tree matches the lock file, except those for other machines', () => {
  expect(isInstalled(lock, { packages: { 'node_modules/a': { version: '1.0.0' } } })).toBe(true)
  expect(isInstalled(lock, { packages: { 'node_modules/a': { version: '1.0.1' } } })).toBe(false)
  expect(isInstalled(lock, { packages: {} })).toBe(false)
  expect(isInstalled(lock, null)).toBe(false)
})

const passing = { path: '/e2e/a.spec.ts', state: 'passed', tests: ['passed', 'passed', 'passed'] }
const report = (...files: { path: string; state: string; tests: string[] }[]) => ({
  files: [passing, ...files],
  errors: 0,
})

test('a test that was skipped, could not be loaded or never ran counts as failed', () => {
  expect(countTests(report(), true)).toEqual({ passed: 3, failed: 0 })
  expect(countTests(report({ path: '/b', state: 'passed', tests: ['skipped'] }), true)).toEqual({
    passed: 3,
    failed: 1,
  })
  expect(countTests(report({ path: '/b', state: 'failed', tests: [] }), false)).toEqual({ passed: 3, failed: 1 })
  expect(countTests(report({ path: '/b', state: 'failed', tests: ['passed'] }), false)).toEqual({
    passed: 4,
    failed: 1,
  })
  expect(countTests({ ...report(), errors: 1 }, false)).toEqual({ passed: 3, failed: 1 })
  expect(countTests({ files: [], errors: 0 }, true).failed).toBe(1)
  expect(countTests(report(), false).failed).toBe(1)
})

test('a second try replaces the files that it ran, and no error of the first run', () => {
  const first = { ...report({ path: '/b', state: 'failed', tests: ['passed', 'failed'] }), errors: 1 }
  const second = { files: [{ path: '/b', state: 'passed', tests: ['passed', 'passed'] }], errors: 0 }
  expect(countTests(first, false)).toEqual({ passed: 4, failed: 2 })
  expect(countTests(withSecondRun(first, second), true)).toEqual({ passed: 5, failed: 1 })
})
