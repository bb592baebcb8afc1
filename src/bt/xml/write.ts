import { sha256 } from '../../base/hash.js'
import type { NodeDef, TreeDoc } from '../document.js'
import { escapeXml } from './entities.js'

/**
 * The canonical text of a document: main tree first, the others by ID, two blanks a level, attributes in one order,
 * no comments. Loading it gives an equal document, and equal documents have the same text.
 */
export function writeTree(doc: TreeDoc): string {
  const trees = [...doc.trees].sort((a, b) =>
    a.id === doc.main ? -1 : b.id === doc.main ? 1 : a.id < b.id ? -1 : a.id > b.id ? 1 : 0,
  )
  const bodies = trees.flatMap((tree) => [
    `  <BehaviorTree ID="${escapeXml(tree.id)}">`,
    ...nodeLines(tree.root).map(({ text, depth }) => indent(depth + 2) + text),
    '  </BehaviorTree>',
  ])
  return [
    `<root BTCPP_format="4" main_tree_to_execute="${escapeXml(doc.main)}">`,
    ...bodies,
    '</root>',
    '',
  ].join('\n')
}

/** SHA-256 of the canonical text: the name of a policy. Blanks, comments and the order of attributes do not matter. */
export const treeHash = (doc: TreeDoc): string => sha256(writeTree(doc))

export interface NodeLine {
  readonly text: string
  /** 0 for the node itself */
  readonly depth: number
}

/** A node and everything below it, one tag a line. */
export function nodeLines(node: NodeDef, depth = 0): NodeLine[] {
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
  return `<${node.id}${attrs.join('')}${node.children.length === 0 ? '/>' : '>'}`
}

export const closeTag = (node: NodeDef): string => `</${node.id}>`

/** `ID`, `name`, then the ports by name. */
const sortedAttrs = (node: NodeDef): [string, string][] =>
  Object.entries(node.attrs).sort(([a], [b]) => rank(a) - rank(b) || (a < b ? -1 : a > b ? 1 : 0))

const rank = (attr: string): number => (attr === 'ID' ? 0 : attr === 'name' ? 1 : 2)

const indent = (depth: number): string => '  '.repeat(depth)
