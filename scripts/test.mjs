// npm test [-- --long]: runs every check, then every test; the last line counts them.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { build, command, environment, install, root, runtime } from './setup.mjs'
import { countTests, withSecondRun } from './test-report.mjs'

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
const BROWSER_TEST = /\/e2e\/[^/]+\.spec\.ts$/
/** More are no accident. */
const MOST_SECOND_TRIES = 3

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

/**
 * Runs the tests. With a browser and a full product on a busy machine a test may miss a time limit, so a few such files that failed run a
 * second time, with a product of their own: within a file a test cannot be repeated, because it finds what its first try has created.
 */
function test(projects) {
  const first = run(projects)
  const again = first.report.files
    .filter(({ state, path }) => state === 'failed' && BROWSER_TEST.test(path))
    .map(({ path }) => relative(root, path))
  if (again.length === 0 || again.length > MOST_SECOND_TRIES) return countTests(first.report, first.status === 0)
  process.stdout.write(`Second try: ${again.join(', ')}\n`)
  const second = run(projects, again)
  return countTests(withSecondRun(first.report, second.report), second.status === 0)
}

function run(projects, files = []) {
  const folder = mkdtempSync(join(tmpdir(), 'dalyan-report-'))
  const path = join(folder, 'report.json')
  const chosen = projects.map((project) => `--project=${project}`)
  const { status } = spawnSync(node, ['node_modules/vitest/vitest.mjs', 'run', ...files, ...chosen], {
    cwd: root,
    env: { ...environment(node), TEST_REPORT: path },
    stdio: ['ignore', 'inherit', 'inherit'],
    timeout: long ? undefined : ENDS_WITHIN_MS,
  })
  try {
    return { status, report: JSON.parse(readFileSync(path, 'utf8')) }
  } catch {
    process.stdout.write('✗ the tests ended without a report\n')
    return { status, report: { files: [], errors: 1 } }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
