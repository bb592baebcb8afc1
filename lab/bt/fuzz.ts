import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

/**
 * The fuzz tests of documents and scripts, at length. Each test bounds its own steps and says in its title what it
 * tries; a crash or a bound that does not hold is a failed test with the input in its message.
 *
 *     npm run fuzz:bt -- --count 1000000
 */
interface Report {
  readonly testResults: readonly { readonly assertionResults: readonly Outcome[]; readonly message: string }[]
}

interface Outcome {
  readonly fullName: string
  readonly status: 'passed' | 'failed' | 'skipped'
  readonly duration?: number
  readonly failureMessages: readonly string[]
}

const { values } = parseArgs({ options: { count: { type: 'string', default: '1000000' } } })
const FILES = ['test/bt/xml-fuzz.test.ts', 'test/bt/script/fuzz.test.ts']

const folder = mkdtempSync(join(tmpdir(), 'graft-fuzz-'))
try {
  const report = join(folder, 'report.json')
  const args = ['run', ...FILES, '--reporter=json', `--outputFile=${report}`]
  const vitest = fileURLToPath(new URL('../../node_modules/vitest/vitest.mjs', import.meta.url))
  const env = { ...process.env, GRAFT_FUZZ: values.count }
  const { status } = spawnSync(process.execPath, [vitest, ...args], { env, stdio: 'ignore' })
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report
  for (const { assertionResults, message } of testResults) {
    if (assertionResults.length === 0) console.log(message)
    for (const outcome of assertionResults) printOutcome(outcome)
  }
  process.exitCode = status ?? 1
} finally {
  rmSync(folder, { recursive: true })
}

function printOutcome({ fullName, status, duration = 0, failureMessages }: Outcome): void {
  console.log(`${status}  ${(duration / 1000).toFixed(1).padStart(8)} s  ${fullName}`)
  for (const message of failureMessages) console.log(message)
}
