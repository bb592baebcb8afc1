import type { Effect } from '../formula/effect.js'
import type { Template } from '../formula/template.js'
import type { Env, Term } from '../formula/term.js'
import type { Variable } from '../formula/vocabulary.js'
import type { Sort, Value } from '../value.js'

/** A skill of a data domain, checked and ready to run. */
export interface Skill {
  readonly name: string
  readonly text: string
  /** in the order of their slots */
  readonly ports: readonly Port[]
  readonly done: Test | undefined
  readonly checks: readonly SkillCheck[]
  /** applied first in every outcome */
  readonly effect: Change
  readonly outcomes: readonly Outcome[]
  /** facts that are known afterwards */
  readonly observes: readonly Observed[]
  readonly expected: readonly Expected[]
  /** ways in which it can fail */
  readonly fails: readonly Outcome[]
  readonly marks: Marks
}

/** What a runtime has to know of a skill beyond the verdict of the twin. */
export interface Marks {
  readonly irreversible: boolean
  /** for a person who drives by hand: no plan uses it */
  readonly manual: boolean
  /** the question to a person before it */
  readonly ask: Template | undefined
  readonly askSource: string | undefined
  /** seconds */
  readonly duration: Test | undefined
  /** the actors that can do it; undefined: whoever there is */
  readonly by: Sort | undefined
}

/** A fact that a skill observes: `location(?item)`. */
export interface Observed {
  readonly source: string
  readonly variable: Variable
  /** undefined while a value in its brackets is unknown */
  readonly fact: (env: Env) => string | undefined
  /** what stands in its brackets: a port, an object, or something that has to be evaluated */
  readonly args: readonly ({ readonly port: string } | { readonly object: string } | undefined)[]
}

export interface Port {
  readonly name: string
  readonly sort: Sort
  readonly text: string | undefined
  /** what it is when it is omitted: its default, or none; undefined where it must be written */
  readonly omitted: Value | undefined
  /** a plan writes no other value than what it is by default */
  readonly isManner: boolean
}

/** A compiled formula with its source text, for messages. */
export interface Test {
  readonly source: string
  readonly term: Term
}

export interface SkillCheck {
  readonly id: string
  readonly text: string
  readonly holds: Test
  readonly message: Template | undefined
}

export interface Change {
  readonly source: readonly string[]
  readonly effects: readonly Effect[]
}

export interface Outcome {
  readonly text: string | undefined
  /** one outcome per value, bound in the slot after the ports */
  readonly each: { readonly name: string; readonly source: string; readonly sort: Sort } | undefined
  readonly when: Test | undefined
  /** from 0 to 1 */
  readonly chance: number | undefined
  readonly change: Change
}

export interface Expected {
  readonly text: Template | undefined
  readonly textSource: string | undefined
  readonly holds: Test
}
