import { continued } from '#app/orders/after-tree.js'
import { writtenBelief } from '#app/orders/kept-order.js'
import { attemptsIn } from '#app/orders/tried-attempts.js'
import { planJson } from '#app/orders/plan-json.js'
import { NOT_REPEATABLE, orderTexts } from '#app/orders/write-order.js'
import { readOrder } from '#app/world/hear-order.js'
import type { Diagnostic } from '#base/diagnostic.js'
import { decide, type Decision, type Planned } from '#instructions/decide.js'
import type { ReadyLesson } from '#instructions/lessons/check-lesson.js'
import { orderText } from '#instructions/order-text.js'
import { sayDone } from '#instructions/repair/events.js'
import { goOn } from '#instructions/repair/go-on.js'
import { speakerProblem } from '#instructions/spoken-world.js'
import { sayReading, sayStep } from '#instructions/say.js'
import type { LessonReader } from '#memory/lesson-book.js'
import { recall } from '#memory/recall.js'
import type { DataDomain } from '#worlds/assemble.js'
import { taskFrom } from '#worlds/task/load-task.js'
import { withTask, worldOf } from '#worlds/task/with-task.js'
import type { Fluents } from '#worlds/value.js'
import type { Believed, FurtherJob, HearJob, OrderAnswer, OrderJob, ReadyPlan } from './jobs.js'
import { learnedFrom } from './learn-order.js'

/** Answers what is asked about an order: in words and as data, with all that it takes to carry it out. */
export const answerOrder = async (
  job: OrderJob,
  domain: DataDomain,
  reader: LessonReader,
): Promise<OrderAnswer> => (job.kind === 'hear' ? hear(job, domain, reader) : further(job, domain, reader))

async function hear(
  { order: typed, speaker, believed }: HearJob,
  domain: DataDomain,
  reader: LessonReader,
): Promise<OrderAnswer> {
  const text = orderText(typed)
  if (!text.ok) return wrong([text.error])
  const order = text.value
  const unknown = speakerProblem(domain, speaker)
  if (unknown !== undefined) return wrong([unknown])
  const state = fluentsOf(believed)
  const { understood, problem } = await readOrder({ order, domain, state, speaker })
  const goals = understood.readings.slice(0, 1).flatMap((one) => one.goals.map(({ formula }) => formula))
  const { lessons, problems } = recall(reader, { order, goals, domain, state })
  const decision = decide(understood, { order, domain, state, lessons })
  const start = writtenBelief(worldOf(state, domain), domain)
  const plans = plansOf(decision).map(
    (planned) => planned && readyPlan({ ...planned, order: { ...planned.order, start } }, lessons, state),
  )
  const offered = onlyRepeatable(decision, plans)
  if (offered === undefined) return wrong([NOT_REPEATABLE])
  return {
    kind: 'heard',
    decision: planJson(offered.decision, domain, state),
    plans: offered.plans,
    warnings: [...(problem === undefined ? [] : [problem]), ...problems],
  }
}

/**
 * What can be offered of a decision: the choices of a question without those of which the plan depends on chance.
 * @param plans of its plan or of each choice; undefined: it depends on chance
 * @returns undefined where nothing is left of it
 */
export function onlyRepeatable(
  decision: Decision,
  plans: readonly (ReadyPlan | null | undefined)[],
): { readonly decision: Decision; readonly plans: readonly (ReadyPlan | null)[] } | undefined {
  const left = plans.filter((plan) => plan !== undefined)
  if (left.length === plans.length) return { decision, plans: left }
  if (left.length === 0 || decision.kind !== 'ask') return undefined
  const choices = decision.choices.filter((_, at) => plans[at] !== undefined)
  return { decision: { ...decision, choices }, plans: left }
}

/** Goes on from what is believed now, as `graft do` does after each tree. */
async function further(job: FurtherJob, domain: DataDomain, reader: LessonReader): Promise<OrderAnswer> {
  const { planned, tried, believed, isLast } = job
  const { order, reading } = planned
  const task = taskFrom(order, () => undefined, domain)
  if (!task.ok) return wrong(task.error)
  const inside = withTask(domain, task.value)
  const attempts = tried.flatMap((steps) => attemptsIn(inside, { tried: steps }))
  const goals = reading.goals.map(({ formula }) => formula)
  const recalled = recall(reader, { order: order.text, goals, domain, state: inside.start })
  const { lessons, problems: warnings } = recalled
  const next = goOn(inside, attempts, inside.follow(fluentsOf(believed)), { lessons })
  const completed = next.kind === 'done'
  if (next.kind !== 'plan' || isLast) {
    const learned = await learnedFrom({ ...job, attempts, completed, recalled }, domain, reader)
    if (next.kind === 'done') return { kind: 'done', why: sayDone(next.unseen), learned, warnings }
    const asked = next.kind === 'ask' ? (next.question?.text ?? 'I do not get on.') : TOO_OFTEN
    return { kind: 'stuck', why: asked, learned, warnings }
  }
  const plan = { steps: next.steps, points: 0, waitsFor: [] }
  const found = continued({ reading, order, domain: inside, plan }, next.steps, next.belief)
  const ready = readyPlan(found, lessons, next.belief)
  if (ready === undefined) return wrong([NOT_REPEATABLE])
  return {
    kind: 'plan',
    why: next.why,
    decision: planJson({ kind: 'plan', found }, domain, next.belief),
    plan: ready,
    warnings,
  }
}

const TOO_OFTEN = 'It has failed too often.'

/** What must be carried out has files that say so; a plan that depends on chance has none. */
function readyPlan(planned: Planned, lessons: readonly ReadyLesson[], state: Fluents): ReadyPlan | undefined {
  const files = orderTexts(planned, lessons)
  if (files === undefined) return undefined
  const { reading, order, plan } = planned
  const steps = plan.steps.map((step) => ({ skill: step.skill, args: step.args, text: sayStep(step) }))
  return { planned: { reading, order }, text: sayReading(reading, state), steps, files }
}

/** Those that a decision offers, in their order; null for what is so already. */
function plansOf(decision: Decision): readonly (Planned | null)[] {
  switch (decision.kind) {
    case 'plan':
      return [decision.found]
    case 'ask':
      return decision.choices.map((choice) => (choice.plan === undefined ? null : choice))
    case 'holds':
    case 'refuse':
      return []
  }
}

const fluentsOf = (believed: Believed): Fluents => new Map(Object.entries(believed))

const wrong = (problems: readonly Diagnostic[]): OrderAnswer => ({ kind: 'wrong', problems })
