import { err, type Result } from '#base/result.js'
import type { PlannedStep } from '#twin/domain/domain.js'
import { tryStep } from '#twin/plan/try-step.js'
import type { GroundSkill } from '#worlds/run/intend.js'
import { MeansEnds } from '#worlds/search/means-ends.js'
import type { TaskDomain } from '#worlds/task/with-task.js'
import type { Fluents } from '#worlds/value.js'
import { formatCall } from '../call.js'
import type { ReadyLesson } from '../check-lesson.js'
import { groundCall, isTrueWith, matchCall, type PlainStep } from '../holds.js'
import { callsOf, isRepeat, trustOf, warnedCall } from '../lesson.js'
import { sayLesson } from '../say-lesson.js'

/** The search for a plan without lessons, such as `searchPlan`; null or undefined where it finds none. */
export type Search = (domain: TaskDomain) => readonly PlannedStep[] | null | undefined

/** A plan that follows lessons as far as the twin can prove it. */
export interface AdvisedPlan {
  readonly steps: readonly PlannedStep[]
  /** lessons that the plan follows: it contains what they recommend, or would have contained what they warn of */
  readonly followed: readonly ReadyLesson[]
  /** lessons with which no plan was found */
  readonly ignored: readonly ReadyLesson[]
  /** by the number of a step from 0: how many tries lessons expect of it */
  readonly tries: ReadonlyMap<number, number>
}

/**
 * Plans with lessons. They are soft: every plan is proved again in the twin without them, and where none is found with
 * all of them, the least trusted are dropped. A plan of which no lesson warns is taken as it is; otherwise the steps
 * are first replaced by what lessons recommend, then planned anew, for a bounded time.
 */
export function planWithLessons(
  domain: TaskDomain,
  from: Fluents,
  lessons: readonly ReadyLesson[],
  search: Search,
): AdvisedPlan | null {
  const plain = search(domain)
  if (plain === null || plain === undefined) return null
  const trusted = consistent(lessons)
  const advised = (steps: readonly PlannedStep[], kept: readonly ReadyLesson[]): AdvisedPlan => ({
    steps,
    followed: kept.filter((one) => isFollowed(one, steps, plain, domain)),
    ignored: lessons.filter((one) => !kept.includes(one)),
    tries: triesOf(kept, steps, domain, from),
  })
  for (const kept of fewerAndFewer(trusted)) {
    const inside = withLessons(domain, kept)
    const steps = [plain, replaced(plain, kept, domain)].find((all) => isProved(inside, from, all))
    const found = steps ?? new MeansEnds(inside, LIMITS).reach(from, targetsOf(domain))?.steps
    if (found !== undefined && isProved(domain, from, found)) return advised(found, kept)
  }
  return advised(plain, [])
}

/** All, the better half, the best: each failure costs a search. */
const fewerAndFewer = (lessons: readonly ReadyLesson[]): readonly (readonly ReadyLesson[])[] =>
  [lessons.length, Math.floor(lessons.length / 2), 1]
    .filter((count, at, all) => count > 0 && all.indexOf(count) === at)
    .map((count) => lessons.slice(0, count))

/** Enough for a plan of a dozen steps; what takes longer is planned without lessons. */
const LIMITS = { depth: 8, steps: 40, tries: 300, means: 6 }

const targetsOf = ({ goal = [] }: TaskDomain) =>
  goal.map((one, at) => ({ key: `goal ${at}`, holds: (state: Fluents) => one.holds(state) }))

/** The plan with each step that a lesson would replace replaced. */
function replaced(
  steps: readonly PlannedStep[],
  lessons: readonly ReadyLesson[],
  domain: TaskDomain,
): readonly PlannedStep[] {
  return steps.map((step) => variantsOf([step], lessons, domain)[0] ?? step)
}

/**
 * The world as lessons describe it, for planning alone: a step that they warn of is refused, and a condition that they
 * name is one more check. Permits are asked of the twin itself, which knows no lessons.
 */
export function withLessons(domain: TaskDomain, lessons: readonly ReadyLesson[]): TaskDomain {
  const warning = (state: Fluents, command: GroundSkill): ReadyLesson | undefined =>
    lessons.find((one) => warnsOf(one, asStep(command), state, domain))
  const judge: TaskDomain['judge'] = (state, command): ReturnType<TaskDomain['judge']> => {
    const warned = warning(state, command)
    return warned === undefined
      ? domain.judge(state, command)
      : err({ checkId: 'lesson', text: sayLesson(warned.lesson, domain) })
  }
  const permitted = (step: PlannedStep, state: Fluents): boolean => {
    const commands: Result<readonly GroundSkill[], unknown> = domain.intend(step, state)
    return commands.ok && commands.value.length > 0 && commands.value.every((one) => judge(state, one).ok)
  }
  const variants = (steps: readonly PlannedStep[]): readonly PlannedStep[] =>
    variantsOf(steps, lessons, domain)
  return {
    ...domain,
    judge,
    steps: (limit) => variants(domain.steps(limit)).slice(0, limit),
    candidates: (state) => {
      const all = domain.candidates?.(state) ?? []
      return variants(all).filter((step) => permitted(step, state))
    },
    checksHold: (state, command) => [
      ...domain.checksHold(state, command),
      ...lessons.map((one) => !warnsOf(one, asStep(command), state, domain)),
    ],
  }
}

