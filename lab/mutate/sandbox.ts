import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Instrumenter } from '@stryker-mutator/instrumenter'
import ts from 'typescript'
import type { Room } from './plan.js'

export type Mutant = Awaited<ReturnType<Instrumenter['instrument']>>['mutants'][number]

const REPO = fileURLToPath(new URL('../../', import.meta.url))
/** Where a room's sandbox lies: out of sight of all tools. */
export const sandboxOf = (name: string): string => join(REPO, `node_modules/.cache/graft-mutants-${name}`)

/**
 * Writes the sandbox of a room anew: a copy of sources and tests as JavaScript, with every mutant of the room in it.
 * @returns the mutants and the test files, relative to the sandbox
 */
export async function makeSandbox(
  name: string,
  room: Room,
): Promise<{ readonly mutants: readonly Mutant[]; readonly tests: readonly string[] }> {
  const sandbox = sandboxOf(name)
  const write = (file: string, text: string): void => writeTo(join(sandbox, file), text)
  const writeModule = (file: string, text: string): void => write(asJs(file), transpiled(text))
  rmSync(sandbox, { recursive: true, force: true })
  mkdirSync(sandbox, { recursive: true })
  for (const entry of readdirSync(REPO)) {
    if (!['src', 'lab', 'test', 'node_modules', '.git', 'examples', 'package.json'].includes(entry))
      symlinkSync(join(REPO, entry), join(sandbox, entry))
  }
  // what a generator writes is tested where it is generated
  const sources = scripts(room.sources).filter((file) => !file.endsWith('.gen.ts'))
  const files = sources.map((name) => ({ name, mutate: true, content: read(name) }))
  const instrumenter = new Instrumenter(silent as never)
  const { files: written, mutants } = await instrumenter.instrument(files, {
    plugins: null,
    excludedMutations: [],
    ignorers: [],
    noHeader: true,
  })
  for (const { name, content } of written) writeModule(name, SWITCH + withNumbers(content))
  for (const name of ['src', 'lab', 'test', 'examples'].flatMap(scripts)) {
    if (!sources.includes(name)) writeModule(name, read(name))
  }
  for (const folder of ['src', 'test', 'examples']) {
    cpSync(join(REPO, folder), join(sandbox, folder), {
      recursive: true,
      filter: (path) => !path.endsWith('.ts'),
    })
  }
  writeOwn(write, writeModule)
  const tests = room.tests
    .flatMap((place) => (place.endsWith('.ts') ? [place] : scripts(place)))
    .filter((name) => name.endsWith('.test.ts'))
  return { mutants, tests: tests.map(asJs) }
}

type Write = (file: string, text: string) => void

/** The runner's own modules, in the place of vitest and fast-check. */
function writeOwn(write: Write, writeModule: Write): void {
  const own = fileURLToPath(new URL('sandbox/', import.meta.url))
  writeModule('node_modules/vitest/index.ts', readFileSync(join(own, 'vitest.ts'), 'utf8'))
  write(
    'package.json',
    JSON.stringify({
      name: 'graft',
      type: 'module',
      imports: { '#*': './src/*' },
      exports: { './bt': './src/bt-tools/index.js' },
    }),
  )
  write('node_modules/vitest/package.json', '{ "type": "module", "exports": "./index.js" }')
  writeModule('node_modules/fast-check/index.ts', readFileSync(join(own, 'fast-check.ts'), 'utf8'))
  write('node_modules/fast-check/package.json', '{ "type": "module", "exports": "./index.js" }')
  writeModule('worker.ts', readFileSync(join(own, 'worker.ts'), 'utf8'))
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

function transpiled(text: string): string {
  const { outputText } = ts.transpileModule(text, {
    compilerOptions: {
      target: ts.ScriptTarget.ES2023,
      module: ts.ModuleKind.ESNext,
      verbatimModuleSyntax: true,
    },
  })
  return outputText
}

function writeTo(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}
