/** What the parent asks a worker. */
export type Ask =
  | { readonly kind: 'baseline'; readonly patience: number }
  /** without `mutant`, the one that was chosen when the worker started */
  | {
      readonly kind: 'mutant'
      readonly mutant?: number
      readonly tests: readonly number[]
      /** tests that fail with few examples */
      readonly full: readonly number[]
      readonly hitLimit: number
    }

export interface CoveringTests {
  /** quickest first */
  readonly tests: number[]
  ms: number
  /** most evaluations of the mutant's place in one test */
  hits: number
  /** slow tests were left out */
  capped: boolean
}

/** The tests without any mutant. */
export interface Baseline {
  readonly names: readonly string[]
  readonly files: readonly string[]
  readonly time: readonly number[]
  /** tests that can be used, quickest first */
  readonly order: readonly number[]
  /** tests that need all their examples */
  readonly full: readonly number[]
  /** files that could not be loaded, tests that fail: they judge nothing */
  readonly broken: readonly string[]
  readonly failing: readonly string[]
  /** mutants whose place is evaluated when modules are loaded */
  readonly atLoad: readonly number[]
  readonly covering: readonly (readonly [mutant: number, CoveringTests])[]
}

export interface MutantResult {
  /** index of the test that failed, or why loading failed; `undefined` when all passed */
  readonly killedBy: number | undefined
  /** why loading failed */
  readonly broken?: string
}
