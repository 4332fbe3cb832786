/**
 * Counts Vitest's JSON report. A file that could not be loaded, a skipped test, an error outside of any test, and a run without tests
 * each count as a failure: none of them may pass in silence.
 */
export function countTests(report, ended) {
  const brokenFiles = report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  ).length
  const passed = report.numPassedTests
  const failed = report.numFailedTests + report.numPendingTests + report.numTodoTests + brokenFiles
  const unexplained = failed === 0 && (!ended || passed === 0) ? 1 : 0
  return { passed, failed: failed + unexplained }
}
