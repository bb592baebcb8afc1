import type { Sight, Step } from '#instructions/repair/attempt.js'
import type { PursuitEnd } from '#instructions/repair/events.js'
import { pursuit, type PursuedTask, type PursuitLimits } from '#instructions/repair/pursuit.js'
import type { Answer, Question } from '#instructions/repair/question.js'
import type { Fluents } from '#worlds/value.js'

/** Whoever can do steps and ask people: a robot, a simulation. */
export interface Executor {
  /** what is believed now */
  belief(): Fluents
  /** Does a step that the twin has permitted, and looks what has come of it. */
  execute(step: Step): Promise<Sight>
  ask(question: Question): Promise<Answer>
}

/** Pursues a task step by step, with whoever can do the steps. */
export async function pursue(
  task: PursuedTask,
  executor: Executor,
  limits: PursuitLimits,
): Promise<PursuitEnd> {
  const run = pursuit(task, executor.belief(), limits)
  let next = run.next()
  while (next.done !== true) {
    const demand = next.value
    next =
      demand.kind === 'execute'
        ? run.next({ kind: 'sight', sight: await executor.execute(demand.step) })
        : run.next({
            kind: 'answer',
            answer: await executor.ask(demand.question),
            belief: executor.belief(),
          })
  }
  return next.value
}
