import type { PlannedStep } from '#twin/domain/domain.js'
import { type Fluents, NONE, valuesOf, type Value } from '../value.js'
import type { GroundSkill } from './intend.js'
import type { Skill } from './skill.js'

/** Limits on steps tried and steps returned: enough for worlds of a few dozen objects. */
const MAX_TRIED = 1_000
const MAX_STEPS = 60

/** Returns the steps that are allowed now and would change something, in file order. */
export function candidateSteps(
  skills: ReadonlyMap<string, Skill>,
  state: Fluents,
  isPermitted: (command: GroundSkill) => boolean,
): readonly PlannedStep[] {
  const found: PlannedStep[] = []
  let tried = 0
  for (const skill of skills.values()) {
    for (const bound of bindings(skill)) {
      if (tried++ >= MAX_TRIED || found.length >= MAX_STEPS) return found
      if (skill.done?.term.run({ state, before: state, bound }) === true) continue
      const args = argsOf(skill, bound)
      if (isPermitted({ skill: skill.name, written: args, bindings: [bound] })) {
        found.push({ skill: skill.name, args, path: '' })
      }
    }
  }
  return found
}

/** most steps that are listed: a world of a hundred objects has a few thousand */
const MAX_ALL = 20_000

/** Lists every skill with every value of its ports, in file order. */
export function allSteps(skills: ReadonlyMap<string, Skill>): readonly PlannedStep[] {
  const all: PlannedStep[] = []
  for (const skill of skills.values()) {
    for (const bound of bindings(skill)) {
      if (all.length >= MAX_ALL) return all
      all.push({ skill: skill.name, args: argsOf(skill, bound), path: '' })
    }
  }
  return all
}

const argsOf = ({ ports }: Skill, bound: readonly Value[]): PlannedStep['args'] =>
  Object.fromEntries(ports.flatMap(({ name }, i) => (bound[i] === NONE ? [] : [[name, String(bound[i])]])))

/** Yields every combination of port values. */
function* bindings({ ports }: Skill): Generator<readonly (string | number | boolean)[]> {
  const choices = ports.map(({ sort }) => valuesOf(sort))
  const at = choices.map(() => 0)
  for (;;) {
    const bound = choices.map((values, index) => values[at[index] ?? 0])
    if (bound.includes(undefined)) return
    yield bound.filter((value) => value !== undefined)
    const turn = at.findLastIndex((value, index) => value + 1 < (choices[index]?.length ?? 0))
    if (turn === -1) return
    at.forEach((_, index) => {
      if (index === turn) at[index] = (at[index] ?? 0) + 1
      if (index > turn) at[index] = 0
    })
  }
}
