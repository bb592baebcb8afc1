import type { NodeDef, NodePath, TreeDoc } from '../document.js'
import type { Edit } from '../edit.js'
import { childPath, mainTree } from '../paths.js'
import { joinMoves, type PlannedOp } from './join-moves.js'
import { fingerprint, nodeCount, sameNode, sameType } from './same.js'

/** beyond this many pairs of nodes a replacement says as much as a long patch would */
const MAX_PAIRS = 250_000

/**
 * A short patch that turns the main tree of `a` into that of `b`: `applyEdits(a, diff(a, b))` is equal to `b`, when
 * the other trees are (patches do not reach into SubTrees, which people designed).
 *
 * @param because what each edit carries as its cause
 */
export function diff(a: TreeDoc, b: TreeDoc, because = 'diff'): Edit[] {
  const from = mainTree(a)?.root
  const to = mainTree(b)?.root
  if (from === undefined || to === undefined) return []
  const ops =
    nodeCount(from) * nodeCount(to) > MAX_PAIRS && !sameNode(from, to)
      ? [{ op: 'replaceSubtree', at: '/', node: to } as const]
      : joinMoves(new NodeDiff().edits(from, to).at('/'))
  return ops.map((op) => ({ ...op, because }))
}

/** Edits of one pair of nodes, to be written down once the node's path is known. */
interface Plan {
  readonly cost: number
  readonly at: (path: NodePath) => PlannedOp[]
}

const NOTHING: Plan = { cost: 0, at: () => [] }

class NodeDiff {
  readonly #known = new Map<string, Plan>()

  /** The cheapest of: nothing, unwrap, wrap, edit in place, replace. */
  edits(a: NodeDef, b: NodeDef): Plan {
    if (sameNode(a, b)) return NOTHING
    const key = `${fingerprint(a)}\u0000${fingerprint(b)}`
    const known = this.#known.get(key)
    if (known !== undefined) return known
    const plans = [replacement(b), ...this.#unwrap(a, b), ...this.#wrap(a, b), ...this.#inPlace(a, b)]
    const best = plans.reduce((least, plan) => (plan.cost < least.cost ? plan : least))
    this.#known.set(key, best)
    return best
  }

  #unwrap(a: NodeDef, b: NodeDef): Plan[] {
    const [child, ...more] = a.children
    if (child === undefined || more.length > 0) return []
    const inner = this.edits(child, b)
    return [{ cost: 1 + inner.cost, at: (path) => [{ op: 'unwrap', at: path }, ...inner.at(path)] }]
  }

  #wrap(a: NodeDef, b: NodeDef): Plan[] {
    const [child, ...more] = b.children
    if (child === undefined || more.length > 0) return []
    const inner = this.edits(a, child)
    const wrapper: Omit<NodeDef, 'children'> = { id: b.id, kind: b.kind, attrs: b.attrs }
    const cost = 1 + inner.cost
    return [{ cost, at: (path) => [...inner.at(path), { op: 'wrap', at: path, with: wrapper }] }]
  }

  #inPlace(a: NodeDef, b: NodeDef): Plan[] {
    if (!sameType(a, b)) return []
    const attrs = attrEdits(a, b)
    const children = this.#children(a.children, b.children)
    return [{ cost: attrs.cost + children.cost, at: (path) => [...attrs.at(path), ...children.at(path)] }]
  }

  /** Aligns two lists of children; the last child comes first in the patch, so that indices before it stay true. */
  #children(a: readonly NodeDef[], b: readonly NodeDef[]): Plan {
    const width = b.length + 1
    const table: Cell[] = []
    for (let i = 0; i <= a.length; i++) {
      for (let j = 0; j <= b.length; j++)
        table.push(this.#cell(a, b, i, j, (di, dj) => table[(i - di) * width + j - dj]))
    }
    const last = table[a.length * width + b.length] as Cell
    return { cost: last.cost, at: (path) => collect(last, path) }
  }

  #cell(a: readonly NodeDef[], b: readonly NodeDef[], i: number, j: number, before: Lookup): Cell {
    if (i === 0 && j === 0) return { cost: 0, step: () => [], previous: undefined }
    const options: Cell[] = []
    const [oldChild, newChild] = [a[i - 1], b[j - 1]]
    const [diagonal, above, left] = [before(1, 1), before(1, 0), before(0, 1)]
    if (i > 0 && j > 0 && diagonal !== undefined && oldChild !== undefined && newChild !== undefined) {
      const plan = this.edits(oldChild, newChild)
      options.push({
        cost: diagonal.cost + plan.cost,
        step: (path) => plan.at(childPath(path, i - 1)),
        previous: diagonal,
      })
    }
    if (i > 0 && above !== undefined && oldChild !== undefined) {
      const step = (path: NodePath): PlannedOp[] => [
        { op: 'remove', at: childPath(path, i - 1), removed: oldChild },
      ]
      options.push({ cost: above.cost + 1.5, step, previous: above })
    }
    if (j > 0 && left !== undefined && newChild !== undefined) {
      const step = (path: NodePath): PlannedOp[] => [{ op: 'insert', parent: path, index: i, node: newChild }]
      options.push({ cost: left.cost + 0.5 + nodeCount(newChild), step, previous: left })
    }
    return options.reduce((least, cell) => (cell.cost < least.cost ? cell : least))
  }
}

interface Cell {
  readonly cost: number
  readonly step: (path: NodePath) => PlannedOp[]
  readonly previous: Cell | undefined
}

type Lookup = (di: number, dj: number) => Cell | undefined

function collect(last: Cell, path: NodePath): PlannedOp[] {
  const ops: PlannedOp[] = []
  for (let cell: Cell | undefined = last; cell !== undefined; cell = cell.previous)
    ops.push(...cell.step(path))
  return ops
}

/** A little dearer than writing the node anew in place, so that finer edits win a tie. */
const replacement = (node: NodeDef): Plan => ({
  cost: 2 + nodeCount(node),
  at: (path) => [{ op: 'replaceSubtree', at: path, node }],
})

function attrEdits(a: NodeDef, b: NodeDef): Plan {
  const names = [...new Set([...Object.keys(a.attrs), ...Object.keys(b.attrs)])].sort()
  const changed = names.filter((name) => a.attrs[name] !== b.attrs[name])
  return {
    cost: changed.length,
    at: (path) => changed.map((name) => ({ op: 'setAttr', at: path, name, value: b.attrs[name] ?? null })),
  }
}
