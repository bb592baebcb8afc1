import type { DataDomain } from '../assemble.js'
import type { GroundSkill } from '../run/intend.js'
import type { FailedCheck } from '#twin/domain/domain.js'
import type { Expected, Test } from '../run/skill.js'
import { UNKNOWN, type Fluents, type Value } from '../value.js'
import { isTrue, taskEnv, wordsOf, type Task } from './task.js'

/**
 * The memory of a task's constraints on the way: one fact for every `never`, `sometime` and `before`, beside those of
 * the world, so that whatever carries a state carries the memory with it. No fact of a world can have their names.
 */
export class Monitors {
  readonly #task: Task
  readonly #start: Fluents
  readonly names: readonly string[]

  constructor(task: Task, start: Fluents) {
    this.#task = task
    this.#start = start
    const numbered = (kind: Kind): string[] => task[kind].map((_, index) => memory(kind, index))
    this.names = [...numbered('never'), ...numbered('sometime'), ...numbered('before')]
  }

  /** The first state of the task, with an empty memory brought up to it. */
  begin(): Fluents {
    const empty = this.names.map((name): [string, Value] => [name, name.startsWith('before') ? 'no' : false])
    return this.follow(new Map([...this.#start, ...empty]))
  }

  /** Brings the memory up to a state: after a command, or when sensors have seen something else. */
  follow(state: Fluents): Fluents {
    const changes: [string, Value][] = []
    for (const kind of ['never', 'sometime'] as const) {
      for (const [index, { holds }] of this.#task[kind].entries()) {
        const name = memory(kind, index)
        if (state.get(name) !== true && this.#holds(holds, state)) changes.push([name, true])
      }
    }
    for (const [index, { first, then }] of this.#task.before.entries()) {
      const name = memory('before', index)
      if (state.get(name) !== 'no') continue
      // strictly before: what becomes so together with the other does not come before it
      if (this.#holds(then, state)) changes.push([name, 'broken'])
      else if (this.#holds(first, state)) changes.push([name, 'yes'])
    }
    return changes.length === 0 ? state : new Map([...state, ...changes])
  }

  /**
   * The constraint that a command would break by leading from one state to another. A constraint that is broken
   * already, because sensors have seen so, does not forbid the way out; nor does what a look may show.
   */
  refusal(from: Fluents, to: Fluents, { command, looks }: Asked): FailedCheck | undefined {
    const env = taskEnv(to, this.#start)
    for (const forbidden of this.#task.never) {
      if (!this.#arises(forbidden.holds, from, to) || (looks && this.#isOpen(forbidden.holds, from))) continue
      const text = `after ${command} it would be so that ${wordsOf(forbidden, env)}, which must never be in this task`
      return { checkId: 'task.never', text }
    }
    for (const [index, { text, first, then }] of this.#task.before.entries()) {
      if (from.get(memory('before', index)) !== 'no' || !this.#arises(then, from, to)) continue
      if (looks && this.#isOpen(then, from)) continue
      const wanted = `${command} comes too early: ${text}`
      return { checkId: 'task.before', text: `${wanted}; first see to it that ${first.source}` }
    }
    return undefined
  }

  /** What the memory must say at the end. */
  goals(): readonly { readonly text: string; readonly holds: (state: Fluents) => boolean }[] {
    const env = taskEnv(this.#start, this.#start)
    const say = (expected: Expected): string => wordsOf(expected, env)
    return [
      ...this.#task.sometime.map((one, index) => ({
        text: `at some time: ${say(one)}`,
        holds: (state: Fluents) => state.get(memory('sometime', index)) === true,
      })),
      ...this.#task.never.map((one, index) => ({
        text: `never: ${say(one)}`,
        holds: (state: Fluents) => state.get(memory('never', index)) === false,
      })),
      ...this.#task.before.map(({ text }, index) => ({
        text,
        holds: (state: Fluents) => state.get(memory('before', index)) !== 'broken',
      })),
    ]
  }

  #holds(test: Test, state: Fluents): boolean {
    return isTrue(test, taskEnv(state, this.#start))
  }

  /** Whether it is unknown: an observation then shows what was already so. */
  #isOpen({ term }: Test, state: Fluents): boolean {
    return term.run(taskEnv(state, this.#start)) === UNKNOWN
  }

  /** Whether something is true now that was not, or may be true that was false. */
  #arises({ term }: Test, from: Fluents, to: Fluents): boolean {
    const now = term.run(taskEnv(to, this.#start))
    if (now === false) return false
    const was = term.run(taskEnv(from, this.#start))
    return now === true ? was !== true : was === false
  }
}

interface Asked {
  /** in words */
  readonly command: string
  /** it observes: facts become known by it */
  readonly looks: boolean
}

export const askedOf = (
  domain: Pick<DataDomain, 'describeCommand' | 'rules'>,
  command: GroundSkill,
): Asked => ({
  command: domain.describeCommand(command),
  looks: (domain.rules.skills.find(({ name }) => name === command.skill)?.observes ?? []).length > 0,
})

type Kind = 'never' | 'sometime' | 'before'

const memory = (kind: Kind, index: number): string => `${kind}#${index}`
