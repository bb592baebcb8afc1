import type { Diagnostic } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import { seedFor } from './environment/seeds.js'
import type { Answer } from './pool/messages.js'
import { Thread } from './pool/thread.js'
import type { PolicyName, Trial } from './policies/trial.js'

/** What to play: every policy in every task, from seed 0 of those for evaluation on. */
export interface Plan {
  readonly tasks: readonly string[]
  readonly policies: readonly PolicyName[]
  readonly seeds: number
  readonly workers: number
}

/** How a policy has done in a task. */
export interface Score {
  readonly task: string
  readonly policy: PolicyName
  readonly episodes: number
  readonly successes: number
  /** on average */
  readonly actions: number
  readonly reward: number
  /** seeds of episodes without success, of those for evaluation */
  readonly failed: readonly number[]
}

/** Plays episodes in worker threads. The scores do not depend on how many there are. */
export async function evaluate(
  plan: Plan,
  onScore: (score: Score) => void,
): Promise<Result<void, Diagnostic>> {
  const threads = Array.from({ length: plan.workers }, () => new Thread())
  try {
    for (const task of plan.tasks)
      for (const policy of plan.policies) {
        const seeds = Array.from({ length: plan.seeds }, (_, seed) => seed)
        const answers = await Promise.all(
          threads.map((thread, index) =>
            thread.ask({
              op: 'try',
              task,
              policy,
              seeds: seeds
                .filter((seed) => seed % threads.length === index)
                .map((seed) => seedFor('evaluation', seed)),
            }),
          ),
        )
        const failed = answers.find((answer) => answer.kind === 'error')
        if (failed !== undefined) return err(failed.error)
        onScore(scoreOf(task, policy, answers))
      }
    return ok(undefined)
  } finally {
    await Promise.all(threads.map((thread) => thread.close()))
  }
}

function scoreOf(task: string, policy: PolicyName, answers: readonly Answer[]): Score {
  const trials = answers
    .flatMap((answer): readonly Trial[] => (answer.kind === 'trials' ? answer.trials : []))
    .sort((a, b) => a.seed - b.seed)
  const mean = (of: 'actions' | 'reward'): number =>
    trials.reduce((total, trial) => total + trial[of], 0) / Math.max(1, trials.length)
  return {
    task,
    policy,
    episodes: trials.length,
    successes: trials.filter(({ success }) => success).length,
    actions: mean('actions'),
    reward: mean('reward'),
    failed: trials.filter(({ success }) => !success).map(({ seed }) => seed - seedFor('evaluation', 0)),
  }
}
