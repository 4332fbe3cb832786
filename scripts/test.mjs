// npm test [-- --long]: every check, then every test; the last line counts them.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build, command, environment, install, root, runtime } from './setup.mjs'
import { countTests } from './count-tests.mjs'

const CHECKS = {
  types: ['node_modules/typescript-7/bin/tsc', '-b'],
  lint: [() => command('oxlint'), '--type-aware'],
  imports: [() => command('depcruise'), 'apps', 'packages', 'tools', '--config', '.dependency-cruiser.cjs'],
  unused: [() => command('knip')],
  format: [() => command('oxfmt'), '--check'],
}
const PROJECTS = ['unit', 'page', 'api', 'e2e']
const ENDS_WITHIN_MS = 20 * 60_000

const long = process.argv.includes('--long')
install()
const node = runtime()
build(node)

const results = [
  ...Object.entries(CHECKS).map(([name, args]) => check(name, args)),
  test([...PROJECTS, ...(long ? ['long'] : [])]),
]
const passed = results.reduce((sum, result) => sum + result.passed, 0)
const failed = results.reduce((sum, result) => sum + result.failed, 0)
process.exitCode = failed > 0 ? 1 : 0
process.stdout.write(`${passed} passed, ${failed} failed\n`)

function check(name, [file, ...args]) {
  const { status } = runNode([typeof file === 'function' ? file() : file, ...args])
  process.stdout.write(`${status === 0 ? '✓' : '✗'} check: ${name}\n`)
  return status === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

function test(projects) {
  const folder = mkdtempSync(join(tmpdir(), 'dalyan-report-'))
  const report = join(folder, 'report.json')
  const chosen = projects.map((project) => `--project=${project}`)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const { status } = runNode(
    ['node_modules/vitest/vitest.mjs', 'run', ...chosen, ...reporters],
    long ? undefined : ENDS_WITHIN_MS,
  )
  try {
    return countTests(JSON.parse(readFileSync(report, 'utf8')), status === 0)
  } catch {
    process.stdout.write('✗ the tests ended without a report\n')
    return { passed: 0, failed: 1 }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function runNode(args, timeout) {
  return spawnSync(node, args, { cwd: root, env: environment(node), stdio: ['ignore', 'inherit', 'inherit'], timeout })
}
