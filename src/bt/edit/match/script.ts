import type { NodeDef } from '#bt/document.js'
import { changedAttrs, withoutPlaces } from '../same.js'
import type { SpotOp } from '../structure.js'
import { Draft } from './draft.js'
import { increasing } from './longest-common.js'
import type { Matching } from './matching.js'
import type { IndexedNode } from './tree-indexer.js'

/** An edit of one tree; positions are child indices from its root at that moment. */
export type ScriptOp = SpotOp extends infer Op ? WithIndices<Op> : never
type WithIndices<Op> = { [K in keyof Op]: K extends 'at' | 'to' ? readonly number[] : Op[K] }

/**
 * The edits that turn tree `a` into tree `b`. They are correct for any matching; a good matching keeps them few. From
 * the root down, the children of each node are put in place: those in the right order stay, unwrapped or wrapped where
 * needed; the others are moved in, inserted, or replace a child that must be removed. Leftover nodes are removed at the
 * end.
 */
export function scriptOf({ a, b, toB, toA }: Matching): ScriptOp[] {
  const drafts = new Map<IndexedNode, Draft>()
  const draft = (indexed: IndexedNode): Draft => {
    const created = new Draft(indexed, toB.get(indexed), indexed.children.map(draft))
    const to = toB.get(indexed)
    if (to !== undefined) drafts.set(to, created)
    return created
  }
  const root = draft(a)
  return new Script(toA, drafts).run(root, b)
}

class Script {
  readonly #ops: ScriptOp[] = []
  readonly #toA: ReadonlyMap<IndexedNode, IndexedNode>
  /** drafts of the nodes of the new tree that already exist */
  readonly #drafts: Map<IndexedNode, Draft>

  constructor(toA: ReadonlyMap<IndexedNode, IndexedNode>, drafts: Map<IndexedNode, Draft>) {
    this.#toA = toA
    this.#drafts = drafts
  }

  run(root: Draft, b: IndexedNode): ScriptOp[] {
    const elsewhere = this.#drafts.get(b)
    const resolved = this.#slotOf(root, undefined) === b ? this.#resolve(root, b) : undefined
    if (resolved === undefined && elsewhere !== undefined) this.#forget(elsewhere, b)
    const top = resolved ?? (root.isAlive() ? this.#wrap(root, b) : this.#replace(root, b))
    this.#settle(top, b)
    this.#sweep(top)
    return this.#ops
  }

  /** Gives the node its attributes and its children. */
  #settle(draft: Draft, b: IndexedNode): void {
    if (draft.from !== undefined) {
      for (const name of changedAttrs(draft.from.node, b.node)) {
        this.#ops.push({ op: 'setAttr', at: draft.indices(), name, value: b.node.attrs[name] ?? null })
      }
    }
    if (isDone(draft, b)) return
    const fixed = this.#fixedChildren(draft, b)
    const placed: Draft[] = []
    for (const child of b.children) placed.push(this.#place(draft, child, placed.at(-1), fixed))
    for (const each of draft.children.filter((child) => !child.isAlive()).reverse()) this.#remove(each)
    placed.forEach((child, index) => this.#settle(child, b.children[index] as IndexedNode))
  }

  #place(
    parent: Draft,
    b: IndexedNode,
    previous: Draft | undefined,
    fixed: ReadonlyMap<IndexedNode, Draft>,
  ): Draft {
    const stays = fixed.get(b)
    if (stays !== undefined) return this.#resolve(stays, b)
    const here = previous === undefined ? 0 : previous.index() + 1
    const known = this.#drafts.get(b)
    if (known !== undefined) return this.#move(known, parent, previous)
    const unmoved = new Set(fixed.values())
    const next = parent.children.slice(here).find((child) => unmoved.has(child) || !child.isAlive())
    return next !== undefined && !next.isAlive() ? this.#replace(next, b) : this.#insert(parent, here, b)
  }

  /** The children that can stay in place, by the child of `b` that each becomes. */
  #fixedChildren(draft: Draft, b: IndexedNode): ReadonlyMap<IndexedNode, Draft> {
    const candidates = draft.children.flatMap((child) => {
      const slot = this.#slotOf(child, b)
      return slot === undefined ? [] : [{ child, slot }]
    })
    const kept = increasing(candidates.map(({ slot }) => slot.index))
    return new Map(kept.map((at) => [candidates[at]?.slot as IndexedNode, candidates[at]?.child as Draft]))
  }

