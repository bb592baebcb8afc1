import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, posix, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

/** Root of the repository, found from this file, so that the tests run from any working directory. */
export const REPO = resolve(dirname(fileURLToPath(import.meta.url)), '../..')

export interface SourceFile {
  /** relative to the repository, forward slashes */
  readonly path: string
  readonly text: string
  readonly lines: number
  readonly imports: readonly Import[]
}

export interface Import {
  /** as written: `../base/units.js`, `node:fs`, `zod` */
  readonly specifier: string
  /** repository path of the imported file; undefined for packages and Node.js modules */
  readonly target: string | undefined
  /** erased at run time */
  readonly typeOnly: boolean
  readonly line: number
}

/** Everything that git tracks or would track: what a fresh clone will hold once the work is committed. */
export function repositoryFiles(): string[] {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: REPO,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  return [...new Set(listed.split('\0'))].filter((path) => path !== '' && existsSync(join(REPO, path))).sort()
}

/** TypeScript files below `folder`, generated ones left out: nobody reads or maintains those by hand. */
export function sourceFiles(folder: string): SourceFile[] {
  return repositoryFiles()
    .filter((path) => path.startsWith(`${folder}/`) && path.endsWith('.ts') && !path.endsWith('.gen.ts'))
    .map((path) => readSource(path))
}

/** Text of a tracked file, or undefined when it is binary or too large to be hand-written. */
export function readText(path: string): string | undefined {
  const full = join(REPO, path)
  if (!statSync(full).isFile() || statSync(full).size > 2_000_000) return undefined
  const bytes = readFileSync(full)
  return bytes.subarray(0, 8000).includes(0) ? undefined : bytes.toString('utf8')
}

function readSource(path: string): SourceFile {
  const text = readFileSync(join(REPO, path), 'utf8')
  const lines = text.split('\n').length - (text.endsWith('\n') ? 1 : 0)
  return { path, text, lines, imports: importsOf(path, text) }
}

/** Static imports, re-exports, dynamic `import()` and `import('…')` types. */
export function importsOf(path: string, text: string): Import[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, false)
  const found: Import[] = []
  const add = (node: ts.Node, specifier: ts.Node | undefined, typeOnly: boolean): void => {
    if (specifier === undefined || !ts.isStringLiteralLike(specifier)) return
    const line = file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1
    found.push({ specifier: specifier.text, target: resolveTarget(path, specifier.text), typeOnly, line })
  }
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) add(node, node.moduleSpecifier, isTypeOnlyImport(node))
    else if (ts.isExportDeclaration(node)) add(node, node.moduleSpecifier, node.isTypeOnly)
    else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      add(node, node.arguments[0], false)
    } else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
      add(node, node.argument.literal, true)
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

function isTypeOnlyImport(node: ts.ImportDeclaration): boolean {
  const clause = node.importClause
  if (clause === undefined) return false
  if (clause.phaseModifier === ts.SyntaxKind.TypeKeyword) return true
  const bindings = clause.namedBindings
  return (
    clause.name === undefined &&
    bindings !== undefined &&
    ts.isNamedImports(bindings) &&
    bindings.elements.length > 0 &&
    bindings.elements.every((element) => element.isTypeOnly)
  )
}

function resolveTarget(from: string, specifier: string): string | undefined {
  if (specifier.startsWith('#')) {
    const path = specifier.slice(1).replace(/\.js$/, '.ts')
    return /^(lab|test|models)\//.test(path) ? path : `src/${path}`
  }
  if (!specifier.startsWith('.')) return undefined
  return posix.normalize(posix.join(posix.dirname(from), specifier)).replace(/\.js$/, '.ts')
}
