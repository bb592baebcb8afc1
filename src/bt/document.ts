import type { SourceRef } from '#base/diagnostic.js'

/**
 * A behaviour-tree document: what an XML file says, before anything is instantiated. Plain immutable data, so that
 * edits, diffs, prompts and reports all speak of the same thing.
 */
export interface TreeDoc {
  /** id of the tree that runs: `main_tree_to_execute`, else the only tree of the main file; empty when it is unknown */
  readonly main: string
  readonly trees: readonly TreeDef[]
  /** ports of SubTrees that the document's own `TreeNodesModel` describes, one spec of kind `subtree` for each */
  readonly models?: readonly NodeSpec[]
}

export interface TreeDef {
  readonly id: string
  readonly root: NodeDef
  readonly where?: SourceRef
}

export interface NodeDef {
  /** registration id: `Sequence`, `MoveToZone`, … A SubTree node has id `SubTree` and its tree's id in `attrs.ID` */
  readonly id: string
  readonly kind: NodeKind
  /** ports, `name`, and scripts such as `_skipIf`, as written; `ID` only on SubTree */
  readonly attrs: Readonly<Record<string, string>>
  readonly children: readonly NodeDef[]
  readonly where?: SourceRef
  /** where each attribute's value begins */
  readonly places?: Readonly<Record<string, SourceRef>>
  /** how each attribute is written, for places inside its value */
  readonly written?: Readonly<Record<string, WrittenAttr>>
}

interface WrittenAttr {
  /** where the attribute's name begins */
  readonly where: SourceRef
  /** the value as it stands in the file, when that differs from what it means: entities, line breaks */
  readonly raw?: string
}

export type NodeKind = 'control' | 'decorator' | 'action' | 'condition' | 'subtree'

/**
 * Address of a node in the main tree by child indices from its root: `/` is the root, `/2/0` the first child of the
 * root's third child. In a running tree a SubTree node has one child, the root of the tree that it names, so
 * addresses go on inside it: `/1/0/3`.
 */
export type NodePath = `/${string}`

/** What a node is, for the parser, the validator, the prompt and the grammar: one entry of the node library. */
export interface NodeSpec {
  readonly id: string
  readonly kind: NodeKind
  readonly description: string
  readonly ports: readonly PortSpec[]
  /** how many children a control needs, when 1 or more is not right */
  readonly children?: ChildCount
}

export interface ChildCount {
  readonly min: number
  /** no limit when left out */
  readonly max?: number
}

export interface PortSpec {
  readonly name: string
  readonly direction: 'in' | 'out' | 'inout'
  readonly type: PortType
  readonly description: string
  /** what the node reads when the tree does not write the port */
  readonly default?: string
  /** the node does without it; a port with a default is optional too */
  readonly optional?: boolean
}

export type PortType =
  | { readonly kind: 'int'; readonly min: number; readonly max: number }
  | { readonly kind: 'number'; readonly min: number; readonly max: number; readonly unit?: string }
  | { readonly kind: 'mask' }
  | { readonly kind: 'enum'; readonly values: readonly string[] }
  | { readonly kind: 'string' }
  /**
   * a type of the engine by name, without limits of its own: `int32`, `double`, `any`, `vector<int32>`,
   * `Color` (`value/types.ts`)
   */
  | { readonly kind: 'value'; readonly type: string }
