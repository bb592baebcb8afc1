import type { Diagnostic } from '../../base/diagnostic.js'
import { err, ok, type Result } from '../../base/result.js'
import type { NodeDef, TreeDef, TreeDoc } from '../document.js'
import type { NodeLibrary } from '../library.js'
import { LIMITS } from '../validate/limits.js'
import { validate } from '../validate/validate.js'
import { checkNode } from '../validate/check-node.js'
import type { XmlElement } from './element.js'
import { DocumentReader, type IncludeLoader } from './read-document.js'
import { NodeReader } from './read-node.js'
import { scanXml } from './scan.js'

export interface ParseOptions {
  /** name of the text in messages; `<include path>` is resolved against its folder */
  readonly file: string
  readonly library: NodeLibrary
  /** trees that every document may name without including them; a tree of the same ID in the document wins */
  readonly include?: readonly TreeDef[]
  /** the text of an included file, or `undefined` when there is none; without it, includes are errors */
  readonly load?: IncludeLoader
}

/** Warnings stand beside the value, and beside the errors too (there they are in both lists). */
export type ParseResult<T> = Result<T, readonly Diagnostic[]> & { readonly warnings: readonly Diagnostic[] }

/**
 * Reads a BehaviorTree.CPP v4 document. All problems are reported at once, in the order of the text, each with its
 * true place. No input makes it throw.
 *
 * @returns every tree of the document, of what it includes and of `options.include`: a document that stands alone
 */
export function parseTree(text: string, options: ParseOptions): ParseResult<TreeDoc> {
  const { file, library, include = [], load } = options
  const { root, wellFormed, diagnostics } = scanXml(text, file)
  const nodes = new NodeReader(library)
  if (root === undefined || !wellFormed) {
    return finish<TreeDoc>(undefined, [...diagnostics, ...vocabulary(root, nodes, library)], file)
  }
  const reader = new DocumentReader(nodes, load)
  const doc = reader.read(root, file, include)
  const checks = doc === undefined ? [] : validate(doc, library, nodes.locate)
  return finish(doc, [...diagnostics, ...reader.diagnostics, ...nodes.diagnostics, ...checks], file)
}

/** Reads one node with everything below it, as in an edit's `node`. SubTree references are not resolved here. */
export function parseNode(
  text: string,
  options: Pick<ParseOptions, 'file' | 'library'>,
): ParseResult<NodeDef> {
  const { file, library } = options
  const { root, wellFormed, diagnostics } = scanXml(text, file)
  const nodes = new NodeReader(library)
  if (root === undefined || !wellFormed) {
    return finish<NodeDef>(undefined, [...diagnostics, ...vocabulary(root, nodes, library)], file)
  }
  const node = nodes.read(root)
  const checks = checkAll(node, nodes, library)
  return finish(node, [...diagnostics, ...nodes.diagnostics, ...checks], file)
}

const checkAll = (node: NodeDef, reader: NodeReader, library: NodeLibrary): Diagnostic[] => [
  ...checkNode(node, library, reader.locate),
  ...node.children.flatMap((child) => checkAll(child, reader, library)),
]

/** In a text whose tags do not match, names and ports can still be judged, but neither parents nor children. */
function vocabulary(root: XmlElement | undefined, reader: NodeReader, library: NodeLibrary): Diagnostic[] {
  const isNode = (element: XmlElement): boolean => !STRUCTURE.has(element.name)
  const visit = (element: XmlElement): Diagnostic[] => [
    ...(isNode(element) ? checkNode(reader.read({ ...element, children: [] }), library, reader.locate) : []),
    ...(element.name === 'TreeNodesModel' ? [] : element.children.flatMap(visit)),
  ]
  const found = (root === undefined ? [] : visit(root)).filter(({ code }) => code !== 'bt.children')
  return [...found, ...reader.diagnostics]
}

const STRUCTURE: ReadonlySet<string> = new Set(['root', 'BehaviorTree', 'TreeNodesModel', 'include'])

function finish<T>(value: T | undefined, found: readonly Diagnostic[], file: string): ParseResult<T> {
  const inOrder = [...found].sort(byPlace(found, file))
  const of = (severity: Diagnostic['severity']): Diagnostic[] =>
    inOrder.filter((diagnostic) => diagnostic.severity === severity).slice(0, LIMITS.diagnostics)
  const [errors, warnings] = [of('error'), of('warning')]
  if (value !== undefined && errors.length === 0) return { ...ok(value), warnings }
  const kept = new Set([...errors, ...warnings])
  return { ...err(inOrder.filter((diagnostic) => kept.has(diagnostic))), warnings }
}

/** The document itself first, then included files, each by line and column; at the end what has no place. */
function byPlace(found: readonly Diagnostic[], file: string): (a: Diagnostic, b: Diagnostic) => number {
  const files = [...new Set([file, ...found.map((diagnostic) => diagnostic.where?.file)])]
  const rank = ({ where }: Diagnostic): number =>
    where === undefined ? files.length : files.indexOf(where.file)
  return (a, b) =>
    rank(a) - rank(b) ||
    (a.where?.line ?? 0) - (b.where?.line ?? 0) ||
    (a.where?.column ?? 0) - (b.where?.column ?? 0)
}
