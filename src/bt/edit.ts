import type { NodeDef, NodePath, NodeSpec } from './document.js'

/**
 * The patch language (VRL-06). The edits of a patch are applied in order, each to the result of the one before;
 * `because` names the issue, `score` or `trace` that caused an edit. See docs/bt/edits.md.
 *
 * This is what machines exchange: index paths of the main tree. People and tools that work beside one another use
 * `PatchEdit`, which knows stable addresses and all trees of a document.
 */
export type Edit = EditOp & { readonly because: string }

export type EditOp = NodeOp<NodePath, AtIndex<NodePath>>

/** An edit with any kind of address, of nodes in any tree, or of the document's list of trees. */
export type PatchEdit = PatchOp & { readonly because: string }

export type PatchOp = NodeOp<NodeAddress, AtIndex<NodeAddress> | AfterSibling> | DocumentOp

/**
 * How a patch names a node:
 * - `/2/0`, child indices from the root of the main tree at that moment (`NodePath`)
 * - `Tree:/2/0`, the same in another tree
 * - `MoveToZone~2`, the node's key, which stays the same while other nodes come and go (`AddressBook`)
 * - `+3`, the node that edit 3 of this patch made (counted from 0), `+3/0` its first child at that moment
 */
export type NodeAddress = NodePath | TreePath | NodeKey | MadeNode
export type TreePath = `${string}:/${string}`
export type NodeKey = `${string}~${number}`
type MadeNode = `+${string}`

/** child number `index` of `parent`; index 0 … number of children */
export interface AtIndex<A extends NodeAddress> {
  readonly parent: A
  readonly index: number
}

/** the next child of `parent` behind the one that is, or holds, `after` */
export interface AfterSibling {
  readonly parent: NodeAddress
  readonly after: NodeAddress
}

type NodeOp<A extends NodeAddress, P> =
  | ({ readonly op: 'insert'; readonly node: NodeDef } & P)
  | { readonly op: 'remove'; readonly at: A }
  /** the node at `at` becomes the only child of a new node */
  | { readonly op: 'wrap'; readonly at: A; readonly with: Omit<NodeDef, 'children'> }
  /** a node with exactly one child is replaced by that child */
  | { readonly op: 'unwrap'; readonly at: A }
  /** takes the node out, then inserts it: `index` counts after it was taken out; `parent` is an address before */
  | ({ readonly op: 'move'; readonly at: A } & P)
  /** `value: null` removes the attribute, back to its default */
  | { readonly op: 'setAttr'; readonly at: A; readonly name: string; readonly value: string | null }
  | { readonly op: 'replaceSubtree'; readonly at: A; readonly node: NodeDef }

export type DocumentOp =
  | { readonly op: 'addTree'; readonly tree: string; readonly root: NodeDef }
  /** not the main tree */
  | { readonly op: 'removeTree'; readonly tree: string }
  /** SubTree nodes, the main tree's name and the model follow */
  | { readonly op: 'renameTree'; readonly tree: string; readonly to: string }
  | { readonly op: 'setMain'; readonly tree: string }
  /** adds the description of a SubTree's ports, or replaces the one of the same ID */
  | { readonly op: 'setModel'; readonly model: NodeSpec }
  | { readonly op: 'removeModel'; readonly model: string }
