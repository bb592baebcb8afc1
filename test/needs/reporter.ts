import type { TestRunEndReason, TestCase, TestModule, Reporter, Vitest } from 'vitest/node'
import { skipsOf, summary, type Skip } from './skips.js'

/**
 * Says at the end of a run what was skipped, how often and why. In CI a skip is a failure, unless the computer itself is
 * the reason: `CI=true`, and `GRAFT_LACKS=<why>` where Debian packages could not be installed.
 */
// eslint-disable-next-line no-restricted-syntax -- Vitest loads a reporter by its default export
export default class SkipReporter implements Reporter {
  #vitest: Vitest | undefined

  onInit(vitest: Vitest): void {
    this.#vitest = vitest
  }

  onTestRunEnd(modules: readonly TestModule[], _: readonly unknown[], reason: TestRunEndReason): void {
    // with -t whatever has another name is skipped too
    const chosen = this.#vitest?.config.testNamePattern !== undefined
    const tests = modules.flatMap((module) => [...module.children.allTests('skipped')])
    const skips = tests
      .map(skipOf)
      .filter(({ lacks }) => lacks.length > 0 || (!chosen && reason === 'passed'))
    const { text, failed } = summary(skipsOf(skips), process.env)
    if (text !== '') process.stderr.write(`\n${text}\n`)
    if (failed) process.exitCode = 1
  }
}

const skipOf = (test: TestCase): Skip => ({ title: test.fullName, lacks: test.meta().lacks ?? [] })
