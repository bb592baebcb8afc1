import type { NodeDef, NodePath, TreeDoc } from './document.js'
import { childPath, mainTree, nodeLabel, runtimeChildren } from './paths.js'
import type { TraceEvent } from './trace.js'

/**
 * One step of an episode, after which the critic evaluates: a direct child of the first control node from the root down
 * (AMB-05).
 */
export interface UnitInfo {
  readonly path: NodePath
  /** its `name`, or a summary of what it does: `MoveToZone zone=1, LoadBlocksSequence, RotateBlocks mask=0101` */
  readonly label: string
}

/** The units of the main tree. A tree without a control node has one; a document without a main tree has none. */
export function units(doc: TreeDoc): readonly UnitInfo[] {
  let node = mainTree(doc)?.root
  let path: NodePath = '/'
  for (let depth = 0; node !== undefined && node.kind !== 'control' && depth < MAX_DEPTH; depth++) {
    const [child] = runtimeChildren(doc, node)
    if (child === undefined) return [{ path, label: unitLabel(node) }]
    path = childPath(path, 0)
    node = child
  }
  return (node?.children ?? []).map((child, index) => ({
    path: childPath(path, index),
    label: unitLabel(child),
  }))
}

/** The unit that this event ends, by success or failure. A halted unit has not ended. */
export function unitEndedBy(all: readonly UnitInfo[], event: TraceEvent): UnitInfo | undefined {
  return event.to === 'SUCCESS' || event.to === 'FAILURE'
    ? all.find((unit) => unit.path === event.path)
    : undefined
}

/** a longer chain of decorators and SubTrees fails validation */
const MAX_DEPTH = 256

const MAX_LABEL = 100

function unitLabel(node: NodeDef): string {
  const label = node.attrs['name'] ?? leaves(node).map(leafLabel).join(', ')
  return label.length > MAX_LABEL ? `${label.slice(0, MAX_LABEL - 1)}…` : label
}

const leaves = (node: NodeDef): NodeDef[] =>
  node.children.length === 0 ? [node] : node.children.flatMap(leaves)

function leafLabel(leaf: NodeDef): string {
  if (leaf.kind === 'subtree') return leaf.attrs['ID'] ?? nodeLabel(leaf)
  // in the order of a written tree, so that a tree that was read back has the same labels
  const attributes = Object.entries(leaf.attrs).toSorted(([a], [b]) => (a < b ? -1 : 1))
  const values = attributes.map(([name, value]) => `${name}=${value}`)
  return [leaf.id, ...values].join(' ')
}
