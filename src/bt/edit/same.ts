import type { NodeDef } from '../document.js'
import { nodeLines } from '../xml/write.js'

/** Equal structure and attributes, wherever the nodes stood in their files. */
export const sameNode = (a: NodeDef, b: NodeDef): boolean => a === b || fingerprint(a) === fingerprint(b)

/** Equal for equal nodes; kept for each node, since a diff compares every pair. */
export function fingerprint(node: NodeDef): string {
  const known = fingerprints.get(node)
  if (known !== undefined) return known
  const text = nodeLines(node)
    .map((line) => line.text)
    .join('\n')
  fingerprints.set(node, text)
  return text
}

/** Same type of node, so that its attributes and children can be compared; SubTrees of one name only. */
export const sameType = (a: NodeDef, b: NodeDef): boolean =>
  a.id === b.id && a.kind === b.kind && (a.kind !== 'subtree' || a.attrs['ID'] === b.attrs['ID'])

export const nodeCount = (node: NodeDef): number =>
  node.children.reduce((sum, child) => sum + nodeCount(child), 1)

/** The node without its places in files: what a patch carries. */
export const withoutPlaces = ({ id, kind, attrs, children }: NodeDef): NodeDef => ({
  id,
  kind,
  attrs,
  children: children.map(withoutPlaces),
})

const fingerprints = new WeakMap<NodeDef, string>()
