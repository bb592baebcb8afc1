import type { SourceRef } from '#base/diagnostic.js'

/**
 * A behaviour-tree document: the contents of an XML file before anything is instantiated. Plain immutable data, so that
 * edits, diffs, prompts and reports all refer to the same thing.
 */
export interface TreeDoc {
  /** ID of the tree that runs: `main_tree_to_execute`, else the only tree of the main file; empty when unknown */
  readonly main: string
  readonly trees: readonly TreeDef[]
  /** SubTree ports that the document's own `TreeNodesModel` describes, one spec of kind `subtree` per SubTree */
  readonly models?: readonly NodeSpec[]
}

export interface TreeDef {
  readonly id: string
  readonly root: NodeDef
  readonly where?: SourceRef
}

export interface NodeDef {
  /**
   * registration ID: `Sequence`, `MoveToZone`, …; a SubTree node has ID `SubTree` and the ID of its tree in `attrs.ID`
   */
  readonly id: string
  readonly kind: NodeKind
  /** ports, `name`, and scripts such as `_skipIf`, as written; `ID` only on SubTree */
  readonly attrs: Readonly<Record<string, string>>
  readonly children: readonly NodeDef[]
  readonly where?: SourceRef
  /** where each attribute's value begins */
  readonly places?: Readonly<Record<string, SourceRef>>
  /** how each attribute is written, to locate positions inside its value */
  readonly written?: Readonly<Record<string, WrittenAttr>>
}

interface WrittenAttr {
  /** where the attribute's name begins */
  readonly where: SourceRef
  /** the raw text in the file when it differs from the decoded value: entities, line breaks */
  readonly raw?: string
}

export type NodeKind = 'control' | 'decorator' | 'action' | 'condition' | 'subtree'

/**
 * Address of a node in the main tree by child indices from its root: `/` is the root, `/2/0` the first child of the
 * root's third child. In a running tree a SubTree node has one child, the root of the tree that it names, so addresses
 * continue inside it: `/1/0/3`.
 */
export type NodePath = `/${string}`

/** Describes a node type to the parser, the validator, the prompt and the grammar: one entry of the node library. */
export interface NodeSpec {
  readonly id: string
  readonly kind: NodeKind
  readonly description: string
  readonly ports: readonly PortSpec[]
  /** how many children a control needs, unless it is 1 or more */
  readonly children?: ChildCount
}

export interface ChildCount {
  readonly min: number
  /** unlimited when omitted */
  readonly max?: number
}

export interface PortSpec {
  readonly name: string
  readonly direction: 'in' | 'out' | 'inout'
  readonly type: PortType
  readonly description: string
  /** what the node reads when the tree does not set the port */
  readonly default?: string
  /** the node works without it; a port with a default is optional too */
  readonly optional?: boolean
}

export type PortType =
  | { readonly kind: 'int'; readonly min: number; readonly max: number }
  | { readonly kind: 'number'; readonly min: number; readonly max: number; readonly unit?: string }
  | { readonly kind: 'mask' }
  | { readonly kind: 'enum'; readonly values: readonly string[] }
  | { readonly kind: 'string' }
  /**
   * an engine type by name, without further limits: `int32`, `double`, `any`, `vector<int32>`, `Color`
   * (`value/types.ts`)
   */
  | { readonly kind: 'value'; readonly type: string }
