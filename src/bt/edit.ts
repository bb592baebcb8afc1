import type { NodeDef, NodePath, NodeSpec } from './document.js'

/**
 * The patch language (VRL-06). The edits of a patch are applied in order, each to the result of the previous one;
 * `because` names the issue, `score` or `trace` that caused an edit. See docs/bt/edits.md.
 *
 * This is the form that machines exchange: index paths into the main tree. People and tools that edit concurrently use
 * `PatchEdit`, which has stable addresses and covers all trees of a document.
 */
export type Edit = EditOp & { readonly because: string }

export type EditOp = NodeOp<NodePath, AtIndex<NodePath>>

/** An edit that takes any kind of address, to nodes in any tree or to the document's list of trees. */
export type PatchEdit = PatchOp & { readonly because: string }

export type PatchOp = NodeOp<NodeAddress, AtIndex<NodeAddress> | AfterSibling> | DocumentOp

/**
 * How a patch names a node:
 * - `/2/0`, child indices from the root of the main tree at that moment (`NodePath`)
 * - `Tree:/2/0`, the same in another tree
 * - `MoveToZone~2`, the node's key, which stays the same while other nodes come and go (`AddressBook`)
 * - `+3`, the node that edit 3 of this patch created (counted from 0), `+3/0` its first child at that moment
 */
export type NodeAddress = NodePath | TreePath | NodeKey | MadeNode
export type TreePath = `${string}:/${string}`
export type NodeKey = `${string}~${number}`
type MadeNode = `+${string}`

/** child number `index` of `parent`, in the range 0 … number of children */
export interface AtIndex<A extends NodeAddress> {
  readonly parent: A
  readonly index: number
}

/** the child of `parent` directly after the one that is, or contains, `after` */
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
  /** removes the node, then inserts it: `index` counts after the removal; `parent` is an address before it */
  | ({ readonly op: 'move'; readonly at: A } & P)
  /** `value: null` removes the attribute, restoring its default */
  | { readonly op: 'setAttr'; readonly at: A; readonly name: string; readonly value: string | null }
  | { readonly op: 'replaceSubtree'; readonly at: A; readonly node: NodeDef }

export type DocumentOp =
  | { readonly op: 'addTree'; readonly tree: string; readonly root: NodeDef }
  /** the main tree cannot be removed */
  | { readonly op: 'removeTree'; readonly tree: string }
  /** SubTree nodes, the main tree's name and the model are updated too */
  | { readonly op: 'renameTree'; readonly tree: string; readonly to: string }
  | { readonly op: 'setMain'; readonly tree: string }
  /** adds the description of a SubTree's ports, or replaces the one of the same ID */
  | { readonly op: 'setModel'; readonly model: NodeSpec }
  | { readonly op: 'removeModel'; readonly model: string }
