import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  parseAllDocuments,
  visit,
  type Alias,
  type Document,
  type Node,
  type YAMLMap,
} from 'yaml'
import type { Diagnostic, SourceRef } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import { offsetInside } from './yaml-offset.js'
import {
  MAX_DEPTH,
  duplicateKey,
  emptyFile,
  furtherSyntax,
  cyclicAlias,
  FIELD_FILE,
  MAX_ALIASES,
  nestedTooDeep,
  secondDocument,
  syntaxProblem,
  tooManyAliases,
  unknownAlias,
  type FileKind,
} from './yaml-problems.js'

/** one quote that is missing makes dozens of errors behind it */
const MAX_SYNTAX_PROBLEMS = 3

/** A YAML text as plain values, with a lookup of where each was written. */
export interface YamlText {
  readonly value: unknown
  /** the value at this path, or its nearest existing ancestor */
  readonly whereValue: (path: readonly PropertyKey[]) => SourceRef
  /** the last key of this path */
  readonly whereKey: (path: readonly PropertyKey[]) => SourceRef
  /** a character in the text of the value at this path, or of its last key */
  readonly whereInside: (path: readonly PropertyKey[], character: number, part: 'key' | 'value') => SourceRef
}

/**
 * Reads one YAML 1.2 document.
 * @param file file name used in positions
 * @param rewrite migrates an older format before it is read; the nodes it moves keep their source positions
 */
export function readYaml(
  text: string,
  file: string,
  about: FileKind = FIELD_FILE,
  rewrite: (document: Document, at: (offset: number) => SourceRef) => void = () => undefined,
): Result<YamlText, readonly Diagnostic[]> {
  const deep = tooDeep(text)
  if (deep !== undefined) return err([nestedTooDeep({ file, ...positionOf(text, deep) }, about)])
  const lines = new LineCounter()
  const at = (offset: number): SourceRef => {
    const { line, col } = lines.linePos(offset)
    return { file, line: Math.max(1, line), column: Math.max(1, col) }
  }
  try {
    const documents = parseAllDocuments(text, {
      lineCounter: lines,
      prettyErrors: false,
      stringKeys: true,
      // the library's check compares all pairs of keys; `checkNodes` does it in one pass
      uniqueKeys: false,
    })
    const [document, second] = Array.isArray(documents) ? documents : []
    if (document === undefined) return err([emptyFile(file, about)])
    const mistakes = [...document.errors, ...document.warnings]
    const problems = mistakes
      .slice(0, MAX_SYNTAX_PROBLEMS)
      .map(({ message, pos }) => syntaxProblem(message, at(pos[0]), about, lineAt(text, pos[0])))
    const next = mistakes[MAX_SYNTAX_PROBLEMS]
    if (next !== undefined)
      problems.push(furtherSyntax(mistakes.length - MAX_SYNTAX_PROBLEMS, at(next.pos[0]), about))
    if (second !== undefined) problems.push(secondDocument(at(second.range[0]), about))
    const nodes = checkNodes(document, at, about)
    problems.push(...nodes.problems)
    if (problems.length > 0) return err(problems)
    rewrite(document, at)
    const value: unknown = document.toJS({ maxAliasCount: MAX_ALIASES })
    if (value === null) return err([emptyFile(file, about)])
    return ok({ value, ...positions(document, nodes.targets, { text, at }) })
  } catch (cause) {
    // the library detects an alias bomb, and throws, when it converts nodes to values
    return err([tooManyAliases(cause, file, about)])
  }
}

/**
 * Resolves every alias in one pass over the nodes, and reports what the parser accepts but the author cannot
 * have meant.
 */
