import type { Result } from '#base/result.js'

/**
 * A world that plans are judged in: what a skill asks for, which commands its rules allow, and what they lead to. The
 * robot's field is one (`fieldDomain`), a household or a task board another (`loadDomain`): whoever checks plans knows
 * only this page.
 * @typeParam S a state of belief, immutable
 * @typeParam C one command, as its rules see it
 */
export interface Domain<S, C> {
  readonly name: string
  /** the skills that a step may name */
  readonly skills: readonly string[]
  /** what a plan is for: what must hold where it ends in success; absent when the domain knows no goal */
  readonly goal?: readonly Expectation<S>[]
  /** The commands that remain to be done for a step in this state, in order; none when nothing is left to do. */
  intend(step: Pick<PlannedStep, 'skill' | 'args'>, state: S): Result<readonly C[], BadStep>
  /** The verdict before (MOD-10). */
  judge(state: S, command: C): Result<Outlook<S>, Objection>
  /** One line for logs and explanations: `grip 1101 from zone 1`. */
  say(command: C): string
  /** Equal for states that no rule can tell apart, so that branches that meet again are followed once. */
  fingerprint(state: S): string
  /** Steps that could be of use in a state, a few dozen at most: where a subgoal is missing, it is looked for here. */
  candidates?(state: S): readonly PlannedStep[]
  /** The rule behind a check and what is believed of the things that it looks at: for explanations. */
  account?(checkId: string, state: S, command?: C): Account
  /** One line of what is believed: where the robot is and what it holds. */
  describe?(state: S): string
}

export interface Account {
  /** the rule in one sentence; absent for what is no rule of a command, such as a bad argument */
  readonly rule?: string
  /** the values that decided, each as a sentence: `the robot is at home` */
  readonly believed: readonly string[]
}

/** What a domain foresees when a command goes well: the outcome set O_s of an option (modular.txt III.A, MOD-01). */
export interface Outlook<S> {
  /** every successful outcome, at least one; a parameter of the skill narrows them down */
  readonly outcomes: readonly [S, ...S[]]
  /** what must be true afterwards, whichever outcome it was */
  readonly expected: readonly Expectation<S>[]
}

export interface Expectation<S> {
  /** `cups 0 and 2 hold a block` */
  readonly text: string
  holds(state: S): boolean
}

/** The first check that does not hold. */
export interface Objection {
  readonly checkId: string
  /** what is wrong and what to do */
  readonly text: string
}

/** One leaf of a plan: what a tree's action says, before geometry. */
export interface PlannedStep {
  readonly skill: string
  /** ports as written; `{key}` is a blackboard entry that only a running tree knows */
  readonly args: Readonly<Record<string, string>>
  /** where it stands in the tree */
  readonly path: string
}

/** A step that cannot be turned into commands at all. */
export interface BadStep {
  readonly kind: 'bad-step'
  readonly checkId: 'unknown-skill' | 'bad-argument'
  readonly text: string
}

/** `MoveToZone zone="1"` */
export function sayStep({ skill, args }: Pick<PlannedStep, 'skill' | 'args'>): string {
  return [skill, ...Object.entries(args).map(([port, value]) => `${port}="${value}"`)].join(' ')
}

/** `UnloadBlocks after LoadBlocks`: the pair of steps that does or does not chain (MOD-02). */
export function sayPair(after: PlannedStep | null, step: PlannedStep): string {
  return after === null ? `${sayStep(step)} as the first step` : `${sayStep(step)} after ${sayStep(after)}`
}
