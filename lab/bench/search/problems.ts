import { stream, type Rng } from '#base/random.js'
import { must } from '#base/result.js'
import { tryStep } from '#twin/plan/try-step.js'
import type { DataDomain } from '#worlds/assemble.js'
import { taskFrom } from '#worlds/task/load-task.js'
import { withTask, type TaskDomain } from '#worlds/task/with-task.js'
import { sizeOf, valuesOf, type Fluents } from '#worlds/value.js'
import { randomWorld } from './random-world.js'

/** A task in a world, and the state to plan it from. */
export interface Problem {
  readonly name: string
  readonly world: string
  readonly base: DataDomain
  readonly domain: TaskDomain
  readonly formulas: ProblemFormulas
}

/** A task as formulas, for a judge who does not know how tasks are kept. */
interface ProblemFormulas {
  readonly goals: readonly string[]
  readonly never: readonly string[]
  readonly before: readonly { readonly first: string; readonly then: string }[]
}

/**
 * Draws problems: in turn in each world that is given, and as many in worlds drawn at random. A third of the goals is
 * how things are after a walk, which can be reached if no constraint forbids it; the others are drawn from what skills
 * change, and may be impossible.
 */
export function drawProblems(
  worlds: readonly DataDomain[],
  { count, seed }: { readonly count: number; readonly seed: number },
): readonly Problem[] {
  return Array.from({ length: count }, (_, index) => {
    const rng = stream(seed, 'search', index)
    const fixed = index % 2 === 0 ? worlds[(index / 2) % worlds.length] : undefined
    const base = fixed ?? randomWorld(rng)
    const world = fixed === undefined ? 'drawn' : base.name
    const from = walked(base, base.initial, { rng, steps: rng.int(15) }).at(-1) ?? base.initial
    const formulas = drawTask(base, from, rng)
    const data = { task: 'drawn', text: 'A task drawn at random.', ...formulas }
    const task = must(
      taskFrom(data, () => undefined, base),
      `problem ${index}`,
    )
    return { name: `${world}-${index}`, world, base, domain: withTask(base, task, from), formulas }
  })
}

function drawTask(base: DataDomain, from: Fluents, rng: Rng): ProblemFormulas {
  const fluents = [...base.sorts].flatMap(([name, sort]) =>
    base.touched.has(/^\w+/.exec(name)?.[0] ?? '') && sizeOf(sort) > 1 ? [name] : [],
  )
  const path = walked(base, from, { rng, steps: 3 + rng.int(30) })
  const end = path.at(-1) ?? from
  const changed = fluents.filter((name) => end.get(name) !== from.get(name))
  const drawnValue = (name: string): string => formula(name, rng.pick(valuesOf(base.sorts.get(name) ?? BOOL)))
  const wanted = 1 + rng.int(4)
  const byWalk = rng.chance(0.35) && changed.length > 0
  const goals = Array.from({ length: wanted }, () => {
    if (!byWalk) return drawnValue(rng.pick(fluents))
    const name = rng.pick(changed)
    return formula(name, end.get(name) ?? false)
  })
  const never = Array.from({ length: rng.chance(0.4) ? 1 + rng.int(2) : 0 }, () => {
    const one = drawnValue(rng.pick(fluents))
    return rng.chance(0.5) ? one : `${one} and ${drawnValue(rng.pick(fluents))}`
  })
  const before = Array.from({ length: rng.chance(0.3) ? 1 : 0 }, () => {
    const first = rng.chance(0.5)
      ? drawnValue(rng.pick(fluents))
      : (goals[1] ?? drawnValue(rng.pick(fluents)))
    return { first, then: goals[0] ?? 'true' }
  })
  return {
    goals: [...new Set(goals)],
    never: never.filter((one) => !isSo(base, one, from)),
    before: before.filter(({ then, first }) => then !== first && !isSo(base, then, from)),
  }
}

/** The states of a walk of steps that the twin allows, drawn at random; the first is where it begins. */
function walked(
  domain: DataDomain,
  from: Fluents,
  { rng, steps }: { readonly rng: Rng; readonly steps: number },
): readonly Fluents[] {
  const path = [from]
  const all = domain.steps(MOST_STEPS)
  for (let walked = 0; walked < steps; walked++) {
    const state = path.at(-1) ?? from
    const offset = rng.int(all.length)
    // the next that is possible, from a place in the list that is drawn: much faster than to try them all
    for (let tried = 0; tried < all.length; tried++) {
      const step = all[(offset + tried * STRIDE) % all.length]
      const done = step && tryStep(step, state, domain)
      if (done?.ok !== true || done.value.commands.length === 0) continue
      path.push(rng.pick(done.value.ends))
      break
    }
  }
  return path
}

/** Whether a formula is true in a state. */
export function isSo(domain: DataDomain, text: string, state: Fluents): boolean {
  const answers = domain.ask?.({ formula: text, args: {} }, state) ?? []
  return answers.length > 0 && answers.every(({ holds }) => holds)
}

const formula = (name: string, value: unknown): string =>
  typeof value === 'boolean' ? (value ? name : `not ${name}`) : `${name} = ${String(value)}`

const BOOL = { kind: 'bool' } as const
const MOST_STEPS = 20_000

/** a prime larger than a world's kinds of steps, so that neighbours in the list are not tried after each other */
const STRIDE = 7919
