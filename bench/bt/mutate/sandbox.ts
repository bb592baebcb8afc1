import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Instrumenter } from '@stryker-mutator/instrumenter'
import ts from 'typescript'

export type Mutant = Awaited<ReturnType<Instrumenter['instrument']>>['mutants'][number]

const REPO = fileURLToPath(new URL('../../../', import.meta.url))
/** The sandbox: out of sight of all tools, a copy of sources and tests as JavaScript, with every mutant of src/bt in it. */
export const SANDBOX = join(REPO, 'node_modules/.cache/graft-mutants')

/** Writes the sandbox anew. @returns the mutants and the test files, relative to the sandbox */
export async function makeSandbox(): Promise<{
  readonly mutants: readonly Mutant[]
  readonly tests: readonly string[]
}> {
  rmSync(SANDBOX, { recursive: true, force: true })
  mkdirSync(SANDBOX, { recursive: true })
  for (const entry of readdirSync(REPO)) {
    if (!['src', 'test', 'node_modules', '.git', 'bench', 'examples', 'package.json'].includes(entry))
      symlinkSync(join(REPO, entry), join(SANDBOX, entry))
  }
  const sources = scripts('src/bt')
  const files = sources.map((name) => ({ name, mutate: true, content: read(name) }))
  const instrumenter = new Instrumenter(silent as never)
  const { files: written, mutants } = await instrumenter.instrument(files, {
    plugins: null,
    excludedMutations: [],
    ignorers: [],
    noHeader: true,
  })
  for (const { name, content } of written) writeModule(name, SWITCH + withNumbers(content))
  for (const name of ['src', 'test', 'examples'].flatMap(scripts)) {
    if (!name.startsWith('src/bt/')) writeModule(name, read(name))
  }
  for (const folder of ['src/bt', 'test/bt', 'test/conformance', 'test/support', 'examples']) {
    cpSync(join(REPO, folder), join(SANDBOX, folder), {
      recursive: true,
      filter: (path) => !path.endsWith('.ts'),
    })
  }
  const own = fileURLToPath(new URL('sandbox/', import.meta.url))
  writeModule('node_modules/vitest/index.ts', readFileSync(join(own, 'vitest.ts'), 'utf8'))
  write(
    'package.json',
    JSON.stringify({ name: 'graft', type: 'module', exports: { './bt': './src/bt/index.js' } }),
  )
  write('node_modules/vitest/package.json', '{ "type": "module", "exports": "./index.js" }')
  writeModule('node_modules/fast-check/index.ts', readFileSync(join(own, 'fast-check.ts'), 'utf8'))
  write('node_modules/fast-check/package.json', '{ "type": "module", "exports": "./index.js" }')
  writeModule('worker.ts', readFileSync(join(own, 'worker.ts'), 'utf8'))
  const tests = [...scripts('test/bt'), ...scripts('test/conformance')].filter((name) =>
    name.endsWith('.test.ts'),
  )
  return { mutants, tests: tests.map(asJs) }
}

/** What stands in every module with mutants: is this one chosen, and was its place reached? */
const SWITCH = `
const mutants = globalThis.__mutants__ ??= { active: -1, count: 0, limit: Infinity, hits: undefined };
function stryMutAct_9fa48(id) {
  if (mutants.active !== id) return false;
  if (++mutants.count > mutants.limit) throw new Error('the mutant does not come to an end');
  return true;
}
function stryCov_9fa48() {
  const hits = mutants.hits;
  if (hits !== undefined) for (let index = 0; index < arguments.length; index++) hits[arguments[index]]++;
}
`

/** The instrumenter names mutants by strings of digits; numbers are quicker. */
const withNumbers = (content: string): string =>
  content.replace(
    /(stryMutAct_9fa48|stryCov_9fa48)\(([^)]*)\)/g,
    (_, call: string, ids: string) => `${call}(${ids.replaceAll('"', '')})`,
  )

const silent = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  isDebugEnabled: () => false,
}

const scripts = (folder: string): string[] =>
  readdirSync(join(REPO, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => `${folder}/${name}`)
    .sort()

const read = (name: string): string => readFileSync(join(REPO, name), 'utf8')
const asJs = (name: string): string => `./${name.replace(/ts$/, 'js')}`

function writeModule(name: string, text: string): void {
  const { outputText } = ts.transpileModule(text, {
    compilerOptions: {
      target: ts.ScriptTarget.ES2023,
      module: ts.ModuleKind.ESNext,
      verbatimModuleSyntax: true,
    },
  })
  write(asJs(name), outputText)
}

function write(name: string, text: string): void {
  const path = join(SANDBOX, name)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}