/** Whether a lesson warns of a step in a state. */
function warnsOf(ready: ReadyLesson, step: PlainStep, state: Fluents, domain: TaskDomain): boolean {
  const bad = warnedCall(ready.lesson.advice)
  const binding = bad && matchCall(bad, step, ready, domain)
  return binding !== undefined && isTrueWith(ready, state, binding)
}

/** What lessons say of a step as a cost, for a planner that weighs steps: above 0: they warn, below: they advise. */
export function costOf(
  step: PlainStep,
  state: Fluents,
  lessons: readonly ReadyLesson[],
  domain: TaskDomain,
): number {
  return lessons.reduce((sum, one) => {
    const { advice } = one.lesson
    if (warnsOf(one, step, state, domain)) return sum + trustOf(one.lesson)
    const isAdvised = advice.kind === 'prefer' && matchCall(advice.call, step, one, domain) !== undefined
    return isAdvised ? sum - trustOf(one.lesson) : sum
  }, 0)
}

const asStep = ({ skill, written }: GroundSkill): PlainStep => ({ skill, args: written })

/** What the lessons say of a step while they disagree: the most trusted one of each contradiction counts. */
export function consistent(lessons: readonly ReadyLesson[]): readonly ReadyLesson[] {
  const sorted = lessons
    .filter(({ lesson }) => trustOf(lesson) >= LEAST_TRUST)
    .toSorted((a, b) => trustOf(b.lesson) - trustOf(a.lesson) || (a.lesson.id < b.lesson.id ? -1 : 1))
  const kept: ReadyLesson[] = []
  for (const one of sorted) if (!kept.some((other) => contradict(other, one))) kept.push(one)
  return kept
}

const LEAST_TRUST = 0.5

/** What one recommends the other warns of, for objects that both are about. */
function contradict(a: ReadyLesson, b: ReadyLesson): boolean {
  const recommended = ({ lesson: { advice } }: ReadyLesson): string | undefined =>
    advice.kind === 'prefer' ? formatCall(advice.call) : undefined
  const warned = ({ lesson: { advice } }: ReadyLesson): string | undefined =>
    advice.kind === 'avoid'
      ? formatCall(advice.call)
      : advice.kind === 'prefer' && advice.over !== undefined
        ? formatCall(advice.over)
        : undefined
  const overlap = a.variables.every(({ name, values }) => {
    const other = b.variables.find((one) => one.name === name)
    return other === undefined || values.some((value) => other.values.includes(value))
  })
  const clash = (one: string | undefined, two: string | undefined): boolean =>
    one !== undefined && one === two
  return overlap && (clash(recommended(a), warned(b)) || clash(recommended(b), warned(a)))
}

/** The steps, and beside each that a lesson would replace what it recommends instead. */
function variantsOf(
  steps: readonly PlannedStep[],
  lessons: readonly ReadyLesson[],
  domain: TaskDomain,
): readonly PlannedStep[] {
  const more = lessons.flatMap((one) => {
    const { advice } = one.lesson
    if (advice.kind !== 'prefer' || advice.over === undefined) return []
    const { call, over } = advice
    return steps.flatMap((step): PlannedStep[] => {
      const binding = matchCall(over, step, one, domain)
      const good = binding && groundCall(call, binding)
      if (good === undefined) return []
      const kept = good.skill === step.skill ? step.args : {}
      return [{ skill: good.skill, args: { ...kept, ...good.args }, path: step.path }]
    })
  })
  const all = new Map([...more, ...steps].map((step) => [formatCall(step), step]))
  return [...all.values()]
}

/** Replays a plan in the twin: every step permitted in every outcome, every goal reached. */
export function isProved(domain: TaskDomain, from: Fluents, steps: readonly PlannedStep[]): boolean {
  let states: readonly Fluents[] = [from]
  for (const step of steps) {
    const next: Fluents[] = []
    for (const state of states) {
      const tried = tryStep(step, state, domain)
      if (!tried.ok) return false
      next.push(...tried.value.ends)
    }
    states = next.slice(0, MOST_WORLDS)
  }
  return states.every((state) => (domain.goal ?? []).every((goal) => goal.holds(state)))
}

const MOST_WORLDS = 64

function isFollowed(
  ready: ReadyLesson,
  steps: readonly PlannedStep[],
  plain: readonly PlannedStep[],
  domain: TaskDomain,
): boolean {
  const { advice } = ready.lesson
  const [first, second] = callsOf(advice)
  const has = (call: typeof first, all: readonly PlannedStep[]): boolean =>
    call !== undefined && all.some((step) => matchCall(call, step, ready, domain) !== undefined)
  switch (advice.kind) {
    case 'avoid':
      return has(first, plain) && !has(first, steps)
    case 'prefer':
      return has(first, steps)
    case 'first':
      return has(second, steps)
    case 'believe':
      return false
  }
}

/** How often a step is tried that a lesson says takes a second try: where there is more than one case of it. */
function triesOf(
  lessons: readonly ReadyLesson[],
  steps: readonly PlannedStep[],
  domain: TaskDomain,
  from: Fluents,
): ReadonlyMap<number, number> {
  const repeats = lessons.filter(({ lesson: { advice, evidence } }) => isRepeat(advice) && evidence.held > 1)
  return new Map(
    steps.flatMap((step, at): [number, number][] => {
      const expects = repeats.some((one) => {
        const [call] = callsOf(one.lesson.advice)
        const binding = call && matchCall(call, step, one, domain)
        return binding !== undefined && (one.lesson.when === 'true' || isTrueWith(one, from, binding))
      })
      return expects ? [[at, 2]] : []
    }),
  )
}
