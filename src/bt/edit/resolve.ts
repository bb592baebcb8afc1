import { err, ok, type Result } from '#base/result.js'
import type { NodeDef, TreeDoc } from '../document.js'
import type { AfterSibling, AtIndex, DocumentOp, NodeAddress, NodeKey, PatchOp } from '../edit.js'
import { treeById } from '../paths.js'
import { parseAddress, type ParsedAddress } from './address.js'
import type { AddressBook } from './address-book.js'
import { checkNodeText, checkText } from './check-text.js'
import type { Problem } from './error.js'
import { below, type Spot, type SpotOp } from './structure.js'

/** The state against which addresses are resolved at one point of a patch. */
export interface PatchState {
  readonly doc: TreeDoc
  /** needed for keys and for nodes that the patch created */
  readonly book: AddressBook | undefined
  /** the node that each edit so far has created, and the keys right after that edit */
  readonly created: readonly (CreatedNode | undefined)[]
}

interface CreatedNode {
  readonly book: AddressBook
  readonly spot: Spot
}

export type NodePatchOp = Exclude<PatchOp, DocumentOp>

/**
 * Resolves the addresses of an edit and checks that it is possible there. Whether the result is valid is for `validate`
 * to decide.
 */
export function resolveOp(state: PatchState, op: NodePatchOp): Result<SpotOp, Problem> {
  switch (op.op) {
    case 'insert':
      return inserting(state, op)
    case 'move':
      return moving(state, op)
    case 'remove':
      return then(find(state, op.at), ({ spot }) =>
        spot.indices.length === 0
          ? err({ code: 'edit.is-root', path: op.at, message: 'a tree needs a root; replace it instead' })
          : ok({ op: 'remove', at: spot }),
      )
    case 'wrap':
      return then(checkNodeText({ ...op.with, children: [] }, op.at), () =>
        then(find(state, op.at), ({ spot }) => ok({ op: 'wrap', at: spot, with: op.with })),
      )
    case 'unwrap':
      return then(find(state, op.at), ({ spot, node }) =>
        node.children.length === 1 ? ok({ op: 'unwrap', at: spot }) : err(notOneChild(node, op.at)),
      )
    case 'setAttr':
      return then(checkText(op.name, op.value, op.at), () =>
        then(find(state, op.at), ({ spot }) =>
          ok({ op: 'setAttr', at: spot, name: op.name, value: op.value }),
        ),
      )
    case 'replaceSubtree':
      return then(checkNodeText(op.node, op.at), () =>
        then(find(state, op.at), ({ spot }) => ok({ op: 'replaceSubtree', at: spot, node: op.node })),
      )
  }
}

export interface Found {
  readonly spot: Spot
  readonly node: NodeDef
}

function inserting(state: PatchState, op: Extract<NodePatchOp, { op: 'insert' }>): Result<SpotOp, Problem> {
  const fine = checkNodeText(op.node, op.parent)
  if (!fine.ok) return fine
  const parent = find(state, op.parent)
  if (!parent.ok) return parent
  const { spot, node } = parent.value
  return then(indexIn(state, op, parent.value, undefined), (index) =>
    index > node.children.length
      ? err(badIndex(op.parent, index, node.children.length))
      : ok({ op: 'insert', at: spot, index, node: op.node }),
  )
}

function moving(state: PatchState, op: Extract<NodePatchOp, { op: 'move' }>): Result<SpotOp, Problem> {
  const source = find(state, op.at)
  if (!source.ok) return source
  const parent = find(state, op.parent)
  if (!parent.ok) return parent
  const [from, to] = [source.value.spot, parent.value.spot]
  if (from.tree === to.tree && from.indices.every((step, depth) => to.indices[depth] === step)) {
    return err({
      code: 'edit.into-itself',
      path: op.parent,
      message: 'a node cannot be moved below itself',
    })
  }
  if (from.indices.length === 0) {
    return err({ code: 'edit.is-root', path: op.at, message: 'a tree needs a root; it cannot be moved away' })
  }
  const leaves = from.tree === to.tree && isChild(from.indices, to.indices)
  const room = parent.value.node.children.length - (leaves ? 1 : 0)
  return then(indexIn(state, op, parent.value, leaves ? from.indices.at(-1) : undefined), (index) =>
    index > room ? err(badIndex(op.parent, index, room)) : ok({ op: 'move', at: from, to, index }),
  )
}

