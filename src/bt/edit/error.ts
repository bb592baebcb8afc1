import type { PatchEdit } from '../edit.js'

/** Why a patch cannot be applied; `number` counts its edits from 0, `path` is the address that the edit wrote. */
export type EditError = { readonly number: number; readonly path: string; readonly message: string } & Reason

type Reason =
  | { readonly code: 'edit.bad-path' }
  | { readonly code: 'edit.no-such-node' }
  | { readonly code: 'edit.index'; readonly children: number }
  | { readonly code: 'edit.is-root' }
  | { readonly code: 'edit.not-one-child'; readonly children: number }
  | { readonly code: 'edit.into-itself' }
  | { readonly code: 'edit.subtree-inside' }
  /** the node was there, and an edit took it away */
  | { readonly code: 'edit.gone'; readonly by: EditInLineage }
  /** the sibling that names a place stands under another parent now */
  | { readonly code: 'edit.moved-away' }
  /** two patches set one attribute, or move one node, to different ends (`rebasePatch`) */
  | { readonly code: 'edit.both-changed'; readonly by: EditInLineage }
  | { readonly code: 'edit.no-such-tree' }
  | { readonly code: 'edit.tree-exists' }
  | { readonly code: 'edit.is-main' }
  | { readonly code: 'edit.no-such-model' }
  /** a name or a value that XML cannot hold */
  | { readonly code: 'edit.not-xml' }

/** An edit, and how many came before it since the document was first seen. */
export interface EditInLineage {
  readonly number: number
  readonly edit: PatchEdit
}

/** The reason without the number of the edit, which only the loop over the patch knows. */
export type Problem = { readonly path: string; readonly message: string } & Reason
