import type { Diagnostic } from '#base/diagnostic.js'
import type { NodeDef, TreeDef, TreeDoc } from '../document.js'
import { problem, valueLocation } from '../problem.js'

/** Which trees reference which others. */
export class TreeLinks {
  readonly #doc: TreeDoc
  readonly #trees: ReadonlyMap<string, TreeDef>
  readonly #links = new Map<TreeDef, readonly NodeDef[]>()

  constructor(doc: TreeDoc) {
    this.#doc = doc
    this.#trees = new Map(doc.trees.map((tree) => [tree.id, tree]))
    for (const tree of doc.trees) this.#links.set(tree, subtreeNodes(tree.root))
  }

  ids(): readonly string[] {
    return [...this.#trees.keys()]
  }

  tree(id: string): TreeDef | undefined {
    return this.#trees.get(id)
  }

  /** The SubTree nodes of a tree. */
  of(tree: TreeDef): readonly NodeDef[] {
    return this.#links.get(tree) ?? []
  }

  /**
   * IDs of the trees that are expanded when the main tree is created, including itself; all IDs if there is no main
   * tree.
   */
  reachable(): ReadonlySet<string> {
    if (!this.#trees.has(this.#doc.main)) return new Set(this.#trees.keys())
    const reached = new Set([this.#doc.main])
    for (const id of reached) {
      const tree = this.#trees.get(id)
      for (const node of tree === undefined ? [] : this.of(tree)) reached.add(node.attrs['ID'] ?? '')
    }
    return reached
  }

  /** The trees in dependency order, each after those that it references, and the cycles that prevent it. */
  order(): TreeOrder {
    const cycles: { tree: string; found: Diagnostic }[] = []
    const done = new Set<TreeDef>()
    const walk = (tree: TreeDef, trail: readonly string[]): void => {
      for (const node of this.of(tree)) {
        const id = node.attrs['ID'] ?? ''
        const inner = this.#trees.get(id)
        if (trail.includes(id)) {
          const message = `tree ${id} contains itself: ${[...trail.slice(trail.indexOf(id)), id].join(' → ')}`
          const more = { where: valueLocation(node, 'ID'), hint: 'to run it again, use Repeat or a retry' }
          cycles.push({ tree: tree.id, found: problem(node, 'bt.recursion', message, more) })
        } else if (inner !== undefined && !done.has(inner)) walk(inner, [...trail, id])
      }
      done.add(tree)
    }
    for (const tree of this.#doc.trees) if (!done.has(tree)) walk(tree, [tree.id])
    return { order: [...done], cycles }
  }
}

export interface TreeOrder {
  readonly order: readonly TreeDef[]
  /** each cycle once, with the tree in which it closes */
  readonly cycles: readonly { readonly tree: string; readonly found: Diagnostic }[]
}

function subtreeNodes(root: NodeDef): NodeDef[] {
  const found: NodeDef[] = []
  const visit = (node: NodeDef): void => {
    if (node.kind === 'subtree') found.push(node)
    node.children.forEach(visit)
  }
  visit(root)
  return found
}
