import type { Diagnostic } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import type { Compat } from '../compat.js'
import type { NodeDef, TreeDef, TreeDoc } from '../document.js'
import type { NodeLibrary } from '../library.js'
import { sortDiagnostics, promoteToError, validate, validateNode } from '../validate/validate.js'
import { LIMITS } from '../limits.js'
import type { XmlElement } from './element.js'
import type { IncludeLoader } from './includes.js'
import { DocumentReader } from './read-document.js'
import { NodeReader } from './read-node.js'
import { scanXml } from './scan.js'

export interface ParseOptions {
  /** name of the text in messages; `<include path>` is resolved against its folder */
  readonly file: string
  readonly library: NodeLibrary
  /** trees that every document may name without including them; a tree with the same ID in the document wins */
  readonly include?: readonly TreeDef[]
  /** returns the text of an included file, or `undefined` when there is none; without a loader, includes are errors */
  readonly load?: IncludeLoader
  /** `4.10` (default) accepts what BehaviorTree.CPP accepts, with a warning; `strict` rejects it */
  readonly compat?: Compat
}

/** Warnings accompany the value, and also the errors (then they are in both lists). */
export type ParseResult<T> = Result<T, readonly Diagnostic[]> & { readonly warnings: readonly Diagnostic[] }

/**
 * Parses and validates a BehaviorTree.CPP v4 document: all problems are reported at once, in text order, each with its
 * exact location. `stageOf` states whether BehaviorTree.CPP would find a problem while loading or while creating the
 * tree. Never throws, whatever the input.
 *
 * @returns a self-contained document: its own trees, those of included files and those of `options.include`
 */
export function parseTree(text: string, options: ParseOptions): ParseResult<TreeDoc> {
  const { doc, found } = readTree(text, options)
  return finish(doc, found, options)
}

/** Like `parseTree`, but returns the document even when there are errors, if its XML is well-formed. */
export function readTree(
  text: string,
  options: ParseOptions,
): { readonly doc: TreeDoc | undefined; readonly found: readonly Diagnostic[] } {
  const { file, library, include = [], load, compat = '4.10' } = options
  const { root, wellFormed, diagnostics } = scanXml(text, file)
  const nodes = new NodeReader(library)
  if (root === undefined || !wellFormed) {
    return { doc: undefined, found: [...diagnostics, ...vocabulary(root, nodes, library)] }
  }
  const reader = new DocumentReader(nodes, load)
  const doc = reader.read(root, file, include)
  const replaced = reader.replaced.flatMap((tree) => validateNode(tree.root, library, 'load'))
  const checks = validate(doc, library, { compat }).filter(({ code }) => code !== 'bt.main-tree')
  const found = [...diagnostics, ...reader.diagnostics, ...nodes.diagnostics, ...replaced, ...checks]
  return { doc, found: found.map((problem) => withModelHint(problem, reader.described)) }
}

/** The document may describe a node that the host does not know. */
function withModelHint(found: Diagnostic, described: ReadonlySet<string>): Diagnostic {
  if (found.code !== 'bt.unknown-node') return found
  const id = / (\S+)$/.exec(found.message)?.[1] ?? ''
  if (!described.has(id)) return found
  return { ...found, hint: `only this document's own TreeNodesModel describes ${id}: give it as a palette` }
}

/** Parses one node with its descendants, as in an edit's `node`. SubTree references are not resolved here. */
export function parseNode(
  text: string,
  options: Pick<ParseOptions, 'file' | 'library' | 'compat'>,
): ParseResult<NodeDef> {
  const { file, library } = options
  const { root, wellFormed, diagnostics } = scanXml(text, file)
  const nodes = new NodeReader(library)
  if (root === undefined || !wellFormed) {
    return finish<NodeDef>(undefined, [...diagnostics, ...vocabulary(root, nodes, library)], options)
  }
  const node = nodes.read(root)
  return finish(node, [...diagnostics, ...nodes.diagnostics, ...validateNode(node, library)], options)
}

/** In a text with mismatched tags, names and ports can still be checked, but not parents or children. */
function vocabulary(root: XmlElement | undefined, reader: NodeReader, library: NodeLibrary): Diagnostic[] {
  const isNode = (element: XmlElement): boolean => !STRUCTURE.has(element.name)
  const visit = (element: XmlElement): Diagnostic[] => [
    ...(isNode(element) ? validateNode(reader.read({ ...element, children: [] }), library) : []),
    ...(element.name === 'TreeNodesModel' ? [] : element.children.flatMap(visit)),
  ]
  const found = (root === undefined ? [] : visit(root)).filter(({ code }) => code !== 'bt.children')
  return [...found, ...reader.diagnostics]
}

const STRUCTURE: ReadonlySet<string> = new Set(['root', 'BehaviorTree', 'TreeNodesModel', 'include'])

function finish<T>(
  value: T | undefined,
  found: readonly Diagnostic[],
  { file, compat }: Pick<ParseOptions, 'file' | 'compat'>,
): ParseResult<T> {
  const all = sortDiagnostics(compat === 'strict' ? found.map(promoteToError) : found, file)
  const of = (severity: Diagnostic['severity']): Diagnostic[] =>
    all.filter((diagnostic) => diagnostic.severity === severity).slice(0, LIMITS.diagnostics)
  const [errors, warnings] = [of('error'), of('warning')]
  if (value !== undefined && errors.length === 0) return { ...ok(value), warnings }
  const kept = new Set([...errors, ...warnings])
  return { ...err(all.filter((diagnostic) => kept.has(diagnostic))), warnings }
}
