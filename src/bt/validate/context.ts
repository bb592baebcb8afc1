import type { Diagnostic } from '#base/diagnostic.js'
import type { Compat } from '../compat.js'
import type { NodeSpec, TreeDoc } from '../document.js'
import type { NodeLibrary } from '../library.js'
import type { Enums } from '../value/types.js'

/** What the checks of single nodes need to know. */
export interface CheckContext {
  readonly library: NodeLibrary
  /** SubTree models from the document itself, by tree ID */
  readonly models: ReadonlyMap<string, NodeSpec>
  readonly enums: Enums
}

export interface ValidateOptions {
  /**
   * `4.10` (default): whatever BehaviorTree.CPP accepts is at most a warning; `strict` turns such warnings into errors
   */
  readonly compat?: Compat
  /** further checks of the whole document, such as `BT_LINTS` or a robot's own */
  readonly lints?: readonly Lint[]
  /** names that ports and scripts may use in place of numbers */
  readonly enums?: Enums
}

/** Checks a structurally sound document for likely mistakes; reports warnings. */
export type Lint = (doc: TreeDoc, library: NodeLibrary) => readonly Diagnostic[]

export const contextOf = (
  library: NodeLibrary,
  { models = [] }: Pick<TreeDoc, 'models'> = {},
  enums: Enums = new Map(),
): CheckContext => ({ library, models: new Map(models.map((spec) => [spec.id, spec])), enums })
