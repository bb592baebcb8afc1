import type { PatchEdit } from '../edit.js'

/** Why a patch cannot be applied; `number` is the edit's index from 0, `path` the address as written in the edit. */
export type EditError = { readonly number: number; readonly path: string; readonly message: string } & Reason

type Reason =
  | { readonly code: 'edit.bad-path' }
  | { readonly code: 'edit.no-such-node' }
  | { readonly code: 'edit.index'; readonly children: number }
  | { readonly code: 'edit.is-root' }
  | { readonly code: 'edit.not-one-child'; readonly children: number }
  | { readonly code: 'edit.into-itself' }
  | { readonly code: 'edit.subtree-inside' }
  /** the node existed, but an edit removed it */
  | { readonly code: 'edit.gone'; readonly by: EditInLineage }
  /** the sibling that marks the insertion point is now under another parent */
  | { readonly code: 'edit.moved-away' }
  /** two patches set one attribute, or move one node, differently (`rebasePatch`) */
  | { readonly code: 'edit.both-changed'; readonly by: EditInLineage }
  | { readonly code: 'edit.no-such-tree' }
  | { readonly code: 'edit.tree-exists' }
  | { readonly code: 'edit.is-main' }
  | { readonly code: 'edit.no-such-model' }
  /** a name or a value that XML cannot represent */
  | { readonly code: 'edit.not-xml' }

/** An edit, and the number of edits before it since the document was first seen. */
export interface EditInLineage {
  readonly number: number
  readonly edit: PatchEdit
}

/** An `EditError` without the edit's number, which only the loop over the patch knows. */
export type Problem = { readonly path: string; readonly message: string } & Reason
