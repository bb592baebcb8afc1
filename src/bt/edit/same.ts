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

export const nodeCount = (node: NodeDef): number =>
  node.children.reduce((sum, child) => sum + nodeCount(child), 1)

/** The node without its places in files: what a patch carries. */
export const withoutPlaces = ({ id, kind, attrs, children }: NodeDef): NodeDef => ({
  id,
  kind,
  attrs,
  children: children.map(withoutPlaces),
})

/** Numbers nodes so that equal ones have the same number, each node looked at once. */
export class Identities {
  readonly #numbers = new Map<string, number>()
  readonly #known = new Map<NodeDef, number>()

  of(node: NodeDef): number {
    const known = this.#known.get(node)
    if (known !== undefined) return known
    const key = `${openTag(node)} ${node.children.map((child) => this.of(child)).join(' ')}`
    const number = this.#numbers.get(key) ?? this.#numbers.size
    this.#numbers.set(key, number)
    this.#known.set(node, number)
    return number
  }
}
