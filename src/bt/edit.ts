import type { NodeDef, NodePath } from './document.js'

/**
 * The patch language (VRL-06). Paths address the main tree BEFORE the edit; edits of one patch are applied in order,
 * each to the result of the one before. `because` names the issue, `score` or `trace` that caused it.
 */
export type Edit = EditOp & { readonly because: string }

export type EditOp =
  /** `node` becomes child number `index` of `parent`; index 0 … number of children */
  | { readonly op: 'insert'; readonly parent: NodePath; readonly index: number; readonly node: NodeDef }
  | { readonly op: 'remove'; readonly at: NodePath }
  /** the node at `at` becomes the only child of a new node */
  | { readonly op: 'wrap'; readonly at: NodePath; readonly with: Omit<NodeDef, 'children'> }
  /** a node with exactly one child is replaced by that child */
  | { readonly op: 'unwrap'; readonly at: NodePath }
  /** takes the node out, then inserts it: `index` counts after it was taken out; `parent` is a path before */
  | { readonly op: 'move'; readonly at: NodePath; readonly parent: NodePath; readonly index: number }
  /** `value: null` removes the attribute, back to its default */
  | { readonly op: 'setAttr'; readonly at: NodePath; readonly name: string; readonly value: string | null }
  | { readonly op: 'replaceSubtree'; readonly at: NodePath; readonly node: NodeDef }
