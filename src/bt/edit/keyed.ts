import { err, ok, type Result } from '#base/result.js'
import type { NodeDef } from '../document.js'
import type { AfterSibling, AtIndex, NodeAddress, PatchEdit } from '../edit.js'
import { spotPath } from './address.js'
import { step, type Revision } from './apply.js'
import { isDocumentOp } from './document-op.js'
import type { EditError } from './error.js'
import { find, type NodePatchOp, type PatchState } from './resolve.js'
import type { Spot } from './structure.js'

/**
 * Rewrites a patch with addresses that stay valid when others edit the document too: keys for existing nodes, `+n` for
 * nodes that the patch creates, and positions after a sibling instead of indices.
 */
export function keyed(from: Revision, patch: readonly PatchEdit[]): Result<PatchEdit[], EditError> {
  let state: PatchState = { ...from, created: [] }
  const edits: PatchEdit[] = []
  for (const [number, edit] of patch.entries()) {
    const next = step(state, edit)
    if (!next.ok) return err({ ...next.error, number })
    edits.push(isDocumentOp(edit) ? edit : withKeys(from, state, edit))
    state = next.value
  }
  return ok(edits)
}

function withKeys<E extends NodePatchOp & { readonly because: string }>(
  from: Revision,
  state: PatchState,
  edit: E,
): PatchEdit {
  const name = (address: NodeAddress): NodeAddress => stableAddress(from, state, spotAt(state, address))
  const { because } = edit
  switch (edit.op) {
    case 'insert':
      return { op: 'insert', ...stablePlace(from, state, edit, undefined), node: edit.node, because }
    case 'move': {
      const at = spotAt(state, edit.at)
      return { op: 'move', at: name(edit.at), ...stablePlace(from, state, edit, at), because }
    }
    case 'remove':
    case 'wrap':
    case 'unwrap':
    case 'setAttr':
    case 'replaceSubtree':
      return { ...edit, at: name(edit.at) }
  }
}

function stablePlace(
  from: Revision,
  state: PatchState,
  place: AtIndex<NodeAddress> | AfterSibling,
  moved: Spot | undefined,
): AtIndex<NodeAddress> | AfterSibling {
  const spot = spotAt(state, place.parent)
  const parent = stableAddress(from, state, spot)
  if ('after' in place) {
    return { parent, after: stableAddress(from, state, spotAt(state, place.after)) }
  }
  const siblings = childSpots(state, spot, place.parent).filter((each) => !sameSpot(each, moved))
  const before = siblings[place.index - 1]
  return before === undefined ? { parent, index: 0 } : { parent, after: stableAddress(from, state, before) }
}

function stableAddress(from: Revision, state: PatchState, spot: Spot): NodeAddress {
  const key = state.book?.keyAt(spot)
  if (key !== undefined && from.book.spotOf(key) !== undefined) return key
  for (const [number, created] of state.created.entries()) {
    const then = key === undefined ? undefined : created?.book.spotOf(key)
    const depth = created?.spot.indices.length ?? 0
    if (then === undefined || then.tree !== created?.spot.tree) continue
    if (!created.spot.indices.every((index, level) => then.indices[level] === index)) continue
    const rest = then.indices.slice(depth)
    return rest.length === 0 ? `+${number}` : `+${number}/${rest.join('/')}`
  }
  return spotPath(spot, state.doc.main)
}

function childSpots(state: PatchState, { tree, indices }: Spot, address: NodeAddress): Spot[] {
  const found = find(state, address)
  const children: readonly NodeDef[] = found.ok ? found.value.node.children : []
  return children.map((_, index) => ({ tree, indices: [...indices, index] }))
}

/** only valid for edits that have been checked to apply */
function spotAt(state: PatchState, address: NodeAddress): Spot {
  const found = find(state, address)
  return found.ok ? found.value.spot : { tree: state.doc.main, indices: [] }
}

const sameSpot = (a: Spot, b: Spot | undefined): boolean =>
  b !== undefined && a.tree === b.tree && a.indices.join('/') === b.indices.join('/')
