import type { Draft } from '#learning/actor/language.js'

/** the sort of an edit, as the score lists it */
export function kindOf(draft: Draft | undefined): string {
  if (draft === undefined) return 'none'
  if (draft.op === 'insert') return `insert ${draft.node.id}`
  return draft.op === 'setAttr' ? `setAttr ${draft.name}` : draft.op
}
