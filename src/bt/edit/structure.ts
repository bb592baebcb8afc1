import type { NodeDef } from '../document.js'

/** Anything shaped like a tree: nodes of a document, or their keys. */
export interface Branch<T> {
  readonly children: readonly T[]
}

export interface NamedTree<T> {
  readonly id: string
  readonly root: T
}

/** A position in one of several trees: child indices from the root of `tree`. */
export interface Spot {
  readonly tree: string
  readonly indices: readonly number[]
}

/** An edit of nodes whose addresses are resolved and known to exist. */
export type SpotOp =
  | { readonly op: 'insert'; readonly at: Spot; readonly index: number; readonly node: NodeDef }
  | { readonly op: 'remove'; readonly at: Spot }
  | { readonly op: 'wrap'; readonly at: Spot; readonly with: Omit<NodeDef, 'children'> }
  | { readonly op: 'unwrap'; readonly at: Spot }
  /** `to` is a position before the node is removed, `index` one after */
  | { readonly op: 'move'; readonly at: Spot; readonly to: Spot; readonly index: number }
  | { readonly op: 'setAttr'; readonly at: Spot; readonly name: string; readonly value: string | null }
  | { readonly op: 'replaceSubtree'; readonly at: Spot; readonly node: NodeDef }

/** How new parts of such a tree are created. */
export interface Maker<T> {
  readonly node: (def: NodeDef) => T
  readonly wrapper: (def: Omit<NodeDef, 'children'>, child: T) => T
  readonly attr: (node: T, name: string, value: string | null) => T
}

/** Applies one edit to the trees; everything outside the edited branch is shared, not copied. */
export function restructure<T extends Branch<T>, R extends NamedTree<T>>(
  trees: readonly R[],
  op: SpotOp,
  make: Maker<T>,
): R[] {
  const change = (at: Spot, replace: (node: T) => T): R[] => inTree(trees, at, replace)
  switch (op.op) {
    case 'insert':
      return change(op.at, (parent) => withChild(parent, op.index, make.node(op.node)))
    case 'remove':
      return without(trees, op.at)
    case 'wrap':
      return change(op.at, (node) => make.wrapper(op.with, node))
    case 'unwrap':
      return change(op.at, (node) => node.children[0] as T)
    case 'move': {
      const node = below<T>(trees.find((tree) => tree.id === op.at.tree)?.root, op.at.indices) as T
      const to = op.to.tree === op.at.tree ? afterRemoval(op.to, op.at) : op.to
      return inTree<T, R>(without<T, R>(trees, op.at), to, (parent) => withChild(parent, op.index, node))
    }
    case 'setAttr':
      return change(op.at, (node) => make.attr(node, op.name, op.value))
    case 'replaceSubtree':
      return change(op.at, () => make.node(op.node))
  }
}

export function below<T extends Branch<T>>(root: T | undefined, indices: readonly number[]): T | undefined {
  let node = root
  for (const index of indices) node = node?.children[index]
  return node
}

const inTree = <T extends Branch<T>, R extends NamedTree<T>>(
  trees: readonly R[],
  at: Spot,
  replace: (node: T) => T,
): R[] =>
  trees.map((tree) =>
    tree.id === at.tree ? { ...tree, root: changed(tree.root, at.indices, replace) } : tree,
  )

function changed<T extends Branch<T>>(node: T, indices: readonly number[], replace: (node: T) => T): T {
  const [index, ...rest] = indices
  if (index === undefined) return replace(node)
  const child = changed(node.children[index] as T, rest, replace)
  return { ...node, children: node.children.with(index, child) }
}

const without = <T extends Branch<T>, R extends NamedTree<T>>(trees: readonly R[], at: Spot): R[] =>
  inTree(trees, { tree: at.tree, indices: at.indices.slice(0, -1) }, (parent) => ({
    ...parent,
    children: parent.children.toSpliced(at.indices.at(-1) as number, 1),
  }))

const withChild = <T extends Branch<T>>(parent: T, index: number, child: T): T => ({
  ...parent,
  children: parent.children.toSpliced(index, 0, child),
})

/** The position of the node at `target` after the node at `removed` has been removed. */
function afterRemoval(target: Spot, removed: Spot): Spot {
  const level = removed.indices.length - 1
  const own = removed.indices[level] as number
  const siblings = removed.indices.slice(0, level).every((step, depth) => target.indices[depth] === step)
  const moved = (step: number, depth: number): number =>
    siblings && depth === level && step > own ? step - 1 : step
  return { tree: target.tree, indices: target.indices.map(moved) }
}