  /** The child of `parent` that this node can become by unwrapping and wrapping alone. */
  #slotOf(draft: Draft, parent: IndexedNode | undefined): IndexedNode | undefined {
    const core = coreOf(draft)
    let slot = core?.to
    while (slot !== undefined && slot.parent !== parent) {
      slot = slot.parent
      if (slot !== undefined && this.#drafts.has(slot)) return undefined
    }
    return slot
  }

  #resolve(draft: Draft, b: IndexedNode): Draft {
    let inner = draft
    while (inner.to === undefined) inner = this.#unwrap(inner)
    if (inner.to === b) return inner
    return this.#wrap(inner, b)
  }

  #unwrap(draft: Draft): Draft {
    for (const child of draft.children.filter((each) => !each.isAlive()).reverse()) this.#remove(child)
    const child = draft.children[0] as Draft
    this.#ops.push({ op: 'unwrap', at: draft.indices() })
    child.takeOut()
    draft.replaceBy(child)
    return child
  }

  #wrap(draft: Draft, b: IndexedNode): Draft {
    const { id, kind, attrs } = b.node
    this.#ops.push({ op: 'wrap', at: draft.indices(), with: { id, kind, attrs } })
    const wrapper = new Draft(undefined, b, [])
    draft.replaceBy(wrapper)
    wrapper.insert(0, draft)
    this.#drafts.set(b, wrapper)
    return wrapper
  }

  #move(draft: Draft, parent: Draft, previous: Draft | undefined): Draft {
    const [at, to] = [draft.indices(), parent.indices()]
    draft.takeOut()
    const index = previous === undefined ? 0 : previous.index() + 1
    parent.insert(index, draft)
    this.#ops.push({ op: 'move', at, to, index })
    return draft
  }

  #insert(parent: Draft, index: number, b: IndexedNode): Draft {
    this.#ops.push({ op: 'insert', at: parent.indices(), index, node: this.#newPart(b) })
    const draft = this.#newDraft(b)
    parent.insert(index, draft)
    return draft
  }

  #replace(draft: Draft, b: IndexedNode): Draft {
    this.#ops.push({ op: 'replaceSubtree', at: draft.indices(), node: this.#newPart(b) })
    const other = this.#newDraft(b)
    draft.replaceBy(other)
    return other
  }

  #remove(draft: Draft): void {
    this.#ops.push({ op: 'remove', at: draft.indices() })
    draft.takeOut()
  }

  /** The new node without the nodes that will be moved into it. */
  #newPart(b: IndexedNode): NodeDef {
    const children = b.children.filter((child) => !this.#toA.has(child) || !this.#drafts.has(child))
    return {
      ...withoutPlaces({ ...b.node, children: [] }),
      children: children.map((child) => this.#newPart(child)),
    }
  }

  #newDraft(b: IndexedNode): Draft {
    const children = b.children.filter((child) => !this.#drafts.has(child))
    const draft = new Draft(
      undefined,
      b,
      children.map((child) => this.#newDraft(child)),
    )
    this.#drafts.set(b, draft)
    return draft
  }

  /** Drops a match for the new root that lies too deep in the old tree to be brought up; the root is created anew. */
  #forget(draft: Draft, b: IndexedNode): void {
    draft.to = undefined
    this.#drafts.delete(b)
  }

  #sweep(draft: Draft): void {
    const left = draft.children.filter((child) => child.to === undefined)
    for (const child of left.reverse()) this.#remove(child)
    for (const child of draft.children) this.#sweep(child)
  }
}

/** The kept node that remains once every removed node around it is unwrapped, if that is possible. */
function coreOf(draft: Draft): Draft | undefined {
  if (draft.to !== undefined) return draft
  const [only, ...more] = draft.children.filter((child) => child.isAlive())
  return only === undefined || more.length > 0 ? undefined : coreOf(only)
}

/** true when the subtree is unchanged and already equals its target */
const isDone = (draft: Draft, b: IndexedNode): boolean =>
  draft.from?.shape === b.shape &&
  draft.to === b &&
  draft.children.length === b.children.length &&
  draft.children.every((child, index) => isDone(child, b.children[index] as IndexedNode))
