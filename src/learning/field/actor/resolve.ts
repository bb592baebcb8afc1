import { bitsMask, isMask, maskBits } from '#base/field-map.js'
import { err, ok, type Result } from '#base/result.js'
import type { NodeDef, NodePath, TreeDoc } from '#bt/document.js'
import type { Edit, EditOp } from '#bt/edit.js'
import type { NodeLibrary } from '#bt/library.js'
import { applyEdits } from '#bt/edit/apply.js'
import { nodeAt } from '#bt/paths.js'
import { parentPath } from '#learning/actor/units.js'
import type { AddressBook } from './address.js'
import { expandForm, isUnitForm } from './forms.js'
import type { Draft, NodeForm } from './language.js'
import { wrapTrip } from './loose-trip.js'
import { outermostDecorator, placeBeside, placeInside, unitOf, type Spot } from '#learning/actor/place.js'
import { placeOfTurn } from './forms.js'
import { rebase } from '#learning/actor/rebase.js'

export interface Resolved {
  readonly patch: readonly Edit[]
  readonly doc: TreeDoc
}

/** the refused draft of the reply, and the reason */
export interface Refusal {
  readonly index: number
  readonly text: string
}

/**
 * Turns drafts into edits of the document, one after the other. Addresses name nodes of the tree in the prompt; each is
 * tracked through the edits before it.
 */
export function resolvePatch(
  doc: TreeDoc,
  book: AddressBook,
  drafts: readonly Draft[],
  library: NodeLibrary,
): Result<Resolved, Refusal> {
  const patch: Edit[] = []
  let current = doc
  for (const [index, draft] of drafts.entries()) {
    const locate = (address: string): Result<NodePath, string> => follow(book, address, patch)
    const op = resolve(current, draft, locate, library)
    if (!op.ok) return err({ index, text: op.error })
    const edits = op.value.map((each): Edit => ({ ...each, because: draft.why }))
    const applied = applyEdits(current, edits)
    if (!applied.ok) return err({ index, text: applied.error.message })
    patch.push(...edits)
    current = applied.value
  }
  return ok({ patch, doc: current })
}

type Locate = (address: string) => Result<NodePath, string>

function follow(book: AddressBook, address: string, patch: readonly Edit[]): Result<NodePath, string> {
  const entry = book.named(address)
  if (!entry) return err(`the tree has no node '${address}'`)
  let path: NodePath | null = entry.path
  for (const edit of patch) {
    path = path === null ? null : rebase(path, edit)
  }
  return path === null ? err(`'${address}' was taken away by an earlier edit of the same reply`) : ok(path)
}

/** Most drafts become one edit; a decorator around a step of a loose trip becomes several. */
function resolve(
  doc: TreeDoc,
  draft: Draft,
  locate: Locate,
  library: NodeLibrary,
): Result<readonly EditOp[], string> {
  const op = single(doc, draft, locate, library)
  if (!op.ok) return op
  const { value } = op
  const isRetry = value.op === 'wrap' && value.with.id === 'RetryUntilSuccessful'
  return ok((isRetry ? wrapTrip(doc, value.at, value.with) : undefined) ?? [value])
}

function single(doc: TreeDoc, draft: Draft, locate: Locate, library: NodeLibrary): Result<EditOp, string> {
  if (draft.op === 'insert') {
    const node = expandForm(draft.node, library)
    if (!node.ok) return node
    const spot = spotOf(doc, draft.place, locate, draft.node)
    return spot.ok ? ok({ op: 'insert', ...spot.value, node: node.value }) : spot
  }
  const at = locate(draft.at)
  if (!at.ok) return at
  switch (draft.op) {
    case 'remove':
      return removal(doc, at.value)
    case 'unwrap':
      return ok({ op: 'unwrap', at: at.value })
    case 'wrap':
      return wrapping(at.value, draft.node, library)
    case 'replaceSubtree': {
      const node = expandForm(draft.node, library)
      return node.ok ? ok({ op: 'replaceSubtree', at: at.value, node: node.value }) : node
    }
    case 'setAttr':
      return setting(doc, at.value, draft.name, draft.value)
    case 'move':
      return moving(doc, at.value, spotOf(doc, draft.place, locate, null))
  }
}

function spotOf(
  doc: TreeDoc,
  place: { readonly where: string; readonly of: string },
  locate: Locate,
  form: NodeForm | null,
): Result<Spot, string> {
  const of = locate(place.of)
  if (!of.ok) return of
  if (place.where === 'first' || place.where === 'last') {
    const keepHomeLast = form !== null && isUnitForm(form.id) && form.id !== 'MoveToHome'
    return placeInside(doc, of.value, place.where, keepHomeLast)
  }
  const beside = form !== null && isUnitForm(form.id) ? unitOf(doc, of.value) : of.value
  const spot = placeBeside(doc, beside, place.where === 'after' ? 1 : 0)
  return spot.ok && form?.id === 'RotateBlocks' ? ok(placeOfTurn(doc, spot.value)) : spot
}

/** A decorator cannot exist without its child, so the decorators around a node go with it. */
export function removal(doc: TreeDoc, path: NodePath): Result<EditOp, string> {
  const at = outermostDecorator(doc, path)
  return at === '/' ? err('the root cannot be removed') : ok({ op: 'remove', at })
}

function wrapping(at: NodePath, form: NodeForm, library: NodeLibrary): Result<EditOp, string> {
  const spec = library.get(form.id)
  if (spec?.kind !== 'control' && spec?.kind !== 'decorator')
    return err(`'${form.id}' cannot hold another node`)
  return ok({ op: 'wrap', at, with: { id: spec.id, kind: spec.kind, attrs: form.attrs } })
}

/** `flip` inverts bits of a mask: the reply names the wrong slots, not the mask that would be right. */
function setting(doc: TreeDoc, at: NodePath, name: string, value: string | null): Result<EditOp, string> {
  if (name !== 'flip') return ok({ op: 'setAttr', at, name, value })
  const old = (nodeAt(doc, at) as NodeDef).attrs['mask'] ?? ''
  if (value === null || !isMask(value) || !isMask(old)) return err('flip needs a node with a plain mask')
  const mask = bitsMask(maskBits(old) ^ maskBits(value))
  return mask === '0000' ? removal(doc, at) : ok({ op: 'setAttr', at, name: 'mask', value: mask })
}

function moving(doc: TreeDoc, at: NodePath, spot: Result<Spot, string>): Result<EditOp, string> {
  if (!spot.ok) return spot
  if (at === '/') return err('the root cannot be moved')
  const { parent, index } = spot.value
  if (parent === at || parent.startsWith(`${at}/`)) return err('a node cannot be moved into itself')
  const own = Number(at.slice(at.lastIndexOf('/') + 1))
  const shift = parent === parentPath(at) && own < index ? 1 : 0
  return ok({ op: 'move', at, parent, index: index - shift })
}
