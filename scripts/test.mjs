// npm test [-- --long]: runs every check, then every test; the last line counts them.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { build, command, environment, install, root, runtime } from './setup.mjs'
import { countTests } from './count-tests.mjs'

/** The longest first. */
const CHECKS = {
  imports: [() => command('depcruise'), 'apps', 'packages', 'tools', '--config', '.dependency-cruiser.cjs'],
  unused: [() => command('knip')],
  lint: [() => command('oxlint'), '--type-aware'],
  types: ['node_modules/typescript-7/bin/tsc', '-b'],
  format: [() => command('oxfmt'), '--check'],
  licences: ['scripts/check-licences.mjs'],
}
const PROJECTS = ['unit', 'page', 'api', 'e2e-beside', 'e2e']
const ENDS_WITHIN_MS = 40 * 60_000

const long = process.argv.includes('--long')
install()
const node = runtime()

const results = []
const waiting = [
  () => build(node).then(() => check('size', ['scripts/check-size.mjs'])),
  ...Object.entries(CHECKS).map(
    ([name, args]) =>
      () =>
        check(name, args),
  ),
]
await Promise.all(
  Array.from({ length: availableParallelism() }, async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) await next()
  }),
)
results.push(test([...PROJECTS, ...(long ? ['long'] : [])]))
const passed = results.reduce((sum, result) => sum + result.passed, 0)
const failed = results.reduce((sum, result) => sum + result.failed, 0)
process.exitCode = failed > 0 ? 1 : 0
process.stdout.write(`${passed} passed, ${failed} failed\n`)

/** Prints the output of a check at its end, because several checks run in parallel. */
async function check(name, [file, ...args]) {
  const child = spawn(node, [typeof file === 'function' ? file() : file, ...args], {
    cwd: root,
    env: environment(node),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (said += text))
  const [code] = await once(child, 'close')
  process.stdout.write(`${said}${code === 0 ? '✓' : '✗'} check: ${name}\n`)
  results.push(code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 })
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
