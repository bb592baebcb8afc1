/**
 * Bounds that keep any document, however it was made, small enough to walk, draw and tick (law of bounded
 * everything).
 */
export const LIMITS = {
  /** nodes below one another in one tree; as BehaviorTree.CPP */
  depth: 256,
  /** nodes below one another in the running tree, SubTrees opened */
  openedDepth: 1024,
  /** nodes of the running tree, SubTrees opened */
  nodes: 10_000,
  /** trees of one document, those that it includes among them */
  trees: 256,
  /** characters of one XML document */
  text: 1_048_576,
  /** attributes of one element */
  attributes: 128,
  /** documents that one document may include, directly or not */
  includes: 32,
  /** errors, and warnings, returned for one document */
  diagnostics: 200,
} as const

/** Bounds that keep every script harmless, whoever wrote it. */
export const SCRIPT_LIMITS = {
  /** UTF-16 units of a script */
  length: 16_384,
  tokens: 4_096,
  /** parentheses, signs, assignments and `?:` inside one another */
  nesting: 200,
  /** operators of the same strength in a row, as in `a + b + c` */
  chain: 1_000,
  /** problems that one reading reports */
  problems: 20,
  /** UTF-16 units of a text that a script makes */
  text: 1_048_576,
} as const
