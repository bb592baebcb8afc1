import { err, ok } from '#base/result.js'
import type { DataDomain } from '../assemble.js'
import type { Fluents } from '../value.js'
import { explaining } from './explain-task.js'
import { askedOf, Monitors } from './monitors.js'
import { isTrue, taskEnv, wordsOf, type Task } from './task.js'

/** A world with a task in it: what checks plans and issues permits enforces the task without knowing of it. */
export interface TaskDomain extends DataDomain {
  readonly task: Task
  /** the facts with which the task began, for `scoreOf` and `mindsIn` */
  readonly start: Fluents
  /** Brings the memory of the task's constraints up to a state that sensors have changed. */
  follow(state: Fluents): Fluents
}

/**
 * Puts a task into a world. The state carries what the constraints remember; `initial` is the state to begin in.
 * @param start the facts in which the task begins, when they are known better than the two files say
 */
export function withTask(
  domain: DataDomain,
  task: Task,
  start: Fluents = new Map([...domain.initial, ...task.start]),
): TaskDomain {
  const monitors = new Monitors(task, start)
  const judge: DataDomain['judge'] = (state, command) => {
    const verdict = domain.judge(state, command)
    if (!verdict.ok || monitors.names.length === 0) return verdict
    const { outcomes, expected } = verdict.value
    const asked = askedOf(domain, command)
    for (const after of outcomes) {
      const refusal = monitors.refusal(state, after, asked)
      if (refusal !== undefined) return err(refusal)
    }
    const [first, ...rest] = outcomes
    const followed = rest.map((after) => monitors.follow(after))
    return ok({ ...verdict.value, outcomes: [monitors.follow(first), ...followed], expected })
  }
  return {
    ...domain,
    task,
    start,
    initial: monitors.begin(),
    goal: [...goalsOf(task, start), ...monitors.goals()],
    judge,
    follow: (state) => monitors.follow(state),
    about: (state, command) => {
      const about = domain.about(state, command)
      const ways = about.ways.map((way) => ({ ...way, after: monitors.follow(way.after) }))
      return { ...about, ways }
    },
    fingerprint: (state) =>
      [domain.fingerprint(state), ...monitors.names.map((name) => String(state.get(name)))].join(' '),
    candidates: (state) =>
      (domain.candidates?.(state) ?? []).filter((step) => {
        const commands = domain.intend(step, state)
        return commands.ok && commands.value.every((command) => judge(state, command).ok)
      }),
    describeState: (state) => domain.describeState?.(worldOf(state, domain)) ?? '',
    ...explaining(domain, task, monitors),
  }
}

/** The facts of the world alone. */
export const worldOf = (state: Fluents, { initial }: DataDomain): Fluents =>
  new Map([...state].filter(([fact]) => initial.has(fact)))

function goalsOf(task: Task, start: Fluents): NonNullable<DataDomain['goal']> {
  return task.goals.map((goal) => ({
    text: wordsOf(goal, taskEnv(start, start)),
    holds: (state) => isTrue(goal.holds, taskEnv(state, start)),
  }))
}
