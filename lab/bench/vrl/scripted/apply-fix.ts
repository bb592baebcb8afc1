import type { Mask, ZoneId } from '#base/field-map.js'
import { err, ok, type Result } from '#base/result.js'
import type { NodeDef, NodePath, TreeDoc } from '#bt/document.js'
import type { EditOp } from '#bt/edit.js'
import type { NodeLibrary } from '#bt/library.js'
import { nodeAt } from '#bt/paths.js'
import { removal } from '#learning/field/actor/resolve.js'
import { labelTree } from '#learning/field/actor/address.js'
import { expandForm, TRANSFER } from '#learning/field/actor/forms.js'
import { placeBeside, placeInside, unitOf } from '#learning/actor/place.js'
import type { Fix } from '#learning/critic/report.js'

/**
 * The edit that does what a critic's fix says, word for word, without asking whether it is wise.
 * @param masks slots to turn over of the load zones whose faces are known
 * @returns why the tree has no place for it, otherwise
 */
export function applyFix(
  doc: TreeDoc,
  fix: Fix,
  library: NodeLibrary,
  masks: ReadonlyMap<ZoneId, Mask> = new Map(),
): Result<EditOp, string> {
  switch (fix.kind) {
    case 'insert-rotate':
      return insertBeside(doc, fix.before, {
        id: 'RotateBlocks',
        kind: 'action',
        attrs: { mask: fix.mask },
        children: [],
      })
    case 'set-mask':
      return ok({ op: 'setAttr', at: fix.at, name: 'mask', value: fix.mask })
    case 'remove-node':
      return removal(doc, fix.at)
    case 'retry':
      return retry(doc, unitOf(doc, fix.from), fix.attempts)
    case 'move-shelf':
      return moveShelf(doc, library)
    case 'go-home':
      return insertUnit(doc, library, { end: 'last', id: 'MoveToHome', attrs: {} })
    case 'add-trip': {
      const mask = masks.get(fix.load) ?? '0000'
      return insertUnit(doc, library, {
        end: 'last',
        id: TRANSFER,
        attrs: { from: `${fix.load}`, to: `${fix.unload}`, mask },
      })
    }
  }
}

function insertBeside(doc: TreeDoc, before: NodePath, node: NodeDef): Result<EditOp, string> {
  if (nodeAt(doc, before) === undefined) return err(`there is no node at ${before}`)
  const spot = placeBeside(doc, before, 0)
  return spot.ok ? ok({ op: 'insert', ...spot.value, node }) : spot
}

interface UnitToInsert {
  readonly end: 'first' | 'last'
  readonly id: string
  readonly attrs: Readonly<Record<string, string>>
}

function insertUnit(
  doc: TreeDoc,
  library: NodeLibrary,
  { end, id, attrs }: UnitToInsert,
): Result<EditOp, string> {
  const node = expandForm({ id, attrs }, library)
  if (!node.ok) return node
  const spot = placeInside(doc, '/', end, id !== 'MoveToHome')
  return spot.ok ? ok({ op: 'insert', ...spot.value, node: node.value }) : spot
}

function moveShelf(doc: TreeDoc, library: NodeLibrary): Result<EditOp, string> {
  const cursor = labelTree(doc).all.find(({ role }) => role === 'cursor')
  if (cursor === undefined) return insertUnit(doc, library, { end: 'first', id: 'CursorSequence', attrs: {} })
  const at = unitOf(doc, cursor.path)
  return at === '/' ? err('the shelf is all that there is') : ok({ op: 'move', at, parent: '/', index: 0 })
}

function retry(doc: TreeDoc, at: NodePath, attempts: number): Result<EditOp, string> {
  const node = nodeAt(doc, at)
  if (node === undefined) return err(`there is no node at ${at}`)
  const value = String(Math.max(2, attempts))
  if (node.id === 'RetryUntilSuccessful') return ok({ op: 'setAttr', at, name: 'num_attempts', value })
  return ok({
    op: 'wrap',
    at,
    with: { id: 'RetryUntilSuccessful', kind: 'decorator', attrs: { num_attempts: value } },
  })
}
