import type { NodeDef, TreeDoc } from '#bt/document.js'
import type { PlannedStep } from '#twin/domain/domain.js'
import type { Cause, Causes } from './causes.js'

/** A plan that repeats less than this is written as a tree of conditions; a longer one step by step. */
const MOST_NODES = 400
/** The whole is looked at again so often: what still holds is skipped, what broke is done again. */
const ATTEMPTS = 5

/**
 * A plan as a reactive tree, by backchaining over what its steps need (Colledanchise, Almeida and Ögren 2019): each
 * condition is looked at, and only where it does not hold is the step taken that makes it true.
 * @param tries by the number of a step from 0: how often it is tried before anything else is done about it
 */
export function reactiveTree(
  steps: readonly PlannedStep[],
  causes: Causes,
  tries: ReadonlyMap<number, number> = new Map(),
): TreeDoc {
  const leaves = steps.map((step, at) => repeated(leafOf(step), tries.get(at) ?? 1))
  const whole = sequenceOf(byStep(causes.goals).map((goal) => reach(goal, leaves, causes)))
  const body = sizeOf(whole) <= MOST_NODES ? whole : sequenceOf(leaves)
  const root = decorated('RetryUntilSuccessful', { num_attempts: String(ATTEMPTS) }, body)
  return { main: 'Main', trees: [{ id: 'Main', root }] }
}

function reach({ formula, by }: Cause, leaves: readonly NodeDef[], causes: Causes): NodeDef {
  const condition = holds(formula)
  const leaf = by === undefined ? undefined : leaves[by]
  if (by === undefined || leaf === undefined) return condition
  const needs = byStep(causes.needs[by] ?? []).map((need) => reach(need, leaves, causes))
  return node('Fallback', [condition, sequenceOf([...needs, leaf])])
}

/** In the order of the plan: a door is opened before the hand is full. */
const byStep = (causes: readonly Cause[]): readonly Cause[] =>
  [...causes].sort((a, b) => (a.by ?? -1) - (b.by ?? -1))

const holds = (formula: string): NodeDef => ({
  id: 'Holds',
  kind: 'condition',
  attrs: { formula },
  children: [],
})

const leafOf = ({ skill, args }: PlannedStep): NodeDef => ({
  id: skill,
  kind: 'action',
  attrs: { ...args },
  children: [],
})

const repeated = (leaf: NodeDef, tries: number): NodeDef =>
  tries > 1 ? decorated('RetryUntilSuccessful', { num_attempts: String(tries) }, leaf) : leaf

const node = (id: string, children: readonly NodeDef[]): NodeDef => ({
  id,
  kind: 'control',
  attrs: {},
  children: [...children],
})

const sequenceOf = (children: readonly NodeDef[]): NodeDef => node('Sequence', children)

const decorated = (id: string, attrs: NodeDef['attrs'], child: NodeDef): NodeDef => ({
  id,
  kind: 'decorator',
  attrs,
  children: [child],
})

const sizeOf = ({ children }: NodeDef): number => children.reduce((sum, child) => sum + sizeOf(child), 1)