function checkNodes(
  document: Document,
  at: (offset: number) => SourceRef,
  about: FileKind,
): { readonly targets: ReadonlyMap<Alias, Node>; readonly problems: readonly Diagnostic[] } {
  const anchors = new Map<string, Node>()
  const targets = new Map<Alias, Node>()
  const problems: Diagnostic[] = []
  visit(document, {
    Node: (_, node, around) => {
      const where = at(node.range?.[0] ?? 0)
      if (isAlias(node)) {
        const target = anchors.get(node.source)
        if (target === undefined) problems.push(unknownAlias(node.source, [...anchors.keys()], where, about))
        else if (around.includes(target)) problems.push(cyclicAlias(node.source, where, about))
        else targets.set(node, target)
        return undefined
      }
      if (node.anchor !== undefined) anchors.set(node.anchor, node)
      if (isMap(node)) problems.push(...duplicateKeys(node, at, about))
      // maps count twice: once as the map and once as the pair inside
      if (around.length <= 2 * MAX_DEPTH) return undefined
      problems.push(nestedTooDeep(where, about))
      return visit.BREAK
    },
  })
  return { targets, problems }
}

function duplicateKeys(map: YAMLMap, at: (offset: number) => SourceRef, about: FileKind): Diagnostic[] {
  const first = new Map<string, number>()
  return map.items.flatMap(({ key }) => {
    const name = keyText(key)
    const earlier = first.get(name)
    if (earlier === undefined) first.set(name, offset(key))
    return earlier === undefined ? [] : [duplicateKey(name, at(earlier).line, at(offset(key)), about)]
  })
}

function positions(
  document: Document,
  targets: ReadonlyMap<Alias, Node>,
  { text, at }: { readonly text: string; readonly at: (offset: number) => SourceRef },
): Pick<YamlText, 'whereValue' | 'whereKey' | 'whereInside'> {
  const find = (path: readonly PropertyKey[]): { readonly key: unknown; readonly value: unknown } => {
    let node: unknown = document.contents
    let found = { key: node, value: node }
    for (const part of path) {
      const inside = isAlias(node) ? targets.get(node) : node
      if (isMap(inside)) {
        const pair = inside.items.find(({ key }) => keyText(key) === String(part))
        if (pair === undefined) return found
        node = pair.value
        // `key:` with nothing after it has no value to point at
        found = { key: pair.key, value: node ?? pair.key }
      } else if (isSeq(inside) && typeof part === 'number' && inside.items[part] !== undefined) {
        node = inside.items[part]
        found = { key: node, value: node }
      } else return found
    }
    return found
  }
  return {
    whereValue: (path) => at(offset(find(path).value)),
    whereKey: (path) => at(offset(find(path).key)),
    whereInside: (path, character, part) => {
      const node = find(path)[part]
      const written = isAlias(node) ? targets.get(node) : node
      return at(isScalar(written) ? offsetInside(written, character, text) : offset(node))
    },
  }
}

const lineAt = (text: string, offset: number): string =>
  text.slice(text.lastIndexOf('\n', offset - 1) + 1).split('\n', 1)[0] ?? ''

const offset = (node: unknown): number => (node as Node | null)?.range?.[0] ?? 0

const keyText = (key: unknown): string =>
  typeof key === 'object' && key !== null && 'value' in key ? String(key.value) : String(key)

/**
 * Returns the offset of the first node nested too deeply, by a count that never underestimates: brackets (including
 * those in strings and comments, of which field files need few) and block indicators on one line, and indentation.
 * This must run first because the parser itself recurses.
 */
function tooDeep(text: string): number | undefined {
  let brackets = 0
  let indicators = 0
  let atLineStart = true
  for (let i = 0; i < text.length; i++) {
    const char = text[i]
    if (char === '\n') {
      indicators = 0
      atLineStart = true
    } else if (char === '[' || char === '{') brackets++
    else if (char === ']' || char === '}') brackets = Math.max(0, brackets - 1)
    else if (atLineStart && (char === '-' || char === '?' || char === ':')) indicators++
    else if (char !== ' ' && char !== '\t') atLineStart = false
    if (brackets > MAX_DEPTH || indicators > MAX_DEPTH) return i
  }
  return undefined
}

function positionOf(text: string, offset: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, offset).split('\n')
  return { line: before.length, column: (before.at(-1) ?? '').length + 1 }
}
