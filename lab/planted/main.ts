import { spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { BREAKS, type Break } from './breaks.js'
import { Copy } from './copy.js'

/**
 * Breaks chosen lines of the product, one at a time in a copy, and shows which test notices each. Exit code 1 if one is
 * noticed by nobody.
 *
 *     npm run planted -- [words of a name …] [--json]
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { json: { type: 'boolean', default: false } },
})
/** of tests for one break, ms; a test that hangs has told nobody what is wrong */
const PATIENCE_MS = 180_000
const root = fileURLToPath(new URL('../..', import.meta.url))

interface Outcome {
  readonly name: string
  readonly file: string
  /** titles of tests that fail with it */
  readonly by: readonly string[]
  /** tests that were run for it */
  readonly tests: number
  readonly seconds: number
}

const chosen = BREAKS.filter(({ name }) => positionals.every((word) => name.includes(word)))
if (chosen.length === 0)
  throw new Error(`no break has all of these words in its name: ${positionals.join(' ')}`)
const copy = new Copy(root)
try {
  const files = [...new Set(chosen.flatMap(({ tests }) => tests))]
  const whole = await run(files)
  if (whole.failed.length > 0 || whole.passed === 0)
    throw new Error(`nothing is planted yet, and these fail:\n${whole.failed.join('\n')}`)
  say(`${whole.passed} tests of ${files.length} files pass with nothing planted`)
  const outcomes: Outcome[] = []
  for (const planted of chosen) {
    outcomes.push(await tryOne(planted))
    const { name, file, by, tests, seconds } = outcomes.at(-1) as Outcome
    say(`${by.length > 0 ? '✓' : '✗'} ${name} (${file}, ${seconds.toFixed(1)} s)`)
    say(by.length > 0 ? `    ${by[0]}` : `    none of ${tests} tests notices it`)
  }
  const noticed = outcomes.filter(({ by }) => by.length > 0).length
  if (values.json)
    process.stdout.write(`${JSON.stringify({ noticed, of: chosen.length, outcomes }, null, 1)}\n`)
  say(`${noticed} of ${chosen.length} planted breaks are noticed`)
  process.exitCode = noticed === chosen.length ? 0 : 1
} finally {
  copy.remove()
}

async function tryOne(planted: Break): Promise<Outcome> {
  const { name, file, tests } = planted
  const began = performance.now()
  const undo = copy.plant(planted)
  try {
    const { failed, passed } = await run(tests)
    const seconds = (performance.now() - began) / 1000
    return { name, file, by: failed, tests: passed + failed.length, seconds }
  } finally {
    undo()
  }
}

interface Ran {
  readonly failed: readonly string[]
  readonly passed: number
}

interface Report {
  readonly testResults: readonly {
    readonly name: string
    readonly status: string
    readonly message: string
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[]
  }[]
}

async function run(tests: readonly string[]): Promise<Ran> {
  const out = join(copy.folder, 'planted.json')
  rmSync(out, { force: true })
  const vitest = [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--maxWorkers=1']
  const reporter = ['--reporter=json', `--outputFile.json=${out}`]
  const child = spawn(process.execPath, [...vitest, ...reporter, ...tests.map((name) => `test/${name}`)], {
    cwd: copy.folder,
    env: { ...process.env, CI: '' },
    stdio: 'ignore',
  })
  const limit = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS)
  await new Promise((resolve) => child.once('close', resolve))
  clearTimeout(limit)
  if (!existsSync(out)) return { failed: [], passed: 0 }
  const { testResults } = JSON.parse(readFileSync(out, 'utf8')) as Report
  const missing = tests.filter((name) => !testResults.some((result) => result.name.endsWith(`/test/${name}`)))
  if (missing.length > 0) throw new Error(`there are no such tests: ${missing.join(', ')}`)
  return {
    failed: testResults.flatMap(({ name, status, message, assertionResults }) => {
      const titles = assertionResults
        .filter((test) => test.status === 'failed')
        .map(({ fullName }) => fullName)
      return status === 'failed' && titles.length === 0 ? [`${name}: ${message}`] : titles
    }),
    passed: testResults
      .flatMap(({ assertionResults }) => assertionResults)
      .filter(({ status }) => status === 'passed').length,
  }
}

function say(text: string): void {
  process.stderr.write(`${text}\n`)
}
