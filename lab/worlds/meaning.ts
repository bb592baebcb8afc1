import { stream, type Rng } from '#base/random.js'
import { judge, say, type Args } from '#test/twin/worlds/reference/judge.js'
import { readWorld, type SkillRead, type State, type World } from '#test/twin/worlds/reference/world.js'
import { pickOf } from './mutations.js'
import { simplify } from './simplify.js'
import { meanTask, type TaskMeaning } from './task-meaning.js'
import type { Written } from './written.js'

/**
 * What a world means, by the second evaluator, which shares no code with the product: the judgement of every step in
 * states that random walks reach, its ends, what it expects there, and what the tasks say of them.
 */
export class Meaning {
  readonly #world: World
  readonly #tasks: readonly TaskMeaning[]
  readonly #ports: string
  readonly #sensed: readonly string[]

  /** Throws where the files are no world. */
  constructor(files: Written) {
    this.#world = readWorld(simplify(files.world))
    this.#tasks = Object.values(files.tasks).map((task) => meanTask(task, this.#world))
    this.#ports = JSON.stringify(this.#world.skills.map(({ name, ports }) => [name, ports]))
    const set = JSON.stringify(files.world.skills)
    this.#sensed = Object.keys(this.#world.start).filter(
      (fact) => !new RegExp(`\\b${fact.split('(')[0]}\\b[^:"]*:=`).test(set),
    )
  }

  /** States that walks over allowed steps come through; some start with another value of what only sensors change. */
  walk(seed: number, most: number): readonly State[] {
    const rng = stream('meaning', seed)
    const states = new Map<string, State>()
    for (let tries = 0; states.size < most && tries < 40 * most;) {
      let state = this.#start(rng)
      for (let step = 0; step < WALK && states.size < most; step++, tries++) {
        states.set(say(state), state)
        state = this.#next(state, rng)
      }
    }
    return [...states.values()]
  }

  #start(rng: Rng): State {
    const task = pickOf(this.#tasks, rng)
    const start = { ...this.#world.start, ...(rng.chance(0.7) ? task?.start : undefined) }
    const fact = rng.chance(0.4) ? pickOf(this.#sensed, rng) : undefined
    const value = fact === undefined ? undefined : pickOf(this.#world.can[fact] ?? [], rng)
    return fact === undefined || value === undefined ? start : { ...start, [fact]: value }
  }

  #next(state: State, rng: Rng): State {
    for (let tries = 0; tries < STEPS_TRIED; tries++) {
      const skill = rng.pick(this.#world.skills)
      const args = Object.fromEntries(skill.ports.map(({ name, can }) => [name, String(pickOf(can, rng))]))
      const verdict = judge(this.#world, skill, args, state)
      if (verdict.kind === 'allowed') return rng.pick(verdict.ends)
    }
    return state
  }

  /** The first thing in which another meaning differs in one of these states; undefined if there is none. */
  differs(other: Meaning, states: readonly State[]): string | undefined {
    if (this.#ports !== other.#ports) return 'other skills or ports'
    if (say(this.#world.start) !== say(other.#world.start)) return 'another start'
    const tasks = this.#tasks.findIndex((task, index) => task.fixed !== other.#tasks[index]?.fixed)
    if (tasks !== -1) return 'another start or price of time of a task'
    for (const state of states) {
      const task = this.#tasks.findIndex((one, index) => one.of(state) !== other.#tasks[index]?.of(state))
      if (task !== -1) return `task ${task} in ${say(state)}`
      for (const [index, skill] of this.#world.skills.entries())
        for (const args of everyWay(skill)) {
          const [one, two] = [
            this.#account(skill, args, state),
            other.#account(other.#world.skills[index], args, state),
          ]
          if (one !== two) return `${skill.name} ${JSON.stringify(args)}: ${one}, then ${two}`
        }
    }
    return undefined
  }

  #account(skill: SkillRead | undefined, args: Args, state: State): string {
    if (skill === undefined) return 'no skill'
    const verdict = judge(this.#world, skill, args, state)
    return verdict.kind === 'refused'
      ? verdict.by
      : verdict.kind === 'allowed'
        ? allowed(verdict, state)
        : verdict.kind
  }
}

/** Steps of one walk, and steps that are tried where few are allowed. */
const WALK = 25
const STEPS_TRIED = 200

/** The ends of a step, and whether its expectations would notice that one of its changes had not come. */
function allowed(verdict: Extract<ReturnType<typeof judge>, { kind: 'allowed' }>, before: State): string {
  const ends = verdict.ends.map((end) => {
    const changed = Object.keys(end).filter((fact) => end[fact] !== before[fact])
    const without = changed.map((fact) => verdict.expects({ ...end, [fact]: before[fact] ?? 'none' }))
    return `${say(end)} ${verdict.expects(end)} ${String(without)}`
  })
  return ends.toSorted().join(' or ')
}

const WAYS = new WeakMap<SkillRead, readonly Args[]>()

function everyWay(skill: SkillRead): readonly Args[] {
  const known = WAYS.get(skill)
  if (known !== undefined) return known
  let all: readonly Args[] = [{}]
  for (const { name, can } of skill.ports)
    all = all.flatMap((args) => can.map((value) => ({ ...args, [name]: String(value) })))
  WAYS.set(skill, all)
  return all
}
