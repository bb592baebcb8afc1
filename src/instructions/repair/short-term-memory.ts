import { attemptsFor, expectedChance } from '#worlds/run/chance.js'
import { explainEnd } from '#worlds/run/explain-end.js'
import type { TaskDomain } from '#worlds/task/with-task.js'
import type { Fluents } from '#worlds/value.js'
import type { Attempt, Step } from './attempt.js'

/**
 * What was tried in a task and what came of it. The same step in the same state, as far as its skill looks at the
 * state, is refused once it has failed: it would fail again. What the world declares as chance may be tried again, but
 * not for ever.
 */
export class ShortTermMemory {
  readonly #domain: TaskDomain
  readonly #attempts: Attempt[] = []
  /** by step, as it is written: the situations in which it has failed since it last worked there */
  readonly #failed = new Map<string, Map<string, Failures>>()

  constructor(domain: TaskDomain) {
    this.#domain = domain
  }

  /** oldest first */
  get attempts(): readonly Attempt[] {
    return this.#attempts
  }

  record(attempt: Attempt): void {
    this.#attempts.push(attempt)
    const step = keyOf(attempt)
    // what stood in its way was there already, only nobody knew: that is the state in which it has failed
    const state = wasHindered(this.#domain, attempt) ? attempt.after : attempt.before
    const situation = situationOf(this.#domain, attempt, state)
    const known = this.#failed.get(step) ?? new Map<string, Failures>()
    this.#failed.set(step, known)
    if (attempt.outcome === 'done') return void known.delete(situation)
    const { count = 0, isChance = true } = known.get(situation) ?? {}
    known.set(situation, {
      count: count + 1,
      isChance: isChance && this.isChance(attempt),
      most: attemptsFor(this.#chanceOf(attempt)),
      reason: attempt.reason,
    })
  }

  /** Why a step is not to be tried in a state; undefined when it may be. */
  refusal(step: Step, state: Fluents): string | undefined {
    const known = this.#failed.get(keyOf(step))
    if (known === undefined || known.size === 0) return undefined
    const failures = known.get(situationOf(this.#domain, step, state))
    if (failures === undefined || (failures.isChance && failures.count < failures.most)) return undefined
    const often = failures.count === 1 ? 'once' : `${failures.count} times`
    return `it has failed ${often} in the same state: ${failures.reason}`
  }

  /** Whether the world declares that a step can fail in the way in which this one has. */
  isChance(attempt: Attempt): boolean {
    const command = commandOf(this.#domain, attempt, attempt.before)
    if (command === undefined || attempt.outcome !== 'failed') return false
    return explainEnd(this.#domain, { ...attempt, command, worked: false }).ended === 'as-declared'
  }

  /** Somebody has done something about it: the step may be tried again. */
  forgive(step: Step): void {
    this.#failed.delete(keyOf(step))
  }

  /** The steps that are refused somewhere, the last one first. */
  refused(): readonly Attempt[] {
    const last = new Map(this.#attempts.map((attempt) => [keyOf(attempt), attempt]))
    return [...last.values()]
      .reverse()
      .filter((attempt) => this.refusal(attempt, attempt.before) !== undefined)
  }

  /** Of a failed attempt, with what was seen of its skill in this task. */
  #chanceOf(attempt: Attempt): number {
    const command = commandOf(this.#domain, attempt, attempt.before)
    const ways = command === undefined ? [] : this.#domain.about(attempt.before, command).ways
    const declared = ways.filter(({ fails }) => fails).map(({ chance }) => chance)
    const sum = declared.every((chance) => chance !== undefined)
      ? declared.reduce<number>((total, chance) => total + (chance ?? 0), 0)
      : undefined
    const same = this.#attempts.filter(({ skill }) => skill === attempt.skill)
    return expectedChance(sum, {
      tries: same.length,
      seen: same.filter(({ outcome }) => outcome === 'failed').length,
    })
  }
}

interface Failures {
  readonly count: number
  /** each of them was a failure that the world declares */
  readonly isChance: boolean
  /** as often as it is worth trying */
  readonly most: number
  readonly reason: string
}

/** Equal for equal steps, in whatever order their ports are written. */
export const keyOf = ({ skill, args }: Step): string =>
  [
    skill,
    ...Object.keys(args)
      .sort()
      .map((port) => `${port}=${args[port] ?? ''}`),
  ].join(' ')

/**
 * Equal for states that a step cannot tell apart: the values that its checks read, and what it would change from what
 * to what, in every way in which it can end.
 */
export function situationOf(domain: TaskDomain, step: Step, state: Fluents): string {
  const command = commandOf(domain, step, state)
  if (command === undefined) return 'nothing to do'
  const reads = domain.explain(state, command).map(({ values }) => values)
  const changes = domain
    .about(state, command)
    .ways.map(({ after, fails }) => [
      fails,
      [...domain.sorts.keys()].flatMap((fact) =>
        after.get(fact) === state.get(fact) ? [] : [[fact, state.get(fact), after.get(fact)]],
      ),
    ])
  return JSON.stringify([reads, changes])
}

/** Whether a check is seen not to hold, for a reason that the step itself cannot have brought about. */
function wasHindered(domain: TaskDomain, attempt: Attempt): boolean {
  const command = commandOf(domain, attempt, attempt.before)
  if (command === undefined || attempt.outcome === 'done') return false
  const { ways } = domain.about(attempt.before, command)
  const isSurprising = ([fact, value]: readonly [string, unknown]): boolean =>
    attempt.before.get(fact) !== value && ways.every(({ after }) => after.get(fact) !== value)
  return domain
    .explain(attempt.after, command)
    .some(({ holds, values }) => !holds && values.some(isSurprising))
}

/** The command of a step; undefined when nothing is left to do, or the step is none of this world. */
export function commandOf(domain: TaskDomain, step: Step, state: Fluents) {
  const commands = domain.intend(step, state)
  return commands.ok ? commands.value[0] : undefined
}
