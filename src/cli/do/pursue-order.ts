import { EXIT, type ExitCode } from '#app/command-line/exit-code.js'
import type { LearnRunEnd } from '#app/learn-run.js'
import { believedIn, continued } from '#app/orders/after-tree.js'
import { attemptsIn } from '#app/orders/tried-attempts.js'
import type { Planned } from '#instructions/decide.js'
import type { ReadyLesson } from '#instructions/lessons/check-lesson.js'
import type { Attempt } from '#instructions/repair/attempt.js'
import { sayDone } from '#instructions/repair/events.js'
import { goOn } from '#instructions/repair/go-on.js'
import { stillUnclear, type UnclearStep } from '#instructions/repair/unclear-steps.js'

/** What it takes to carry an order out. */
export interface OrderPorts {
  /** Runs the reactive tree of a plan once, from where everything stands, with permits, transcript and report. */
  readonly run: (
    planned: Planned,
    hear: (end: LearnRunEnd) => void,
    unclear: readonly UnclearStep[],
  ) => Promise<ExitCode>
  /** whether a person agrees to a plan that was not shown before; undefined after Ctrl-C: nobody has answered */
  readonly agrees: () => Promise<boolean | undefined>
  readonly say: (line: string) => void
  /** what is remembered of such orders; every further plan follows it, too, as far as there is one that does */
  readonly lessons?: readonly ReadyLesson[]
  /** steps that were tried before the first of these trees, oldest first */
  readonly tried?: readonly Attempt[]
  /** steps of which nobody knows what has come of them: none is taken again before that is known */
  readonly unclear?: readonly UnclearStep[]
}

/** What came of an order. */
interface Pursued {
  readonly code: ExitCode
  /** what there is to learn from it; undefined where it was cut short, which says nothing about its steps */
  readonly ended?: { readonly tried: readonly Attempt[]; readonly completed: boolean }
}

/** A tree tries what broke again by itself; so many further plans are made when that was in vain. */
const MOST_PLANS = 4

/**
 * Runs the tree of an order, and where the goals do not hold afterwards the tree of the next plan, which begins where
 * the robot has been left. What has failed in the same state is not tried again; what is not to be repaired is asked.
 */
export async function pursueOrder(
  first: Planned,
  { run, agrees, say, lessons = [], tried: before = [], unclear: doubted = [] }: OrderPorts,
): Promise<Pursued> {
  const tried = [...before]
  let [planned, unclear] = [first, doubted]
  for (let plans = 1; ; plans++) {
    let end: LearnRunEnd | undefined
    const hear = (heard: LearnRunEnd): void => {
      end = heard
    }
    const code = await run(planned, hear, unclear)
    const record = end === undefined || end.kind === 'not-started' ? undefined : end.records.at(-1)
    if (code !== EXIT.ok || record === undefined) return { code }
    tried.push(...attemptsIn(planned.domain, record))
    const belief = believedIn(record)
    unclear = stillUnclear(unclear, belief)
    const further = goOn(planned.domain, tried, planned.domain.follow(belief), { lessons, unclear })
    if (further.kind === 'done') {
      say(sayDone(further.unseen))
      return { code: EXIT.ok, ended: { tried, completed: true } }
    }
    if (further.kind === 'ask' || plans >= MOST_PLANS) {
      say(
        further.kind === 'ask' ? (further.question?.text ?? 'I do not get on.') : 'It has failed too often.',
      )
      return failed(tried)
    }
    say(further.why)
    const answer = await agrees()
    if (answer === undefined) return { code: EXIT.interrupted }
    if (!answer) {
      say('I have stopped there.')
      return failed(tried)
    }
    planned = continued(planned, further.steps, further.belief)
  }
}

const failed = (tried: readonly Attempt[]): Pursued => ({
  code: EXIT.failed,
  ended: { tried, completed: false },
})
