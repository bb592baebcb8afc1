import type { Result } from '#base/result.js'

/**
 * A world in which plans are judged: what a skill requests, which commands its rules allow, and their effects. The
 * robot's field is one (`fieldDomain`), a household or a task board another (`loadDomain`); plan checking depends only
 * on this interface.
 * @typeParam S a state of belief, immutable
 * @typeParam C one command, as its rules see it
 */
export interface Domain<S, C> {
  readonly name: string
  /** the skills that a step may name */
  readonly skills: readonly string[]
  /** what must hold wherever a plan ends in success; absent when the domain has no goal */
  readonly goal?: readonly Expectation<S>[]
  /** Returns the commands that a step still needs in this state, in order; empty when nothing is left to do. */
  intend(step: Pick<PlannedStep, 'skill' | 'args'>, state: S): Result<readonly C[], BadStep>
  /** Gives the verdict before a command is sent (MOD-10). */
  judge(state: S, command: C): Result<PredictedOutcomes<S>, FailedCheck>
  /** Describes a command in one line for logs and explanations: `grip 1101 from zone 1`. */
  describeCommand(command: C): string
  /** Equal for states that no rule can tell apart, so that branches that reconverge are followed once. */
  fingerprint(state: S): string
  /**
   * Evaluates a condition on what is believed: every answer that is possible, each with the state in which it is so.
   * More than one only where the state leaves it open; none if the condition cannot be read.
   */
  ask?(condition: Condition, state: S): readonly Answer<S>[]
  /** Returns steps that may be useful in a state, a few dozen at most: the search space for missing subgoals. */
  candidates?(state: S): readonly PlannedStep[]
  /** Returns the rule behind a check and the beliefs that it reads, for explanations. */
  account?(checkId: string, state: S, command?: C): Account
  /** Summarises the belief in one line: where the robot is and what it holds. */
  describeState?(state: S): string
}

/** A condition of a tree on facts: a formula, and values for the names with a `?` in it. */
export interface Condition {
  readonly formula: string
  readonly args: Readonly<Record<string, string>>
}

export interface Answer<S> {
  readonly holds: boolean
  readonly state: S
  /** `when location(mug) is sink`; absent where the state decides */
  readonly label?: string
}

export interface Account {
  /** the rule in one sentence; absent if no command rule is involved, e.g. for a bad argument */
  readonly rule?: string
  /** the deciding values, each as a sentence: `the robot is at home` */
  readonly believed: readonly string[]
}

/** What a domain predicts if a command succeeds: the outcome set O_s of an option (modular.txt III.A, MOD-01). */
export interface PredictedOutcomes<S> {
  /** every successful outcome, at least one; the skill's parameters narrow them down */
  readonly outcomes: readonly [S, ...S[]]
  /** what must be true afterwards, whatever the outcome */
  readonly expected: readonly Expectation<S>[]
}

export interface Expectation<S> {
  /** `cups 0 and 2 hold a block` */
  readonly text: string
  holds(state: S): boolean
}

/** The first check that does not hold. */
export interface FailedCheck {
  readonly checkId: string
  /** what is wrong and what to do */
  readonly text: string
}

/** One leaf of a plan: a tree's action before geometry is added. */
export interface PlannedStep {
  readonly skill: string
  /** ports as written; `{key}` is a blackboard entry whose value is known only at run time */
  readonly args: Readonly<Record<string, string>>
  /** its position in the tree */
  readonly path: string
}

/** A step that cannot be turned into commands at all. */
export interface BadStep {
  readonly kind: 'bad-step'
  readonly checkId: 'unknown-skill' | 'bad-argument'
  readonly text: string
}

/** Describes a step: `MoveToZone zone="1"`. */
export function formatStep({ skill, args }: Pick<PlannedStep, 'skill' | 'args'>): string {
  return [skill, ...Object.entries(args).map(([port, value]) => `${port}="${value}"`)].join(' ')
}

/** Describes the pair of steps that does or does not chain (MOD-02): `UnloadBlocks after LoadBlocks`. */
export function formatPair(after: PlannedStep | null, step: PlannedStep): string {
  return after === null
    ? `${formatStep(step)} as the first step`
    : `${formatStep(step)} after ${formatStep(after)}`
}
