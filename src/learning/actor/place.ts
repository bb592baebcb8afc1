import { err, ok, type Result } from '#base/result.js'
import type { NodeDef, NodePath, TreeDoc } from '#bt/document.js'
import { childPath, nodeAt } from '#bt/paths.js'
import { childIndex, isWithin, parentPath, unitPaths } from './units.js'

/** A gap between children, as needed by `insert` and `move`. */
export interface Spot {
  readonly parent: NodePath
  readonly index: number
}

/** The unit around a node, or the node itself when it is above the units. */
export const unitOf = (doc: TreeDoc, path: NodePath): NodePath =>
  unitPaths(doc).find((unit) => isWithin(path, unit)) ?? path

/** The outermost of the decorators directly around a node, or the node itself: one cannot exist without its child. */
export function outermostDecorator(doc: TreeDoc, path: NodePath): NodePath {
  let at = path
  while (at !== '/' && nodeAt(doc, parentPath(at))?.kind === 'decorator') at = parentPath(at)
  return at
}

/**
 * The gap next to a node. A decorator has a single child, so for a node under one the gap is next to the decorator.
 * @param side 0 = before, 1 = after
 */
export function placeBeside(doc: TreeDoc, path: NodePath, side: 0 | 1): Result<Spot, string> {
  const at = outermostDecorator(doc, path)
  return at === '/'
    ? err('nothing can stand beside the root')
    : ok({ parent: parentPath(at), index: childIndex(at) + side })
}

/**
 * The gap at one end of a group. Decorators are passed through.
 * @param keepHomeLast a closing MoveToHome stays the last unit: the mission ends in the finish area
 */
export function placeInside(
  doc: TreeDoc,
  path: NodePath,
  end: 'first' | 'last',
  keepHomeLast: boolean,
): Result<Spot, string> {
  let parent = path
  let node = nodeAt(doc, parent)
  while (node?.kind === 'decorator' && node.children[0]) {
    parent = childPath(parent, 0)
    node = node.children[0]
  }
  if (node?.kind !== 'control') return err('only a group such as Sequence takes more nodes')
  if (end === 'first') return ok({ parent, index: 0 })
  const last = node.children.at(-1)
  const beforeHome = keepHomeLast && last !== undefined && leadsHome(last)
  return ok({ parent, index: node.children.length - (beforeHome ? 1 : 0) })
}

const leadsHome = (node: NodeDef): boolean =>
  node.id === 'MoveToHome' || (node.kind === 'decorator' && node.children.every(leadsHome))
