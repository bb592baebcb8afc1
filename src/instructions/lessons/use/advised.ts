import type { FoundPlan } from '#worlds/search/search-plan.js'
import type { TaskDomain } from '#worlds/task/with-task.js'
import type { ReadyLesson } from '../check-lesson.js'
import { allBindings, matchCall, type PlainStep } from '../holds.js'
import { warnedCall, type Binding } from '../lesson.js'
import { consistent, planWithLessons } from './plan-with.js'

/** A plan, and what experience has to do with it. */
export interface Advised {
  readonly plan: FoundPlan
  readonly followed: readonly ReadyLesson[]
  /** by the number of a step from 0: how many tries lessons expect of it */
  readonly tries: ReadonlyMap<number, number>
}

/** A plan as lessons would have it. One that ends with a look goes on in a way that nobody knows yet: it stays. */
export function advised(domain: TaskDomain, plan: FoundPlan, lessons: readonly ReadyLesson[]): Advised {
  const better =
    lessons.length === 0 || plan.waitsFor.length > 0
      ? null
      : planWithLessons(domain, domain.initial, lessons, () => plan.steps)
  if (better === null) return { plan, followed: [], tries: new Map() }
  const { steps, followed, tries } = better
  return { plan: { ...plan, steps }, followed, tries }
}

/**
 * What is to be so before a step, as lessons say: a tree that does the step looks at these formulas, too. Without that
 * it would leave out a step that no check needs and that was taken because of a lesson alone.
 */
export function advisedNeeds(
  lessons: readonly ReadyLesson[],
  domain: TaskDomain,
): (step: PlainStep) => readonly string[] {
  const trusted = consistent(lessons)
  return (step) => [
    ...new Set(
      trusted.flatMap((ready) => {
        const { advice, when } = ready.lesson
        const bad = warnedCall(advice)
        const binding = bad && matchCall(bad, step, ready, domain)
        // with no condition that could be made false, the step itself is another one or none
        if (binding === undefined || when === 'true') return []
        return [...allBindings(ready, binding)].slice(0, MOST_NEEDS).map((all) => negated(filled(when, all)))
      }),
    ),
  ]
}

/** Cases of one condition that a tree looks at before a step. */
const MOST_NEEDS = 6

const filled = (formula: string, binding: Binding): string =>
  formula.replaceAll(/\?(\w+)/g, (written, name: string) => binding[name] ?? written)

const negated = (formula: string): string =>
  /^not \w+(\([^()]*\))?$/.test(formula) ? formula.slice('not '.length) : `not (${formula})`
