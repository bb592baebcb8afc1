import { stream, type Rng } from '#base/random.js'
import type { DataDomain } from '#worlds/assemble.js'
import { playStep } from '#app/world/rules/play-step.js'
import { formatValue, type Fluents, type Value } from '#worlds/value.js'

/** What is to be so at the board, and how it is before. */
export interface BoardTask {
  readonly goals: readonly string[]
  readonly start: Fluents
}

/** The two manipulation tasks and the whole board of the paper (modular.txt, IV.B). */
const PAPER: readonly (readonly string[])[] = [
  ['plugged_in(charger)'],
  ['plugged_in(probe)'],
  ['pressed(blue_button)', 'plugged_in(probe_cable)', 'pressed(red_button)', 'trapdoor_open'],
]

/**
 * The tasks of the paper, and others that were made by doing: some steps at random lead to the start, more of them to
 * a state of which the changed facts, or some of them, are the goals. So each of them can be done.
 */
export function boardTasks(domain: DataDomain, count: number, seed: number): readonly BoardTask[] {
  const paper = PAPER.map((goals) => ({ goals, start: domain.initial }))
  const tasks: BoardTask[] = []
  for (let at = 0; tasks.length < count - paper.length; at++) {
    const task = made(domain, stream(seed, 'task board', at))
    if (task.goals.length >= LEAST_GOALS) tasks.push(task)
  }
  return [...paper, ...tasks].slice(0, count)
}

function made(domain: DataDomain, draw: Rng): BoardTask {
  const start = wandered(domain, domain.initial, draw.int(MOST_BEFORE), draw)
  const end = wandered(domain, start, 2 + draw.int(MOST_AFTER), draw)
  const changed = [...end].filter(([fact, value]) => start.get(fact) !== value)
  const wanted = changed.filter(() => draw.chance(WANTED))
  return {
    goals: wanted.map(formulaOf),
    start,
  }
}

const formulaOf = ([fact, value]: readonly [string, Value]): string =>
  typeof value === 'boolean' ? (value ? fact : `not ${fact}`) : `${fact} = ${formatValue(value)}`

const LEAST_GOALS = 2
const MOST_BEFORE = 4
const MOST_AFTER = 9
const WANTED = 0.8

/** Steps at random that the rules allow; none of them fails, and none but the last leads where nothing goes on. */
function wandered(domain: DataDomain, from: Fluents, steps: number, draw: Rng): Fluents {
  let state = from
  for (let at = 1; at <= steps; at++) {
    const ends = endsFrom(domain, state)
    const open = at === steps ? ends : ends.filter((end) => endsFrom(domain, end).length > 0)
    if (open.length > 0) state = draw.pick(open)
  }
  return state
}

const endsFrom = (domain: DataDomain, state: Fluents): readonly Fluents[] =>
  domain.steps(MOST_STEPS).flatMap((step) => {
    const played = playStep(domain, state, step, () => 1 - Number.EPSILON)
    return played.kind === 'done' && played.after !== state ? [played.after] : []
  })

const MOST_STEPS = 1_000
