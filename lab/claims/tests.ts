import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { REPO } from './register.js'
import type { TestCount } from './read.js'

/** What is read of vitest's JSON report. */
export interface TestReport {
  readonly testResults: readonly {
    readonly name: string
    readonly status: string
    readonly assertionResults: readonly { readonly status: string }[]
  }[]
}

/** How the tests of these files ended, of all without files; a file that could not be loaded counts as failed. */
export function countTests(report: TestReport, files?: readonly string[]): TestCount {
  const results = report.testResults.filter(({ name }) => files?.includes(relative(REPO, name)) ?? true)
  const states = results.flatMap(({ status, assertionResults: tests }) =>
    status === 'failed' && tests.every((test) => test.status !== 'failed')
      ? ['failed', ...tests.map((test) => test.status)]
      : tests.map((test) => test.status),
  )
  const passed = states.filter((state) => state === 'passed').length
  const failed = states.filter((state) => state === 'failed').length
  return { passed, failed, skipped: states.length - passed - failed }
}

/** Files that a report says nothing about. */
export const unreported = (report: TestReport, files: readonly string[]): readonly string[] =>
  files.filter((file) => !report.testResults.some(({ name }) => relative(REPO, name) === file))

export function readTestReport(path: string): TestReport {
  if (!existsSync(path)) throw new Error(`there is no report of vitest at ${path}`)
  return JSON.parse(readFileSync(path, 'utf8')) as TestReport
}
