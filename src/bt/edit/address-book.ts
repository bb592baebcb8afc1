import type { NodeDef, NodePath, TreeDoc } from '../document.js'
import type { DocumentOp, NodeKey, PatchEdit, TreePath } from '../edit.js'
import { canonicalTrees } from '../paths.js'
import { makeKey, spotPath } from './address.js'
import type { EditInLineage } from './error.js'
import { below, restructure, type Maker, type NamedTree, type Spot, type SpotOp } from './structure.js'

/**
 * Assigns each node of a document a key that it keeps for as long as it exists: `MoveToZone~2`; a SubTree is keyed by
 * the name of its tree. Keys are assigned when the document is first seen, main tree first and the others by ID,
 * parents before children; a node that an edit creates gets the next number of its kind, and no number is reused. The
 * same document and the same edits therefore give the same keys in every session. Immutable.
 */
export class AddressBook {
  readonly #main: string
  readonly #trees: readonly NamedTree<KeyNode>[]
  readonly #next: ReadonlyMap<string, number>
  readonly #removed: ReadonlyMap<NodeKey, EditInLineage>
  readonly #edits: number
  #spots: ReadonlyMap<NodeKey, Spot> | undefined

  private constructor(state: State) {
    this.#main = state.main
    this.#trees = state.trees
    this.#next = state.next
    this.#removed = state.removed
    this.#edits = state.edits
  }

  /** Assigns keys to a document that is seen for the first time. */
  static of(doc: TreeDoc): AddressBook {
    const next = new Map<string, number>()
    const trees = canonicalTrees(doc).map(({ id, root }) => ({ id, root: keyed(root, next) }))
    return new AddressBook({ main: doc.main, trees, next, removed: new Map(), edits: 0 })
  }

  /** The node's current address; `undefined` when it was removed or never existed. */
  pathOf(key: NodeKey): NodePath | TreePath | undefined {
    const spot = this.spotOf(key)
    return spot && spotPath(spot, this.#main)
  }

  spotOf(key: NodeKey): Spot | undefined {
    this.#spots ??= spotsOf(this.#trees)
    return this.#spots.get(key)
  }

  keyAt(spot: Spot): NodeKey | undefined {
    return below(this.#trees.find((tree) => tree.id === spot.tree)?.root, spot.indices)?.key
  }

  /** The edit that removed the node. */
  removedBy(key: NodeKey): EditInLineage | undefined {
    return this.#removed.get(key)
  }

  /** All keys: tree by tree, parents before children. */
  keys(): readonly NodeKey[] {
    this.#spots ??= spotsOf(this.#trees)
    return [...this.#spots.keys()]
  }

  /** @internal the keys after an edit that has been checked to be valid */
  apply(op: SpotOp | DocumentOp, edit: PatchEdit): AddressBook {
    const next = new Map(this.#next)
    const trees = newTrees(this.#trees, op, next)
    const lost = lostKeys(this.#trees, op)
    const by = { number: this.#edits, edit }
    const removed =
      lost.length === 0
        ? this.#removed
        : new Map([...this.#removed, ...lost.map((key) => [key, by] as const)])
    const main = newMain(this.#main, op)
    return new AddressBook({ main, trees, next, removed, edits: this.#edits + 1 })
  }
}

interface KeyNode {
  readonly key: NodeKey
  readonly children: readonly KeyNode[]
}

interface State {
  readonly main: string
  readonly trees: readonly NamedTree<KeyNode>[]
  readonly next: ReadonlyMap<string, number>
  readonly removed: ReadonlyMap<NodeKey, EditInLineage>
  readonly edits: number
}

function keyed(node: NodeDef, next: Map<string, number>): KeyNode {
  const key = freshKey(node, next)
  return { key, children: node.children.map((child) => keyed(child, next)) }
}

function freshKey(node: Omit<NodeDef, 'children'>, next: Map<string, number>): NodeKey {
  const label = node.kind === 'subtree' ? (node.attrs['ID'] ?? node.id) : node.id
  const plain = makeKey(label, 0)
  const number = (next.get(plain) ?? 0) + 1
  next.set(plain, number)
  return makeKey(label, number)
}

function newTrees(
  trees: readonly NamedTree<KeyNode>[],
  op: SpotOp | DocumentOp,
  next: Map<string, number>,
): readonly NamedTree<KeyNode>[] {
  switch (op.op) {
    case 'addTree':
      return [...trees, { id: op.tree, root: keyed(op.root, next) }]
    case 'removeTree':
      return trees.filter((tree) => tree.id !== op.tree)
    case 'renameTree':
      return trees.map((tree) => (tree.id === op.tree ? { ...tree, id: op.to } : tree))
    case 'setMain':
    case 'setModel':
    case 'removeModel':
      return trees
    case 'insert':
    case 'remove':
    case 'wrap':
    case 'unwrap':
    case 'move':
    case 'setAttr':
    case 'replaceSubtree':
      return restructure<KeyNode, NamedTree<KeyNode>>(trees, op, makerOf(next))
  }
}

const makerOf = (next: Map<string, number>): Maker<KeyNode> => ({
  node: (def) => keyed(def, next),
  wrapper: (def, child) => ({ key: freshKey(def, next), children: [child] }),
  attr: (node) => node,
})

function lostKeys(trees: readonly NamedTree<KeyNode>[], op: SpotOp | DocumentOp): NodeKey[] {
  const rootOf = (id: string): KeyNode | undefined => trees.find((tree) => tree.id === id)?.root
  if (op.op === 'removeTree') return keysBelow(rootOf(op.tree))
  if (op.op !== 'remove' && op.op !== 'replaceSubtree' && op.op !== 'unwrap') return []
  const node = below(rootOf(op.at.tree), op.at.indices)
  return op.op === 'unwrap' ? keysBelow(node).slice(0, 1) : keysBelow(node)
}

const keysBelow = (node: KeyNode | undefined): NodeKey[] =>
  node === undefined ? [] : [node.key, ...node.children.flatMap(keysBelow)]

function newMain(main: string, op: SpotOp | DocumentOp): string {
  if (op.op === 'setMain') return op.tree
  return op.op === 'renameTree' && op.tree === main ? op.to : main
}

function spotsOf(trees: readonly NamedTree<KeyNode>[]): ReadonlyMap<NodeKey, Spot> {
  const spots = new Map<NodeKey, Spot>()
  const visit = (tree: string, node: KeyNode, indices: readonly number[]): void => {
    spots.set(node.key, { tree, indices })
    node.children.forEach((child, index) => visit(tree, child, [...indices, index]))
  }
  for (const { id, root } of trees) visit(id, root, [])
  return spots
}
