import type { NodePath, TreeDoc } from '#bt/document.js'
import type { PlannedStep } from '#twin/domain/domain.js'

/** What the twin of a world says about trees, from the start as it is known now, without moving anything. */
export interface TwinView {
  /** @param withFixes whether to look for steps that would help a refused one, which takes time */
  check(doc: TreeDoc, withFixes: boolean): TreeOutlook
  /** The best plan from the start that search has found; null when it finds none that reaches the goals. */
  plan(): SearchedPlan | null
  /** How often a step of a skill is to be tried, by the chance with which it fails. */
  attempts(skill: string): number
  /** What can go wrong with the steps of a tree that passes, and what has gone wrong in the newest episode. */
  hazards(doc: TreeDoc): readonly ForeseenFailure[]
}

interface SearchedPlan {
  readonly steps: readonly PlannedStep[]
  readonly points: number
  /** unknown facts that its last step observes, and on which it depends what comes then; none: it reaches the goals */
  readonly waitsFor: readonly string[]
}

/** A failure that a tree can be prepared for. */
export interface ForeseenFailure {
  /** the leaf at which it shows */
  readonly path: NodePath
  /** what happens, in words */
  readonly text: string
  /** formulas by which it is told from others; none: everything is as before */
  readonly symptoms: readonly string[]
  /** steps that make it good; none: the step itself, once more */
  readonly remedy: readonly PlannedStep[]
}

export interface TreeOutlook {
  /** steps whose refusal makes the tree fail, in order of execution */
  readonly refused: readonly RefusedStep[]
  /** steps that some branch executes */
  readonly reached: number
  /** goals that the tree may end without, in words */
  readonly missed: readonly string[]
  /** expected points of the path shown, if nothing fails by chance */
  readonly points: number
  /** unknown facts that its steps observe */
  readonly sees: readonly string[]
  /** From the end: steps that reach all goals, and what else is worth its time; null when none are found. */
  completion(): SearchedPlan | null
}

interface RefusedStep {
  readonly path: NodePath
  /** the pair of steps, the problem, and the remedy */
  readonly text: string
  /** steps that the twin would insert before it; empty when it knows none, or was not asked */
  readonly fix: readonly PlannedStep[]
  /** whether it is refused depends on what the tree will have seen by then: what to do is known only afterwards */
  readonly waits: boolean
}

/**
 * Orders trees by what the twin expects of them: first those that pass, by goals missed and by points, then those that
 * fail, by how far they get. @returns negative when `a` is better
 */
export function compareOutlooks(a: TreeOutlook, b: TreeOutlook): number {
  const [first, second] = [keysOf(a), keysOf(b)]
  const differing = first.findIndex((key, i) => key !== second[i])
  return differing < 0 ? 0 : (first[differing] ?? 0) - (second[differing] ?? 0)
}

const keysOf = ({ refused, reached, missed, points }: TreeOutlook): readonly number[] =>
  refused.length > 0 ? [1, -reached, 0] : [0, missed.length, -points]
