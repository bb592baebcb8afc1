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
