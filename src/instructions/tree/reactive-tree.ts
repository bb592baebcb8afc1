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
 */
export function reactiveTree(steps: readonly PlannedStep[], causes: Causes): TreeDoc {
  const whole = sequenceOf(byStep(causes.goals).map((goal) => reach(goal, steps, causes)))
  const body = sizeOf(whole) <= MOST_NODES ? whole : sequenceOf(steps.map(leafOf))
  const root = decorated('RetryUntilSuccessful', { num_attempts: String(ATTEMPTS) }, body)
  return { main: 'Main', trees: [{ id: 'Main', root }] }
}

function reach({ formula, by }: Cause, steps: readonly PlannedStep[], causes: Causes): NodeDef {
  const condition = holds(formula)
  const step = by === undefined ? undefined : steps[by]
  if (by === undefined || step === undefined) return condition
  const needs = byStep(causes.needs[by] ?? []).map((need) => reach(need, steps, causes))
  return node('Fallback', [condition, sequenceOf([...needs, leafOf(step)])])
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
