import type { Rng } from '#base/random.js'
import { stream } from '#base/random.js'
import { must } from '#base/result.js'
import { formatCall } from '#instructions/lessons/call.js'
import { checkLesson, type ReadyLesson } from '#instructions/lessons/check-lesson.js'
import { afterTask } from '#instructions/lessons/learn/after-task.js'
import { skillsHash, type Lesson } from '#instructions/lessons/lesson.js'
import { keyOf, objectsIn } from '#instructions/lessons/scene.js'
import { planWithLessons, type AdvisedPlan } from '#instructions/lessons/use/plan-with.js'
import { applicable, relevant } from '#instructions/lessons/use/relevant.js'
import { chanceInterval } from '#worlds/run/chance.js'
import type { TaskDomain } from '#worlds/task/with-task.js'
import { markdownTable } from '../answer.js'
import { HIDDEN, hiddenWorld, type HiddenWorld } from './hidden.js'
import { lessonFrom, misleading, unrelated } from './memories.js'
import { isReached, plan, Robot, taskIn, withoutMemory, withRepairs } from './robot.js'

export interface MemoryBench {
  readonly seeds: number
  /** lessons of other tasks in the memory */
  readonly others: number
  /** how often each misleading lesson is said to have held; those that were learned have held twice */
  readonly wrongHeld: number
  /** names of hidden facts; all of them where none is given */
  readonly facts?: readonly string[]
  readonly progress: (text: string) => void
}

const VARIANTS = [
  'none, 1 attempt',
  'none, 2 attempts',
  'short-term',
  'long-term: 5 retrieved',
  'long-term: all',
  'long-term: 5 at random',
  'long-term: 5 retrieved, 20 % misleading',
  'long-term: all, 20 % misleading',
] as const
type Variant = (typeof VARIANTS)[number]

/** One evaluated task of one variant. */
interface Row {
  readonly fact: string
  readonly seed: number
  readonly variant: Variant
  readonly success: boolean
  /** of variants that plan with lessons or without any; short-term memory begins as without */
  readonly firstRight: boolean
  readonly lessons: number
}

export interface MemoryFigures {
  readonly rows: readonly Row[]
  readonly page: string
}

const REPAIRS = 16
const TRAINED = 2

/** Hidden facts: what none, short-term and long-term memory make of them, on tasks that were not trained on. */
export function runMemoryBench(bench: MemoryBench): MemoryFigures {
  const { seeds, progress } = bench
  const rows: Row[] = []
  for (const fact of HIDDEN.filter(({ name }) => bench.facts?.includes(name) ?? true)) {
    const world = hiddenWorld(fact)
    for (let seed = 1; seed <= seeds; seed++) {
      rows.push(...runSeed(world, seed, bench))
      progress(`${fact.name}: ${seed} of ${seeds}`)
    }
  }
  return { rows, page: pageOf(rows) }
}

function runSeed(world: HiddenWorld, seed: number, { others, wrongHeld }: MemoryBench): readonly Row[] {
  const { fact, believed } = world
  const random = stream('memory bench', fact.name, seed)
  const things = shuffled(fact.things, random)
  const goals = things.map((thing) => fact.goals(thing, random))
  const learned = trained(world, goals.slice(0, TRAINED))
  const full = [...learned, ...unrelated(believed, others, seed)]
  const wrong = misleading(believed, learned, { count: Math.round(full.length / 4), held: wrongHeld, seed })
  const last = goals[TRAINED] ?? []
  const task = taskIn(believed, last)
  const key = keyOf(orderOf(last), believed, believed.initial, objectsIn(last, believed))
  const situation = { key, domain: believed, state: believed.initial }
  const lessonsFor = (variant: Variant): readonly ReadyLesson[] => {
    const memory = variant.includes('misleading') ? [...full, ...wrong] : full
    if (variant.includes('retrieved')) return relevant(memory, situation)
    const all = applicable(memory, situation)
    return variant.includes('random') ? shuffled(all, random).slice(0, 5) : all
  }
  const known = must(checkLesson(lessonFrom(fact.known, believed), believed), fact.name)
  return VARIANTS.map((variant): Row => {
    const robot = new Robot(world)
    const lessons = variant.startsWith('long-term') ? lessonsFor(variant) : []
    const advised = planned(task, lessons)
    const success = succeeded(variant, robot, task, advised)
    const firstRight = advised !== null && isFirstRight(world, task, advised, known)
    return { fact: fact.name, seed, variant, success, firstRight, lessons: lessons.length }
  })
}

