import { isAlias, isMap, isSeq, LineCounter, parseAllDocuments, type Document, type Node } from 'yaml'
import type { Diagnostic, SourceRef } from '../../base/diagnostic.js'
import { err, ok, type Result } from '../../base/result.js'

/** A YAML text as plain values that still know where they were written. */
export interface YamlText {
  readonly value: unknown
  /** the value at this path, or the nearest thing around it that exists */
  readonly whereValue: (path: readonly PropertyKey[]) => SourceRef
  /** the key that ends this path */
  readonly whereKey: (path: readonly PropertyKey[]) => SourceRef
}

/** Levels of nesting. A field has five; more than this is not a field but would cost a deep recursion to read. */
const DEEPEST = 32

/** Nodes that aliases may stand for: enough to share zones between fields, too few for a bomb. */
const MAX_ALIASES = 1000

/** Reads one YAML 1.2 document. @param file name that positions carry */
export function readYaml(text: string, file: string): Result<YamlText, readonly Diagnostic[]> {
  const deep = tooDeep(text)
  if (deep !== undefined) return err([nestedTooDeep({ file, ...positionOf(text, deep) })])
  const lines = new LineCounter()
  const at = (offset: number): SourceRef => {
    const { line, col } = lines.linePos(offset)
    return { file, line: Math.max(1, line), column: Math.max(1, col) }
  }
  try {
    const documents = parseAllDocuments(text, { lineCounter: lines, prettyErrors: false, stringKeys: true })
    const [document, second] = Array.isArray(documents) ? documents : []
    if (document === undefined) return err([emptyFile(file)])
    const problems = [...document.errors, ...document.warnings].map(({ message, code, pos }) =>
      syntaxProblem(message, code, at(pos[0])),
    )
    if (second !== undefined) problems.push(secondDocument(at(second.range[0])))
    if (problems.length > 0) return err(problems)
    if (document.contents === null) return err([emptyFile(file)])
    const value: unknown = document.toJS({ maxAliasCount: MAX_ALIASES })
    return ok({ value, ...positions(document, at) })
  } catch (cause) {
    // The library throws for what it finds only while it turns nodes into values: alias bombs and cycles.
    return err([unresolvable(cause, file)])
  }
}

function positions(
  document: Document,
  at: (offset: number) => SourceRef,
): Pick<YamlText, 'whereValue' | 'whereKey'> {
  const resolve = (node: unknown): unknown => (isAlias(node) ? node.resolve(document) : node)
  const offset = (node: unknown): number => (node as Node | null)?.range?.[0] ?? 0
  const walk = (path: readonly PropertyKey[]): { readonly key: number; readonly value: number } => {
    let node: unknown = document.contents
    let found = { key: offset(node), value: offset(node) }
    for (const part of path) {
      const inside = resolve(node)
      if (isMap(inside)) {
        const pair = inside.items.find(({ key }) => keyText(key) === String(part))
        if (pair === undefined) return found
        node = pair.value
        // `key:` with nothing behind it has no value to point at
        found = { key: offset(pair.key), value: node === null ? offset(pair.key) : offset(node) }
      } else if (isSeq(inside) && typeof part === 'number' && inside.items[part] !== undefined) {
        node = inside.items[part]
        found = { key: offset(node), value: offset(node) }
      } else return found
    }
    return found
  }
  return { whereValue: (path) => at(walk(path).value), whereKey: (path) => at(walk(path).key) }
}

const keyText = (key: unknown): string =>
  typeof key === 'object' && key !== null && 'value' in key ? String(key.value) : String(key)

/**
 * Offset of the first thing nested too deeply, by a count that never says too little: brackets (also those in
 * strings and comments, which field files have no use for in such numbers) and block indicators in one line, and
 * indentation. The parser itself recurses, so this has to be known before.
 */
function tooDeep(text: string): number | undefined {
  let brackets = 0
  let indicators = 0
  let inLead = true
  for (let i = 0; i < text.length; i++) {
    const char = text[i]
    if (char === '\n') {
      indicators = 0
      inLead = true
    } else if (char === '[' || char === '{') brackets++
    else if (char === ']' || char === '}') brackets = Math.max(0, brackets - 1)
    else if (inLead && (char === '-' || char === '?' || char === ':')) indicators++
    else if (char !== ' ' && char !== '\t') inLead = false
    if (brackets > DEEPEST || indicators > DEEPEST) return i
  }
  return undefined
}

function positionOf(text: string, offset: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, offset).split('\n')
  return { line: before.length, column: (before.at(-1) ?? '').length + 1 }
}

const nestedTooDeep = (where: SourceRef): Diagnostic => ({
  code: 'field.too-deep',
  severity: 'error',
  message: 'values are nested too deeply',
  where,
  expected: `at most ${DEEPEST} levels`,
  hint: 'is a bracket not closed, or is this not a field file?',
})

const emptyFile = (file: string): Diagnostic => ({
  code: 'field.empty',
  severity: 'error',
  message: 'the file is empty',
  where: { file, line: 1, column: 1 },
  expected: 'a field, or a list of fields under `fields:`',
  got: 'nothing',
})

const syntaxProblem = (message: string, code: string, where: SourceRef): Diagnostic => ({
  code: code === 'DUPLICATE_KEY' ? 'field.duplicate-key' : 'field.yaml-syntax',
  severity: 'error',
  message: message.split('\n', 1)[0] ?? message,
  where,
  expected: code === 'DUPLICATE_KEY' ? 'every key once' : 'YAML 1.2',
})

const secondDocument = (where: SourceRef): Diagnostic => ({
  code: 'field.several-documents',
  severity: 'error',
  message: 'a second YAML document begins here',
  where,
  expected: 'one document a file',
  hint: 'write several fields as a list under `fields:`',
})

const unresolvable = (cause: unknown, file: string): Diagnostic => ({
  code: 'field.yaml-aliases',
  severity: 'error',
  message: cause instanceof Error ? cause.message : String(cause),
  where: { file, line: 1, column: 1 },
  expected: `at most ${MAX_ALIASES} values by alias (*name), none of them inside itself`,
  hint: 'write the values out',
})
