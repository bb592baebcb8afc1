import type { Diagnostic } from '../../base/diagnostic.js'
import { err, ok, type Result } from '../../base/result.js'
import type { NodeDef, TreeDef, TreeDoc } from '../document.js'
import type { NodeLibrary } from '../library.js'
import { LIMITS } from '../validate/limits.js'
import { validate } from '../validate/validate.js'
import { checkNode } from '../validate/check-node.js'
import { attrOf, type XmlElement } from './element.js'
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
  const { root, wellFormed, diagnostics } = scanXml(text, options.file)
  if (root === undefined) return finish<TreeDoc>(undefined, diagnostics)
  const nodes = new NodeReader(options.library)
  if (!wellFormed)
    return finish<TreeDoc>(undefined, [...diagnostics, ...vocabulary(root, nodes, options.library)])
  const reader = new DocumentReader(nodes, options.load)
  const doc = reader.read(root, options.file, options.include ?? [])
  const found = [...diagnostics, ...reader.diagnostics, ...nodes.diagnostics]
  return finish(doc, doc === undefined ? found : [...found, ...validate(doc, options.library, nodes.locate)])
}

/** Reads one node with everything below it, as in an edit's `node`. SubTree references are not resolved here. */
export function parseNode(
  text: string,
  options: Pick<ParseOptions, 'file' | 'library'>,
): ParseResult<NodeDef> {
  const { root, wellFormed, diagnostics } = scanXml(text, options.file)
  if (root === undefined) return finish<NodeDef>(undefined, diagnostics)
  const nodes = new NodeReader(options.library)
  const node = wellFormed ? nodes.read(root) : undefined
  const checks =
    node === undefined ? vocabulary(root, nodes, options.library) : checkAll(node, nodes, options.library)
  return finish(node, [...diagnostics, ...nodes.diagnostics, ...checks])
}

const checkAll = (node: NodeDef, reader: NodeReader, library: NodeLibrary): Diagnostic[] => [
  ...checkNode(node, library, reader.locate),
  ...node.children.flatMap((child) => checkAll(child, reader, library)),
]

/** In a text whose tags do not match, names and ports can still be judged, but neither parents nor children. */
function vocabulary(root: XmlElement, reader: NodeReader, library: NodeLibrary): Diagnostic[] {
  const isNode = (element: XmlElement): boolean => !STRUCTURE.has(element.name)
  const visit = (element: XmlElement): Diagnostic[] => [
    ...(isNode(element) ? checkNode(reader.read({ ...element, children: [] }), library, reader.locate) : []),
    ...(element.name === 'TreeNodesModel' ? [] : element.children.flatMap(visit)),
  ]
  const found = visit(root).filter((diagnostic) => diagnostic.code !== 'bt.children')
  return [...found, ...reader.diagnostics]
}

const STRUCTURE: ReadonlySet<string> = new Set(['root', 'BehaviorTree', 'TreeNodesModel', 'include'])

function finish<T>(value: T | undefined, found: readonly Diagnostic[]): ParseResult<T> {
  const all = [...found].sort(byPlace).slice(0, LIMITS.diagnostics)
  const warnings = all.filter((diagnostic) => diagnostic.severity === 'warning')
  const failed = value === undefined || warnings.length < all.length
  return failed ? { ...err(all), warnings } : { ...ok(value), warnings }
}

/** Main file first (included files have other names), then by line and column. */
function byPlace(a: Diagnostic, b: Diagnostic): number {
  if (a.where === undefined || b.where === undefined)
    return Number(a.where === undefined) - Number(b.where === undefined)
  if (a.where.file !== b.where.file) return 0
  return a.where.line - b.where.line || a.where.column - b.where.column
}