/** @param taken index of the child that is first removed from the parent, if any */
function indexIn(
  state: PatchState,
  place: AtIndex<NodeAddress> | AfterSibling,
  parent: Found,
  taken: number | undefined,
): Result<number, Problem> {
  if ('index' in place) {
    const { index } = place
    if (Number.isInteger(index) && index >= 0) return ok(index)
    return err(badIndex(place.parent, index, parent.node.children.length))
  }
  return then(find(state, place.after), ({ spot }) => {
    const depth = parent.spot.indices.length
    const inside =
      spot.tree === parent.spot.tree && parent.spot.indices.every((step, d) => spot.indices[d] === step)
    const sibling = spot.indices[depth]
    if (!inside || sibling === undefined) {
      const message = `${place.after} is no longer a child of ${place.parent}`
      return err({ code: 'edit.moved-away', path: place.after, message })
    }
    return ok(taken !== undefined && taken <= sibling ? sibling : sibling + 1)
  })
}

export function find(state: PatchState, address: NodeAddress): Result<Found, Problem> {
  const parsed = parseAddress(address)
  if (parsed === undefined) {
    const message = 'addresses look like /2/0 (/ is the root), Tree:/2/0, MoveTo~2 or +0'
    return err({ code: 'edit.bad-path', path: address, message })
  }
  return then(spotOf(state, parsed, address), (spot) => walk(state.doc, spot, address))
}

function spotOf(state: PatchState, parsed: ParsedAddress, address: string): Result<Spot, Problem> {
  if (parsed.kind === 'path') return ok({ tree: parsed.tree ?? state.doc.main, indices: parsed.indices })
  const key = parsed.kind === 'key' ? parsed.key : createdKey(state.created[parsed.number], parsed.indices)
  if (key === undefined) {
    return err({
      code: 'edit.no-such-node',
      path: address,
      message: `no earlier edit created a node ${address}`,
    })
  }
  const spot = state.book?.spotOf(key)
  if (spot !== undefined) return ok(spot)
  const by = state.book?.removedBy(key)
  if (by === undefined) {
    return err({
      code: 'edit.no-such-node',
      path: address,
      message: `the document never had a node ${address}`,
    })
  }
  const message = `${address} is gone: edit ${by.number} (${by.edit.op}, because ${by.edit.because}) removed it`
  return err({ code: 'edit.gone', path: address, by, message })
}

const createdKey = (created: CreatedNode | undefined, indices: readonly number[]): NodeKey | undefined =>
  created?.book.keyAt({ tree: created.spot.tree, indices: [...created.spot.indices, ...indices] })

function walk(doc: TreeDoc, spot: Spot, address: string): Result<Found, Problem> {
  const root = treeById(doc, spot.tree)?.root
  if (root === undefined) {
    const message = spot.tree === doc.main ? 'no main tree' : `the document has no tree ${spot.tree}`
    return err({
      code: spot.tree === doc.main ? 'edit.no-such-node' : 'edit.no-such-tree',
      path: address,
      message,
    })
  }
  for (let depth = 0; depth < spot.indices.length; depth++) {
    const node = below(root, spot.indices.slice(0, depth)) as NodeDef
    if (node.kind === 'subtree') {
      const message = `the inside of a SubTree is another tree: ${node.attrs['ID'] ?? ''}:/…`
      return err({ code: 'edit.subtree-inside', path: address, message })
    }
    if (node.children[spot.indices[depth] as number] === undefined) {
      const message = `${node.id} has ${node.children.length} children; there is no child ${spot.indices[depth]}`
      return err({ code: 'edit.no-such-node', path: address, message })
    }
  }
  return ok({ spot, node: below(root, spot.indices) as NodeDef })
}

const isChild = (indices: readonly number[], parent: readonly number[]): boolean =>
  indices.length === parent.length + 1 && parent.every((step, depth) => indices[depth] === step)

const badIndex = (path: string, index: number, children: number): Problem => ({
  code: 'edit.index',
  path,
  children,
  message: `index ${index} is not in 0…${children}`,
})

const notOneChild = (node: NodeDef, path: string): Problem => ({
  code: 'edit.not-one-child',
  path,
  children: node.children.length,
  message: `${node.id} has ${node.children.length} children, not one`,
})

const then = <T, U>(
  result: Result<T, Problem>,
  next: (value: T) => Result<U, Problem>,
): Result<U, Problem> => (result.ok ? next(result.value) : result)
