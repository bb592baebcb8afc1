import type { NodeDef } from '../document.js'
import type { Edit } from '../edit.js'
import { openTag } from '../xml/write.js'

/** Whether two nodes have equal structure and attributes, regardless of their positions in files. */
export const sameNode = (a: NodeDef, b: NodeDef): boolean =>
  a === b ||
  (openTag(a) === openTag(b) &&
    a.children.length === b.children.length &&
    a.children.every((child, index) => sameNode(child, b.children[index] ?? child)))

/**
 * Whether two nodes have the same type, so that attributes and children can be compared; SubTrees must name the same
 * tree.
 */
export const sameType = (a: NodeDef, b: NodeDef): boolean =>
  a.id === b.id && a.kind === b.kind && (a.kind !== 'subtree' || a.attrs['ID'] === b.attrs['ID'])

/** The node without its source locations: the form that a patch carries. */
export const withoutPlaces = ({ id, kind, attrs, children }: NodeDef): NodeDef => ({
  id,
  kind,
  attrs,
  children: children.map(withoutPlaces),
})

/** The edits without the source locations of what they bring in: these say where files lie on somebody's disk. */
export const editsWithoutPlaces = (patch: readonly Edit[]): readonly Edit[] =>
  patch.map((edit) => {
    if ('node' in edit) return { ...edit, node: withoutPlaces(edit.node) }
    if (edit.op !== 'wrap') return edit
    const { id, kind, attrs } = edit.with
    return { ...edit, with: { id, kind, attrs } }
  })

/** Names of the attributes that differ, in order. */
export function changedAttrs(a: NodeDef, b: NodeDef): string[] {
  const names = [...new Set([...Object.keys(a.attrs), ...Object.keys(b.attrs)])].sort()
  return names.filter((name) => a.attrs[name] !== b.attrs[name])
}
