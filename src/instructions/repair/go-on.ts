import type { PlannedStep } from '#twin/domain/domain.js'
import type { TaskDomain } from '#worlds/task/with-task.js'
import { endOf } from '#worlds/search/search-plan.js'
import type { Fluents } from '#worlds/value.js'
import type { Attempt } from './attempt.js'
import { sayEvent } from './events.js'
import { forgetting, isReached, planHard, remembering } from './proof.js'
import { questionsFor, type Question } from './question.js'
import type { ReadyLesson } from '../lessons/check-lesson.js'
import { consistent, withLessons } from '../lessons/use/plan-with.js'
import type { Rank } from './ranking.js'
import { repairsFor } from './repairs.js'
import { ShortTermMemory } from './short-term-memory.js'

/** What is to be done after a tree has ended. */
export type Further =
  | { readonly kind: 'done' }
  | {
      readonly kind: 'plan'
      readonly steps: readonly PlannedStep[]
      /** what is believed at its beginning: less than before, where a failure has made it doubtful */
      readonly belief: Fluents
      /** in one line for people */
      readonly why: string
    }
  | { readonly kind: 'ask'; readonly question: Question | undefined }

/**
 * A pursuit at the level of trees: a tree has repeated what broke as often as it may, and here it is decided how to go
 * on from where everything stands now, with all that was tried before in mind. Lessons of other tasks advise: where no
 * plan is found with them, or the twin does not agree with it, it is planned without them.
 * @param tried all steps of this order so far, oldest first
 */
export function goOn(
  domain: TaskDomain,
  tried: readonly Attempt[],
  belief: Fluents,
  { rank, lessons = [] }: Experience = {},
): Further {
  if (isReached(domain, belief)) return { kind: 'done' }
  const memory = new ShortTermMemory(domain)
  for (const attempt of tried) memory.record(attempt)
  const trusted = consistent(lessons)
  if (trusted.length > 0) {
    const found = further(withLessons(domain, trusted), { tried, belief, memory, rank })
    if (found.kind === 'plan' && isPermitted(domain, found)) return found
  }
  return further(domain, { tried, belief, memory, rank })
}

/** What helps to choose among repairs. */
export interface Experience {
  readonly rank?: Rank | undefined
  /** from long-term memory */
  readonly lessons?: readonly ReadyLesson[]
}

interface Situation {
  readonly tried: readonly Attempt[]
  readonly belief: Fluents
  readonly memory: ShortTermMemory
  readonly rank: Rank | undefined
}

function further(domain: TaskDomain, { tried, belief, memory, rank }: Situation): Further {
  const attempt = tried.at(-1)
  if (attempt === undefined || attempt.outcome === 'done') {
    // nothing has failed, and yet it is not so: somebody has looked, or something has changed
    const plan = planHard(remembering(domain, memory), belief)
    if (plan === undefined || plan.steps.length === 0) return ask(domain, memory, belief)
    const why = sayEvent({ kind: 'plan', steps: plan.steps, why: 'changed' }) ?? ''
    return { kind: 'plan', steps: plan.steps, belief, why }
  }
  const repairs = repairsFor(attempt, belief, { domain, memory, ...(rank === undefined ? {} : { rank }) })
  const [best] = repairs
  if (best === undefined || best.kind === 'ask') return ask(domain, memory, belief, attempt)
  return {
    kind: 'plan',
    steps: best.steps,
    belief: forgetting(belief, best.doubts),
    why: sayEvent({ kind: 'repairs', attempt, repairs }) ?? '',
  }
}

const isPermitted = (
  domain: TaskDomain,
  { steps, belief }: Extract<Further, { readonly kind: 'plan' }>,
): boolean => endOf(domain, belief, steps) !== undefined

function ask(domain: TaskDomain, memory: ShortTermMemory, belief: Fluents, attempt?: Attempt): Further {
  const [question] = questionsFor(belief, { domain, memory }, attempt)
  return { kind: 'ask', question }
}
