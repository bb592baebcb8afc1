import type { SkillData, WorldData } from '#test/twin/worlds/reference/world.js'
import { holdsOf } from './places.js'
import type { SkillWritten, WorldWritten } from './written.js'

/** A world file as the second evaluator reads it: without sentences and marks. */
export function simplify({ types, constants, state, definitions, skills, goal }: WorldWritten): WorldData {
  const texts = (map: Record<string, unknown> = {}): Record<string, string> =>
    Object.fromEntries(Object.entries(map).map(([key, text]) => [key, String(text)]))
  return {
    types,
    ...(constants !== undefined && { constants }),
    state: Object.fromEntries(
      Object.entries(state).map(([key, { is, start }]) => [key, { is: String(is), start }]),
    ),
    definitions: texts(definitions),
    skills: Object.fromEntries(Object.entries(skills).map(([name, skill]) => [name, simpleSkill(skill)])),
    goal: (goal ?? []).map(holdsOf),
  }
}

function simpleSkill(skill: SkillWritten): SkillData {
  const { text, ports = {}, done, checks, effect, outcomes, observes, expected = [] } = skill
  return {
    text,
    ports: Object.fromEntries(
      Object.entries(ports).map(([port, is]) => [port, typeof is === 'object' ? String(is.is) : String(is)]),
    ),
    ...(done !== undefined && { done: String(done) }),
    checks: checks.map((check) => ({ ...check, holds: String(check.holds) })),
    ...(effect !== undefined && { effect }),
    ...(outcomes !== undefined && { outcomes }),
    ...(observes !== undefined && { observes }),
    expected: expected.map(holdsOf),
  }
}
