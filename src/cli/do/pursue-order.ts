import { EXIT, type ExitCode } from '#app/command-line/exit-code.js'
import type { LearnRunEnd } from '#app/learn-run.js'
import { attemptsIn, believedIn, continued } from '#app/orders/after-tree.js'
import type { Planned } from '#instructions/decide.js'
import type { ReadyLesson } from '#instructions/lessons/check-lesson.js'
import type { Attempt } from '#instructions/repair/attempt.js'
import { goOn } from '#instructions/repair/go-on.js'

/** What it takes to carry an order out. */
export interface OrderPorts {
  /** Runs the reactive tree of a plan once, from where everything stands, with permits, transcript and report. */
  readonly run: (planned: Planned, hear: (end: LearnRunEnd) => void) => Promise<ExitCode>
  /** whether a person agrees to a plan that was not shown before */
  readonly agrees: () => Promise<boolean>
  readonly say: (line: string) => void
  /** what is remembered of such orders; every further plan follows it, too, as far as there is one that does */
  readonly lessons?: readonly ReadyLesson[]
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
  { run, agrees, say, lessons = [] }: OrderPorts,
): Promise<Pursued> {
  const tried: Attempt[] = []
  let planned = first
  for (let plans = 1; ; plans++) {
    let end: LearnRunEnd | undefined
    const code = await run(planned, (heard) => {
      end = heard
    })
    const record = end === undefined || end.kind === 'not-started' ? undefined : end.records.at(-1)
    if (code !== EXIT.ok || record === undefined) return { code }
    tried.push(...attemptsIn(planned.domain, record))
    const belief = believedIn(record)
    const further = goOn(planned.domain, tried, planned.domain.follow(belief), { lessons })
    if (further.kind === 'done') {
      say('It is done.')
      return { code: EXIT.ok, ended: { tried, completed: true } }
    }
    if (further.kind === 'ask' || plans >= MOST_PLANS) {
      say(
        further.kind === 'ask' ? (further.question?.text ?? 'I do not get on.') : 'It has failed too often.',
      )
      return failed(tried)
    }
    say(further.why)
    if (!(await agrees())) {
      say('I have stopped there.')
      return failed(tried)
    }
    planned = continued(planned, further.steps, further.belief)
  }
}

const failed = (tried: readonly Attempt[]): Pursued => ({
  code: EXIT.treeFailed,
  ended: { tried, completed: false },
})
