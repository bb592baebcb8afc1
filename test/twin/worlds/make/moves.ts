import type { Rng } from '#base/random.js'
import type { Args } from '../reference/judge.js'
import type { Plan } from '../reference/plan.js'
import type { SkillRead, State, World } from '../reference/world.js'
import type { Seen } from './vocabulary.js'

/** Any state of the world, reachable or not; in half of those of a world that can forget, some facts are unknown. */
export function anyState(world: World, rng: Rng): State {
  const forgets = world.unknown && rng.chance(0.5) ? 0.15 : 0
  return Object.fromEntries(
    Object.entries(world.can).map(([fact, values]) => [fact, rng.chance(forgets) ? '?' : rng.pick(values)]),
  )
}

/** What a tree writes at a skill's ports: mostly what fits, now and then `{key}`, nothing, or nonsense. */
export function anyArgs({ ports }: SkillRead, rng: Rng, seen: Seen): Args {
  const args: Record<string, string> = {}
  for (const { name, can } of ports) {
    const kind = rng.int(20)
    if (kind === 0) {
      seen.add('an open port')
      args[name] = '{key}'
    } else if (kind === 1) args[name] = 'nonsense'
    else if (kind > 3 || !can.includes('none')) args[name] = String(rng.pick(can))
    else seen.add('a port is left out')
  }
  if (rng.chance(0.02)) args['nobody'] = 'o0'
  return args
}

export function anyPlan(world: World, rng: Rng, seen: Seen, depth = 3): Plan {
  const inner = (): Plan => anyPlan(world, rng, seen, depth - 1)
  const kind = depth === 0 ? rng.int(5) : rng.int(12)
  if (kind === 0) return { do: 'condition' }
  if (kind < 5) {
    const skill = rng.pick(world.skills)
    return { do: 'step', skill: skill.name, args: anyArgs(skill, rng, seen) }
  }
  if (kind < 9) {
    const parts = Array.from({ length: 2 + rng.int(2) }, inner)
    return { do: rng.chance(0.6) ? 'sequence' : 'fallback', parts }
  }
  if (kind < 11) return { do: rng.pick(['invert', 'force-success', 'force-failure'] as const), of: inner() }
  return { do: rng.pick(['repeat', 'retry'] as const), times: 1 + rng.int(2), of: inner() }
}
