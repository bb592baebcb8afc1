// Prints `N passed, N failed` from vitest's JSON report, and fails when there is nothing to count or anything failed. Skips
// are counted before; their reasons stand at the end of the tests, where test/needs decides which are a failure.
import { readFileSync } from 'node:fs'

const report = JSON.parse(readFileSync(process.argv[2], 'utf8'))
const passed = report.numPassedTests
// A file that cannot be loaded holds no test that could fail: count the file instead.
const brokenFiles = report.testResults.filter(
  (file) => file.status === 'failed' && file.assertionResults.every((test) => test.status !== 'failed'),
).length
const failed = report.numFailedTests + brokenFiles

console.log(`skipped: ${report.numPendingTests}`)
console.log(`${passed} passed, ${failed} failed`)
if (passed === 0 || failed > 0) process.exitCode = 1
