import type { NodeDef } from '../document.js'
import { openTag } from '../xml/write.js'

/** Equal structure and attributes, wherever the nodes stood in their files. */
export const sameNode = (a: NodeDef, b: NodeDef): boolean =>
  a === b ||
  (openTag(a) === openTag(b) &&
    a.children.length === b.children.length &&
    a.children.every((child, index) => sameNode(child, b.children[index] ?? child)))

/** Same type of node, so that its attributes and children can be compared; SubTrees of one name only. */
export const sameType = (a: NodeDef, b: NodeDef): boolean =>
  a.id === b.id && a.kind === b.kind && (a.kind !== 'subtree' || a.attrs['ID'] === b.attrs['ID'])

/** The node without its places in files: what a patch carries. */
export const withoutPlaces = ({ id, kind, attrs, children }: NodeDef): NodeDef => ({
  id,
  kind,
  attrs,
  children: children.map(withoutPlaces),
})

/** Names of the attributes that differ, in order. */
export function changedAttrs(a: NodeDef, b: NodeDef): string[] {
  const names = [...new Set([...Object.keys(a.attrs), ...Object.keys(b.attrs)])].sort()
  return names.filter((name) => a.attrs[name] !== b.attrs[name])
}