/** The lessons of some tasks that were carried out with short-term memory. */
function trained(world: HiddenWorld, tasks: readonly (readonly string[])[]): readonly Lesson[] {
  const { believed } = world
  const origin = { robot: 'robot', world: believed.name, skills: skillsHash(believed) }
  let memory: readonly Lesson[] = []
  for (const [at, goals] of tasks.entries()) {
    const robot = new Robot(world)
    const completed = withRepairs(robot, taskIn(believed, goals), REPAIRS)
    const key = keyOf(orderOf(goals), believed, believed.initial, objectsIn(goals, believed))
    const change = afterTask(memory, {
      domain: believed,
      key,
      origin,
      number: at + 1,
      attempts: robot.attempts,
      recalled: [],
      completed,
    })
    const changed = new Map(change.lessons.map((lesson) => [lesson.id, lesson]))
    memory = [
      ...memory.map((lesson) => changed.get(lesson.id) ?? lesson),
      ...change.lessons.filter(({ id }) => !memory.some((lesson) => lesson.id === id)),
    ].filter(({ id }) => !change.forgotten.includes(id))
  }
  return memory
}

function succeeded(variant: Variant, robot: Robot, task: TaskDomain, advised: AdvisedPlan | null): boolean {
  if (variant === 'none, 1 attempt') return withoutMemory(robot, task, 1)
  if (variant === 'none, 2 attempts') return withoutMemory(robot, task, 2)
  if (variant === 'short-term') return withRepairs(robot, task, REPAIRS)
  // the first attempt counts, without any repair
  return advised !== null && robot.follow(advised.steps, advised.tries) && isReached(task, robot.state)
}

const planned = (task: TaskDomain, lessons: readonly ReadyLesson[]): AdvisedPlan | null =>
  planWithLessons(task, task.initial, lessons, (domain) => plan(domain, domain.initial))

/** The first step works, and leaves less to do by the plan of somebody who knows the fact. */
function isFirstRight(
  world: HiddenWorld,
  task: TaskDomain,
  { steps, tries }: AdvisedPlan,
  known: ReadyLesson,
): boolean {
  const [first] = steps
  const best = planned(task, [known])
  if (first === undefined || best === null) return false
  const [right] = best.steps
  if (right !== undefined && formatCall(right) === formatCall(first))
    return tries.get(0) === best.tries.get(0)
  const robot = new Robot(world)
  if (!robot.execute(first)) return false
  const rest = planWithLessons(task, robot.state, [known], (domain) => plan(domain, robot.state))
  return rest !== null && rest.steps.length < best.steps.length
}

const orderOf = (goals: readonly string[]): string => goals.join(' and ').replaceAll(/[_()=]/g, ' ')

function shuffled<T>(all: readonly T[], random: Rng): readonly T[] {
  return all
    .map((one) => ({ one, at: random.next() }))
    .sort((a, b) => a.at - b.at)
    .map(({ one }) => one)
}

function pageOf(rows: readonly Row[]): string {
  const facts = [...new Set(rows.map(({ fact }) => fact))]
  const totals = VARIANTS.map((variant) => {
    const own = rows.filter((row) => row.variant === variant)
    const lessons = own.reduce((sum, row) => sum + row.lessons, 0) / own.length
    return [
      variant,
      shareOf(own.map(({ success }) => success)),
      shareOf(own.map(({ firstRight }) => firstRight)),
      lessons.toFixed(1),
    ]
  })
  const byFact = facts.map((fact) => [
    fact,
    ...VARIANTS.map((variant) => {
      const own = rows.filter((row) => row.fact === fact && row.variant === variant)
      return `${own.filter(({ success }) => success).length}/${own.length}`
    }),
  ])
  return [
    markdownTable(['memory', 'success, 95 % interval', 'first action right', 'lessons given'], totals),
    '',
    markdownTable(['hidden fact: successes', ...VARIANTS], byFact),
  ].join('\n')
}

/** `93 % (88 to 97)`, by Clopper and Pearson. */
function shareOf(hits: readonly boolean[]): string {
  const seen = hits.filter(Boolean).length
  const [low, high] = chanceInterval({ tries: hits.length, seen })
  const percent = (share: number): string => (100 * share).toFixed(0)
  return `${percent(hits.length === 0 ? 0 : seen / hits.length)} % (${percent(low)} to ${percent(high)})`
}
