import type { PlannedStep } from '#twin/domain/domain.js'
import { UNKNOWN, type Fluents, type Value } from '#worlds/value.js'
import type { TaskDomain } from '#worlds/task/with-task.js'
import type { Attempt } from './attempt.js'
import { lookAt } from './looks.js'
import { forgetting, isReached, planThrough } from './proof.js'

/** A fact that is believed on the word of the robot alone: it has done a step, and nobody has seen what came of it. */
export interface Unseen {
  readonly fact: string
  readonly value: Value
  /** what was to come of the step, in words */
  readonly what: string
  /** somebody has looked since, and has not seen it either */
  readonly looked: boolean
}

/** What of these steps, oldest first, nobody has seen until now. */
export function unseenOf(tried: readonly Attempt[]): readonly Unseen[] {
  const open = new Map<string, Unseen>()
  for (const attempt of tried) {
    for (const [fact, one] of open) {
      const [was, is] = [attempt.before.get(fact), attempt.after.get(fact)]
      if (was === UNKNOWN && is === UNKNOWN) open.set(fact, { ...one, looked: true })
      else if (was !== is && is !== one.value) open.delete(fact)
      else if (was === UNKNOWN) open.delete(fact)
    }
    for (const one of believedBy(attempt)) open.set(one.fact, one)
  }
  return [...open.values()]
}

/** What a step is believed to have brought about, though nobody has seen it. */
export function believedBy({ outcome, judged, after }: Attempt): readonly Unseen[] {
  if (outcome !== 'done' || judged?.after.answer !== 'not to be seen') return []
  const { unseen, what } = judged.after
  return unseen.flatMap((fact): Unseen[] => {
    const value = after.get(fact)
    return value === undefined || value === UNKNOWN ? [] : [{ fact, value, what, looked: false }]
  })
}

/** What is believed when somebody has looked in vain: as it was before the look. */
export const restored = (belief: Fluents, unseen: readonly Unseen[]): Fluents =>
  new Map([
    ...belief,
    ...unseen.flatMap(({ fact, value, looked }) =>
      looked && belief.get(fact) === UNKNOWN ? [[fact, value] as const] : [],
    ),
  ])

/** Those without which the goals would not be known to be reached. */
export const neededFor = (
  domain: TaskDomain,
  belief: Fluents,
  unseen: readonly Unseen[],
): readonly Unseen[] => unseen.filter(({ fact }) => !isReached(domain, forgetting(belief, [fact])))

/** A plan that ends with a look, and what is believed at its beginning. */
export interface LookPlan {
  readonly of: Unseen
  readonly steps: readonly PlannedStep[]
  readonly waitsFor: readonly string[]
  readonly belief: Fluents
}

/** Steps that show one of them; undefined where nothing shows any. */
export function planLook(
  domain: TaskDomain,
  belief: Fluents,
  unseen: readonly Unseen[],
): LookPlan | undefined {
  for (const of of unseen) {
    if (of.looked) continue
    const state = forgetting(belief, [of.fact])
    const first = lookAt(of.fact, state, domain)
    const plan = first === undefined ? undefined : planThrough(domain, state, first)
    if (plan !== undefined && plan.waitsFor.length > 0)
      return { of, steps: plan.steps, waitsFor: plan.waitsFor, belief: state }
  }
  return undefined
}
