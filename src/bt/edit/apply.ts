import { err, ok, type Result } from '#base/result.js'
import type { NodeDef, TreeDoc } from '../document.js'
import type { NodeAddress, PatchEdit, PatchOp } from '../edit.js'
import { needsBook } from './address.js'
import { AddressBook } from './address-book.js'
import { applyDocumentOp, isDocumentOp } from './document-op.js'
import type { EditError, Problem } from './error.js'
import { resolveOp, type NodePatchOp, type PatchState } from './resolve.js'
import { restructure, type Maker, type Spot, type SpotOp } from './structure.js'

export type { EditError } from './error.js'

/** A document at one point in its history, with the keys of its nodes. */
export interface Revision {
  readonly doc: TreeDoc
  readonly book: AddressBook
}

/**
 * Applies a patch atomically: all edits, or none when one of them fails. Only addresses, indices and characters are
 * checked here; whether the result is a valid tree is for `validate` to decide. Keys are assigned as for a document
 * seen for the first time; within a longer history use `revise`.
 */
export function applyEdits(doc: TreeDoc, edits: readonly PatchEdit[]): Result<TreeDoc, EditError> {
  const book = edits.some(namesKeys) ? AddressBook.of(doc) : undefined
  const end = run({ doc, book, created: [] }, edits)
  return end.ok ? ok(end.value.doc) : end
}

/** Returns the first revision of a document, with keys assigned to its nodes. */
export const firstRevision = (doc: TreeDoc): Revision => ({ doc, book: AddressBook.of(doc) })

/** Like `applyEdits`, but every surviving node keeps its key. */
export function revise(from: Revision, edits: readonly PatchEdit[]): Result<Revision, EditError> {
  const end = run({ ...from, created: [] }, edits)
  return end.ok ? ok({ doc: end.value.doc, book: end.value.book ?? from.book }) : end
}

/** @internal applies one edit; `keyed` uses it to step through a patch */
export function step(state: PatchState, edit: PatchEdit): Result<PatchState, Problem> {
  const { book, created } = state
  if (isDocumentOp(edit)) {
    const doc = applyDocumentOp(state.doc, edit)
    if (!doc.ok) return doc
    const after = book?.apply(edit, edit)
    const spot = edit.op === 'addTree' ? { tree: edit.tree, indices: [] } : undefined
    return ok({ doc: doc.value, book: after, created: [...created, after && spot && { book: after, spot }] })
  }
  const op = resolveOp(state, edit)
  if (!op.ok) return op
  const trees = restructure(state.doc.trees, op.value, NODES)
  const after = book?.apply(op.value, edit)
  const spot = createdSpot(op.value)
  const doc = { ...state.doc, trees }
  return ok({ doc, book: after, created: [...created, after && spot && { book: after, spot }] })
}

function run(from: PatchState, edits: readonly PatchEdit[]): Result<PatchState, EditError> {
  let state = from
  for (const [number, edit] of edits.entries()) {
    const next = step(state, edit)
    if (!next.ok) return err({ ...next.error, number })
    state = next.value
  }
  return ok(state)
}

function namesKeys(op: PatchOp): boolean {
  return !isDocumentOp(op) && addressesOf(op).some(needsBook)
}

const addressesOf = (op: NodePatchOp): NodeAddress[] => [
  ...('at' in op ? [op.at] : []),
  ...('parent' in op ? [op.parent] : []),
  ...('after' in op ? [op.after] : []),
]

function createdSpot(op: SpotOp): Spot | undefined {
  switch (op.op) {
    case 'insert':
      return { tree: op.at.tree, indices: [...op.at.indices, op.index] }
    case 'wrap':
    case 'replaceSubtree':
      return op.at
    case 'remove':
    case 'unwrap':
    case 'move':
    case 'setAttr':
      return undefined
  }
}

const NODES: Maker<NodeDef> = {
  node: (def) => def,
  wrapper: (def, child) => ({ ...def, children: [child] }),
  attr: (node, name, value) => withAttr(node, name, value),
}

function withAttr(node: NodeDef, name: string, value: string | null): NodeDef {
  const others = Object.entries(node.attrs).filter(([key]) => key !== name)
  return { ...node, attrs: Object.fromEntries(value === null ? others : [...others, [name, value]]) }
}
