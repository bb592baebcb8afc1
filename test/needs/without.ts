import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { programsOf, THINGS, type Thing } from './things.js'

/**
 * Hides one thing after the other and runs the tests that need it: each must be skipped and counted, none may pass.
 *
 *     npm run test:without -- strace chromium
 */
const HIDDEN_BY_DEFAULT: readonly Thing[] = ['strace', 'chromium', 'systemd-nspawn', 'qemu']
const root = fileURLToPath(new URL('../..', import.meta.url))

interface Report {
  readonly testResults: readonly {
    readonly name: string
    readonly message: string
    readonly assertionResults: readonly {
      readonly fullName: string
      readonly status: string
      readonly meta: { readonly needs?: readonly Thing[] }
    }[]
  }[]
}

const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !THINGS.includes(name as Thing))
if (unknown.length > 0) {
  process.stderr.write(`unknown: ${unknown.join(', ')}; there are ${THINGS.join(', ')}\n`)
  process.exit(2)
}
let broken = 0
for (const thing of asked.length > 0 ? (asked as Thing[]) : HIDDEN_BY_DEFAULT) {
  const programs = programsOf(thing)
  const work = mkdtempSync(join(tmpdir(), 'graft-without-'))
  try {
    const { testResults } = await runTests(
      filesThatNeed(thing),
      pathWithout(programs, work),
      join(work, 'tests.json'),
    )
    const needing = testResults
      .flatMap(({ assertionResults }) => assertionResults)
      .filter(({ meta }) => meta.needs?.includes(thing))
    const skipped = needing.filter(({ status }) => status === 'skipped' || status === 'pending')
    const others = needing.filter((test) => !skipped.includes(test))
    const unread = testResults.filter(({ assertionResults }) => assertionResults.length === 0)
    console.log(
      `without ${thing} (${programs.join(', ')}): ${needing.length} tests need it, ${skipped.length} skipped, ${others.length} not`,
    )
    for (const { status, fullName } of others) console.log(`  ${status}: ${fullName}`)
    for (const { name, message } of unread) console.log(`  cannot be loaded: ${name}: ${message}`)
    if (needing.length === 0 || others.length > 0 || unread.length > 0) broken += 1
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}
process.exitCode = broken === 0 ? 0 : 1

/** Test files that say so, and those that leave it to a table: whoever calls `needs`. */
function filesThatNeed(thing: Thing): readonly string[] {
  return readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts') && !name.startsWith('needs/'))
    .filter((name) => {
      const text = readFileSync(join(root, 'test', name), 'utf8')
      return /\bneeds\(/.test(text) && text.includes(`'${thing}'`)
    })
    .map((name) => `test/${name}`)
}

/** The same folders, with links to everything but these programs. */
function pathWithout(programs: readonly string[], work: string): string {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter(isFolder)
  return folders
    .map((folder, index) => {
      const copy = join(work, String(index))
      mkdirSync(copy)
      for (const name of readdirSync(folder))
        if (!programs.includes(name)) symlinkSync(join(folder, name), join(copy, name))
      return copy
    })
    .join(delimiter)
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
}

async function runTests(files: readonly string[], path: string, out: string): Promise<Report> {
  const vitest = [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--maxWorkers=1']
  const reporters = ['--reporter=json', `--outputFile.json=${out}`, '--reporter=./test/needs/reporter.ts']
  const child = spawn(process.execPath, [...vitest, ...reporters, ...files], {
    cwd: root,
    env: { ...process.env, PATH: path, CI: '' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  await new Promise((resolve) => child.once('close', resolve))
  return JSON.parse(readFileSync(out, 'utf8')) as Report
}
