/**
 * Bounds that keep any document, whatever its origin, small enough to walk, draw and tick (law of bounded everything).
 */
export const LIMITS = {
  /** nesting depth of nodes in one tree; as in BehaviorTree.CPP */
  depth: 256,
  /** nesting depth of nodes in the running tree, SubTrees expanded */
  expandedDepth: 1024,
  /** number of nodes in the running tree, SubTrees expanded */
  nodes: 10_000,
  /** trees of one document, including those from included files */
  trees: 256,
  /** characters of one XML document */
  text: 1_048_576,
  /** attributes of one element */
  attributes: 128,
  /** documents that one document may include, directly or indirectly */
  includes: 32,
  /** errors, and likewise warnings, returned for one document */
  diagnostics: 200,
} as const

/** Bounds that keep every script harmless, whatever its origin. */
export const SCRIPT_LIMITS = {
  /** UTF-16 units of a script */
  length: 16_384,
  tokens: 4_096,
  /** nesting of parentheses, signs, assignments and `?:` */
  nesting: 200,
  /** operators of the same precedence in a row, as in `a + b + c` */
  chain: 1_000,
  /** problems reported per parse */
  problems: 20,
  /** UTF-16 units of a text that a script produces */
  text: 1_048_576,
} as const
