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
import { withoutUnclear, type UnclearStep } from './unclear-steps.js'
import { neededFor, planLook, restored, unseenOf, type Unseen } from './unseen.js'

/** What is to be done after a tree has ended. */
export type Further =
  | {
      readonly kind: 'done'
      /** what of it nobody has seen, in words: it is believed on the word of the robot */
      readonly unseen: readonly string[]
    }
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
 * on from where everything stands now, with all that was tried before in mind. What nobody has seen is looked at where
 * there is a look. Lessons of other tasks advise: where no plan is found with them, or the twin does not agree with it,
 * it is planned without them.
 * @param tried all steps of this order so far, oldest first
 */
export function goOn(
  domain: TaskDomain,
  tried: readonly Attempt[],
  believed: Fluents,
  { rank, lessons = [], unclear = [], afresh = false }: Experience = {},
): Further {
  const unseen = unseenOf(tried)
  const belief = restored(believed, unseen)
  if (isReached(domain, belief)) return seenToBeDone(domain, belief, unseen)
  const memory = new ShortTermMemory(domain)
  for (const attempt of tried) memory.record(attempt)
  const careful = withoutUnclear(domain, unclear, belief)
  const situation = { last: afresh ? undefined : tried.at(-1), belief, memory, rank }
  const trusted = consistent(lessons)
  if (trusted.length > 0) {
    const found = further(withLessons(careful, trusted), situation)
    if (found.kind === 'plan' && isPermitted(careful, found)) return found
  }
  return further(careful, situation)
}

/** All goals are reached in what is believed: what of that nobody has seen is looked at first. */
function seenToBeDone(domain: TaskDomain, belief: Fluents, unseen: readonly Unseen[]): Further {
  const needed = neededFor(domain, belief, unseen)
  const look = planLook(domain, belief, needed)
  if (look === undefined) return { kind: 'done', unseen: [...new Set(needed.map(({ what }) => what))] }
  const { steps, of } = look
  const why = sayEvent({ kind: 'plan', steps, why: 'unseen' }) ?? ''
  return { kind: 'plan', steps, belief: look.belief, why: `Nobody has seen whether ${of.what}. ${why}` }
}

/** What helps to choose among repairs. */
export interface Experience {
  readonly rank?: Rank | undefined
  /** from long-term memory */
  readonly lessons?: readonly ReadyLesson[]
  /** steps of which nobody knows what has come of them */
  readonly unclear?: readonly UnclearStep[]
  /** somebody goes on after a break: what was tried last is not what is to be repaired */
  readonly afresh?: boolean
}

interface Situation {
  /** what is to be repaired, if anything */
  readonly last: Attempt | undefined
  readonly belief: Fluents
  readonly memory: ShortTermMemory
  readonly rank: Rank | undefined
}

function further(domain: TaskDomain, { last: attempt, belief, memory, rank }: Situation): Further {
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
