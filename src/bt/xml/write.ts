import { sha256 } from '#base/hash.js'
import type { NodeDef, TreeDoc } from '../document.js'
import { canonicalTrees } from '../paths.js'
import { ELEMENTS, modelLines, type TextLine } from './write-model.js'
import { escapeXml } from '../entities.js'

/**
 * Writes the canonical text of a document: main tree first, the others by ID, then the SubTree models, two blanks per
 * level, attributes in a fixed order, no comments. Loading it gives an equal document, and equal documents have the
 * same text.
 */
export function writeTree(doc: TreeDoc): string {
  const trees = canonicalTrees(doc).flatMap((tree) => [
    { text: `<BehaviorTree ID="${escapeXml(tree.id)}">`, depth: 1 },
    ...nodeLines(tree.root, 2),
    { text: '</BehaviorTree>', depth: 1 },
  ])
  const models = [...(doc.models ?? [])].sort((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0))
  const model = [
    { text: '<TreeNodesModel>', depth: 1 },
    ...models.flatMap((spec) => modelLines(spec, 2)),
    { text: '</TreeNodesModel>', depth: 1 },
  ]
  return [
    `<root BTCPP_format="4" main_tree_to_execute="${escapeXml(doc.main)}">`,
    ...[...trees, ...(models.length === 0 ? [] : model)].map(({ text, depth }) => '  '.repeat(depth) + text),
    '</root>',
    '',
  ].join('\n')
}

/** SHA-256 of the canonical text, which identifies a policy. Blanks, comments and attribute order do not matter. */
export const treeHash = (doc: TreeDoc): string => sha256(writeTree(doc))

/** Writes a node and its descendants, one tag per line. */
export function nodeLines(node: NodeDef, depth = 0): TextLine[] {
  const open = { text: openTag(node), depth }
  if (node.children.length === 0) return [open]
  return [
    open,
    ...node.children.flatMap((child) => nodeLines(child, depth + 1)),
    { text: closeTag(node), depth },
  ]
}

/** `<MoveToZone zone="1"/>`; without the slash when children follow. */
export function openTag(node: NodeDef): string {
  const attrs = sortedAttrs(node).map(([name, value]) => ` ${name}="${escapeXml(value)}"`)
  const name = generic(node) ? `${ELEMENTS[node.kind]} ID="${escapeXml(node.id)}"` : node.id
  return `<${name}${attrs.join('')}${node.children.length === 0 ? '/>' : '>'}`
}

export const closeTag = (node: NodeDef): string => `</${generic(node) ? ELEMENTS[node.kind] : node.id}>`

/** Whether an ID is not a valid element name, or is one that tree documents use for something else. */
const generic = ({ id, kind }: NodeDef): boolean =>
  kind !== 'subtree' && (!/^[\p{L}_][\p{L}\p{N}_.:-]{0,127}$/u.test(id) || RESERVED.has(id))

const RESERVED: ReadonlySet<string> = new Set([...Object.values(ELEMENTS), 'root', 'BehaviorTree'])

/** `ID`, `name`, then the ports by name: a tree that is read back from its written text gives the same order. */
export const sortedAttrs = (node: NodeDef): [string, string][] =>
  Object.entries(node.attrs).sort(([a], [b]) => rank(a) - rank(b) || (a < b ? -1 : a > b ? 1 : 0))

const rank = (attr: string): number => (attr === 'ID' ? 0 : attr === 'name' ? 1 : 2)
