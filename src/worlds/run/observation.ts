import { err, ok, type Result } from '#base/result.js'
import type { FailedCheck } from '#twin/domain/domain.js'
import type { Env } from '../formula/term.js'
import { DATA_LIMITS } from '../limits.js'
import { sizeOf, UNKNOWN, valuesOf, type Fluents } from '../value.js'
import { tooMuchToSee, unknownRefusal } from './refusals.js'
import type { Observed, Skill } from './skill.js'

/** The skills of a world that observe facts of a state variable, by its name. */
export type Observers = ReadonlyMap<string, readonly { readonly skill: Skill; readonly observed: Observed }[]>

export function observersOf(skills: Iterable<Skill>): Observers {
  const observers = new Map<string, { skill: Skill; observed: Observed }[]>()
  for (const skill of skills) {
    for (const observed of skill.observes) {
      const { name } = observed.variable
      observers.set(name, [...(observers.get(name) ?? []), { skill, observed }])
    }
  }
  return observers
}

/** The step that observes a fact, as a tree writes it: `Look item="mug"`; ports that the fact leaves open are `…`. */
export function observingStep(fact: string, observers: Observers): string | undefined {
  const [name = '', inside = ''] = fact.split(/[()]/)
  const values = inside === '' ? [] : inside.split(', ')
  for (const { skill, observed } of observers.get(name) ?? []) {
    const fits = observed.args.every(
      (arg, index) => !arg || !('object' in arg) || arg.object === values[index],
    )
    if (!fits) continue
    const ports = skill.ports.flatMap(({ name: port, omitted }) => {
      const at = observed.args.findIndex((arg) => arg && 'port' in arg && arg.port === port)
      return at === -1 && omitted !== undefined ? [] : [`${port}="${values[at] ?? '…'}"`]
    })
    return [skill.name, ...ports].join(' ')
  }
  return undefined
}

/** The facts that nobody knows yet and that a step of this skill would make known; none when nothing is left to do. */
export function seenBy(skill: Skill, env: Env): readonly string[] {
  if (skill.observes.length === 0 || skill.done?.term.run(env) === true) return []
  return skill.observes.flatMap(({ fact }) => {
    const name = fact(env)
    return name !== undefined && env.state.get(name) === UNKNOWN ? [name] : []
  })
}

/**
 * What a command sees: for every observed fact that is unknown, a state for each of its values (in planning with
 * sensing: the branches of an observation). A fact that is known keeps its value.
 */
export function observe(skill: Skill, env: Env, after: Fluents): Result<readonly Fluents[], FailedCheck> {
  let states: readonly Fluents[] = [after]
  for (const { source, variable, fact } of skill.observes) {
    const name = fact(env)
    if (name === undefined)
      return err(unknownRefusal(`${skill.name} cannot say which ${source} it sees`, [], () => ''))
    if (after.get(name) !== UNKNOWN) continue
    const many = sizeOf(variable.sort)
    if (states.length * many > DATA_LIMITS.outcomes) return err(tooMuchToSee(skill, name, many))
    const values = valuesOf(variable.sort)
    states = states.flatMap((state) => values.map((value) => new Map(state).set(name, value)))
  }
  return ok(states)
}
