import type { NodeDef, NodePath } from '../document.js'
import { childPath } from '../paths.js'
import { closeTag, nodeLines, openTag } from '../xml/write.js'
import { alignChildren } from './align.js'
import type { PlannedOp } from './join-moves.js'
import { Identities, nodeCount, sameNode, sameType, withoutPlaces } from './same.js'

export interface DiffLine {
  readonly kind: 'same' | 'removed' | 'added'
  readonly text: string
  /** levels of indentation */
  readonly depth: number
}

/** How one node becomes another: as a patch once its path is known, and as a listing. */
export interface Plan {
  /** about how many nodes and attributes the patch has to name */
  readonly cost: number
  readonly ops: (path: NodePath) => PlannedOp[]
  readonly lines: (depth: number) => DiffLine[]
}

/** beyond this many pairs of nodes a replacement says as much as a long patch would */
const MAX_PAIRS = 250_000

/** The cheapest way from `a` to `b`. */
export function planChange(a: NodeDef, b: NodeDef): Plan {
  if (!sameNode(a, b) && nodeCount(a) * nodeCount(b) > MAX_PAIRS) return replacement(a, b)
  return new Planner().plan(a, b)
}

class Planner {
  readonly #known = new Map<string, Plan>()
  readonly #identities = new Identities()

  /** The cheapest of: nothing, replace, unwrap, wrap, edit in place. */
  plan(a: NodeDef, b: NodeDef): Plan {
    const [from, to] = [this.#identities.of(a), this.#identities.of(b)]
    if (from === to) return unchanged(a)
    const key = `${from} ${to}`
    const known = this.#known.get(key)
    if (known !== undefined) return known
    const plans = [replacement(a, b), ...this.#unwrap(a, b), ...this.#wrap(a, b), ...this.#inPlace(a, b)]
    const best = plans.reduce((least, plan) => (plan.cost < least.cost ? plan : least))
    this.#known.set(key, best)
    return best
  }

  #unwrap(a: NodeDef, b: NodeDef): Plan[] {
    const [child, ...more] = a.children
    if (child === undefined || more.length > 0) return []
    const inner = this.plan(child, b)
    return [
      {
        cost: 1 + inner.cost,
        ops: (path) => [{ op: 'unwrap', at: path }, ...inner.ops(path)],
        lines: (depth) => around('removed', a, depth, inner.lines(depth + 1)),
      },
    ]
  }

  #wrap(a: NodeDef, b: NodeDef): Plan[] {
    const [child, ...more] = b.children
    if (child === undefined || more.length > 0) return []
    const inner = this.plan(a, child)
    const wrapper: Omit<NodeDef, 'children'> = { id: b.id, kind: b.kind, attrs: b.attrs }
    return [
      {
        cost: 1 + inner.cost,
        ops: (path) => [...inner.ops(path), { op: 'wrap', at: path, with: wrapper }],
        lines: (depth) => around('added', b, depth, inner.lines(depth + 1)),
      },
    ]
  }

  #inPlace(a: NodeDef, b: NodeDef): Plan[] {
    if (!sameType(a, b)) return []
    const attrs = changedAttrs(a, b)
    const steps = alignChildren(a.children, b.children, {
      change: (from, to) => this.plan(from, to).cost,
      insert: (node) => 0.5 + nodeCount(node),
      remove: () => 1.5,
    })
    return [
      {
        cost: attrs.length + steps.cost,
        ops: (path) => [
          ...attrs.map((name) => ({ op: 'setAttr', at: path, name, value: b.attrs[name] ?? null }) as const),
          // the last child comes first, so that the indices of those before it stay true
          ...steps.pairs.toReversed().flatMap(({ from, to, index }) => this.#childOps(path, index, from, to)),
        ],
        lines: (depth) =>
          this.#inPlaceLines(
            a,
            b,
            depth,
            steps.pairs.flatMap(({ from, to }) => this.#childLines(depth + 1, from, to)),
          ),
      },
    ]
  }

  #childOps(
    parent: NodePath,
    index: number,
    from: NodeDef | undefined,
    to: NodeDef | undefined,
  ): PlannedOp[] {
    const at = childPath(parent, index)
    if (from === undefined) {
      return to === undefined ? [] : [{ op: 'insert', parent, index, node: withoutPlaces(to) }]
    }
    return to === undefined ? [{ op: 'remove', at, removed: from }] : this.plan(from, to).ops(at)
  }

  #childLines(depth: number, from: NodeDef | undefined, to: NodeDef | undefined): DiffLine[] {
    if (from !== undefined && to !== undefined) return this.plan(from, to).lines(depth)
    return [...whole('removed', from, depth), ...whole('added', to, depth)]
  }

  #inPlaceLines(a: NodeDef, b: NodeDef, depth: number, inner: DiffLine[]): DiffLine[] {
    return [
      ...bothLines(openTag(a), openTag(b), depth),
      ...inner,
      ...bothLines(
        a.children.length > 0 ? closeTag(a) : undefined,
        b.children.length > 0 ? closeTag(b) : undefined,
        depth,
      ),
    ]
  }
}

const unchanged = (node: NodeDef): Plan => ({
  cost: 0,
  ops: () => [],
  lines: (depth) => whole('same', node, depth),
})

/** A little dearer than the node itself, so that finer edits win a tie. */
const replacement = (a: NodeDef, b: NodeDef): Plan => ({
  cost: 2 + nodeCount(b),
  ops: (path) => [{ op: 'replaceSubtree', at: path, node: withoutPlaces(b) }],
  lines: (depth) => [...whole('removed', a, depth), ...whole('added', b, depth)],
})

function changedAttrs(a: NodeDef, b: NodeDef): string[] {
  const names = [...new Set([...Object.keys(a.attrs), ...Object.keys(b.attrs)])].sort()
  return names.filter((name) => a.attrs[name] !== b.attrs[name])
}

const whole = (kind: DiffLine['kind'], node: NodeDef | undefined, depth: number): DiffLine[] =>
  node === undefined ? [] : nodeLines(node, depth).map((line) => ({ kind, ...line }))

const around = (kind: DiffLine['kind'], node: NodeDef, depth: number, inner: DiffLine[]): DiffLine[] => [
  { kind, text: openTag(node), depth },
  ...inner,
  { kind, text: closeTag(node), depth },
]

function bothLines(a: string | undefined, b: string | undefined, depth: number): DiffLine[] {
  if (a !== undefined && a === b) return [{ kind: 'same', text: a, depth }]
  return [
    ...(a === undefined ? [] : [{ kind: 'removed', text: a, depth } as const]),
    ...(b === undefined ? [] : [{ kind: 'added', text: b, depth } as const]),
  ]
}
