import type { PlannedStep } from '#twin/domain/domain.js'
import { type Fluents, valuesOf } from '../value.js'
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
  for (const skill of [...skills.values()].filter(({ marks }) => !marks.manual)) {
    for (const bound of bindings(skill)) {
      if (tried++ >= MAX_TRIED || found.length >= MAX_STEPS) return found
      if (skill.done?.term.run({ state, before: state, bound }) === true) continue
      const args = asWritten(skill, bound)
      if (isPermitted({ skill: skill.name, written: args, bindings: [bound] })) {
        found.push({ skill: skill.name, args, path: '' })
      }
    }
  }
  return found
}

/** Returns every step that the ports of the skills can be filled in for, in file order, up to a limit. */
export function everyStep(skills: Iterable<Skill>, limit: number): readonly PlannedStep[] {
  const found: PlannedStep[] = []
  for (const skill of skills) {
    for (const bound of bindings(skill)) {
      if (found.length >= limit) return found
      found.push({ skill: skill.name, args: asWritten(skill, bound), path: '' })
    }
  }
  return found
}

/** Yields every combination of port values. */
function* bindings({ ports }: Skill): Generator<readonly (string | number | boolean)[]> {
  const choices = ports.map(({ sort, omitted, isManner }) =>
    isManner && omitted !== undefined ? [omitted] : valuesOf(sort),
  )
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

/** The ports as a tree writes them: one that is what it is when it is omitted is left out. */
const asWritten = ({ ports }: Skill, bound: readonly (string | number | boolean)[]): PlannedStep['args'] =>
  Object.fromEntries(
    ports.flatMap(({ name, omitted }, index) =>
      bound[index] === omitted ? [] : [[name, String(bound[index])]],
    ),
  )
