import { writeFileSync } from 'node:fs'

/**
 * A reporter of Vitest that writes into this file the state of every test and of every file, and how many errors occurred outside of any
 * test, which Vitest's own JSON report leaves out.
 */
export const testReport = (path) => ({
  onTestRunEnd(modules, errors) {
    const files = modules.map((module) => ({
      path: module.moduleId,
      state: module.state(),
      tests: Array.from(module.children.allTests(), (test) => test.result().state),
    }))
    writeFileSync(path, JSON.stringify({ files, errors: errors.length }))
  },
})

/**
 * Counts a report. A file that could not be loaded, a skipped test, an error outside of any test, and a run without tests
 * each count as a failure: none of them may pass in silence.
 */
export function countTests({ files, errors }, ended) {
  const tests = files.flatMap((file) => file.tests)
  const passed = tests.filter((state) => state === 'passed').length
  const brokenFiles = files.filter(({ state, tests }) => state === 'failed' && !tests.includes('failed')).length
  const failed = tests.length - passed + brokenFiles + errors
  const unexplained = failed === 0 && (!ended || passed === 0) ? 1 : 0
  return { passed, failed: failed + unexplained }
}

/** The report of both runs, where the second ran some files again. */
export function withSecondRun(first, second) {
  const again = new Set(second.files.map(({ path }) => path))
  return {
    files: [...first.files.filter(({ path }) => !again.has(path)), ...second.files],
    errors: first.errors + second.errors,
  }
}
