import { err, ok, type Result } from '#base/result.js'
import type { PatchEdit } from '../edit.js'
import { revise, type Revision } from './apply.js'
import type { EditError } from './error.js'
import { keyed } from './keyed.js'

export interface Rebased {
  /** `mine`, addressed by keys */
  readonly patch: readonly PatchEdit[]
  /** the document after both patches */
  readonly revision: Revision
}

/**
 * Rebases `mine`, which was written for `base`, onto the result of applying `theirs` to `base`. Fails when either patch
 * does not apply to `base`; when `mine` edits a node that `theirs` removed (the error names that edit); when both set
 * an attribute or move a node differently; and when an edit is no longer possible, such as unwrapping a node that now
 * has two children.
 */
export function rebasePatch(
  base: Revision,
  mine: readonly PatchEdit[],
  theirs: readonly PatchEdit[],
): Result<Rebased, EditError> {
  const [own, other] = [keyed(base, mine), keyed(base, theirs)]
  if (!own.ok) return own
  if (!other.ok) return other
  const clash = bothChanged(own.value, other.value)
  if (clash !== undefined) return err(clash)
  const met = revise(base, other.value)
  if (!met.ok) return met
  const revision = revise(met.value, own.value)
  return revision.ok ? ok({ patch: own.value, revision: revision.value }) : revision
}

function bothChanged(mine: readonly PatchEdit[], theirs: readonly PatchEdit[]): EditError | undefined {
  const changed = new Map(
    theirs.flatMap((edit, number) => {
      const claim = claimOf(edit)
      return claim === undefined ? [] : [[claim.on, { by: { number, edit }, to: claim.to }] as const]
    }),
  )
  for (const [number, edit] of mine.entries()) {
    const claim = claimOf(edit)
    const other = claim && changed.get(claim.on)
    if (claim === undefined || other === undefined || other.to === claim.to) continue
    const message = `the other patch has changed ${claim.on} too (edit ${other.by.number})`
    return { code: 'edit.both-changed', number, path: claim.at, by: other.by, message }
  }
  return undefined
}

interface Claim {
  readonly at: string
  readonly on: string
  readonly to: string
}

/** What only one of two patches may decide. Nodes that a patch creates itself cannot conflict. */
function claimOf(edit: PatchEdit): Claim | undefined {
  if (edit.op === 'setAttr' && !edit.at.startsWith('+')) {
    return { at: edit.at, on: `${edit.name} of ${edit.at}`, to: JSON.stringify(edit.value) }
  }
  if (edit.op === 'move' && !edit.at.startsWith('+')) {
    const place = 'after' in edit ? edit.after : edit.index
    return { at: edit.at, on: `the place of ${edit.at}`, to: `${edit.parent} ${place}` }
  }
  return undefined
}
