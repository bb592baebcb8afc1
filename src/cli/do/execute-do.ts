import { EXIT, type ExitCode } from '#app/command-line/exit-code.js'
import type { RunOptions } from '#app/command-line/options.js'
import { plural } from '#app/command-line/words.js'
import { KeptOrder } from '#app/orders/kept-order.js'
import { planJson, problemOf, refusedJson, type PlanJson } from '#app/orders/plan-json.js'
import { readOrder } from '#app/world/hear-order.js'
import { worldPlace } from '#app/world/files/find-world.js'
import { loadWorld } from '#app/world/load-world.js'
import type { Diagnostic } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import { answerOf } from '#instructions/answer.js'
import { decide, type Decision, type Planned } from '#instructions/decide.js'
import { leftOpen, sayLeftOpen } from '#instructions/left-open.js'
import { orderText } from '#instructions/order-text.js'
import { sayReading, sayStep } from '#instructions/say.js'
import { speakerProblem } from '#instructions/spoken-world.js'
import type { Reading } from '#instructions/understand.js'
import type { DataDomain } from '#worlds/assemble.js'
import { readDomain } from '#worlds/files/read-domain.js'
import type { Fluents } from '#worlds/value.js'
import { refuse } from '../run/watch-run.js'
import { agrees, askWhich, nothingMoved } from './ask-person.js'
import { carryOut } from './carry-out.js'
import { forgetCutOff, minded } from './cut-off.js'
import { recallOrder, sayFollowed, type OrderMemory } from './order-memory.js'
import { resumeOrder } from './resume-order.js'
import { warn, withChat, type DoOptions } from './with-chat.js'

type Options = RunOptions & DoOptions

/** `graft do`: nothing moves before what was understood, and the plan for it, have been shown and agreed to. */
export async function executeDo(typed: string, options: Options, signal: AbortSignal): Promise<ExitCode> {
  if (options.goOn === true || (options.forget === true && typed === '')) return old(typed, options, signal)
  const heard = await hear(typed, options, signal)
  if (options.plan && options.json) return printPlan(heard, typed, options)
  if (!heard.ok) return refuse(heard.error)
  const { decision, domain } = heard.value
  const first = await minded(options.out, domain.name, {
    forget: options.forget === true,
    plan: options.plan,
    signal,
  })
  if (first === 'resume') return resumeOrder(options, signal)
  if (typeof first === 'number') return first
  const chosen = await choose(decision, domain, options, signal)
  if (typeof chosen === 'number') return chosen
  const followed = chosen.advice?.followed ?? []
  if (followed.length > 0) say(sayFollowed(followed, domain))
  say(`I will do this, in ${plural(chosen.plan.steps.length, 'step')}:`)
  chosen.plan.steps.forEach((step, at) => say(`  ${at + 1}. ${sayStep(step)}`))
  for (const left of leftOpen(chosen)) say(sayLeftOpen(left))
  // the plan of an only reading that is in doubt is shown, but nobody has said that it is meant
  if (options.plan) return decision.kind === 'ask' ? EXIT.question : EXIT.ok
  const { robot, place, memory } = heard.value
  if (robot === undefined) return refuse([noRobot(domain.name)])
  if (!options.yes && !(await agrees(signal))) return nothingMoved(signal)
  const line = { ...lineOf(typed, chosen, options), world: domain.name, place }
  const keep = () => KeptOrder.begin({ root: options.out, domain }, line)
  return carryOut({ planned: chosen, domain, robot, memory, keep }, options, signal)
}

/** An order that was cut off is gone on with, or forgotten. */
async function old(typed: string, options: Options, signal: AbortSignal): Promise<ExitCode> {
  if (typed !== '' || (options.goOn === true && options.forget === true)) return refuse([RESUMED_ALONE])
  if (options.goOn === true) return resumeOrder(options, signal)
  if (options.given?.has('world') !== true) return forgetCutOff(options.out, undefined)
  const place = await worldAndRobot(options.world)
  return place.ok ? forgetCutOff(options.out, place.value.domain.name) : refuse(place.error)
}

/** What is kept of an order, so that somebody can go on with it. */
const lineOf = (
  order: string,
  { reading, order: task }: Planned,
  { seed, faults, scenario }: Options,
): Omit<Parameters<typeof KeptOrder.begin>[1], 'world'> => ({
  order: order.slice(0, MOST_PRINTED),
  reading: {
    goals: reading.goals.map(({ text, formula }) => ({ text, formula })),
    never: reading.never.map(({ text, formula }) => ({ text, formula })),
    order: reading.order.map(([before, then]): [number, number] => [before, then]),
  },
  task: { ...task, goals: [...task.goals] },
  ...{ seed, faults },
  ...(scenario !== undefined && { scenario }),
})

/** An order that was understood, or not, in its world. */
interface Heard {
  readonly domain: DataDomain
  /** undefined in a world without one: there is only planning there */
  readonly robot: string | undefined
  /** as `worldPlace` gives it */
  readonly place: string
  readonly decision: Decision
  readonly memory: OrderMemory | undefined
}

/** Reads an order, recalls what is remembered of such orders, and decides what is to be done about it. */
async function hear(
  typed: string,
  options: Options,
  signal: AbortSignal,
): Promise<Result<Heard, readonly Diagnostic[]>> {
  const text = orderText(typed)
  if (!text.ok) return err([text.error])
  const order = text.value
  const place = await worldAndRobot(options.world)
  if (!place.ok) return place
  const { domain } = place.value
  const state = domain.initial
  const unknown = speakerProblem(domain, options.speaker)
  if (unknown !== undefined) return err([unknown])
  const said = { order, domain, state, ...(options.speaker !== undefined && { speaker: options.speaker }) }
  const read = await readOrder(said)
  if (read.problem !== undefined) warn(read.problem)
  const understood = await withChat(read.understood, said, options, signal)
  if (!understood.ok) return understood
  const goals = understood.value.readings
    .slice(0, 1)
    .flatMap((one) => one.goals.map(({ formula }) => formula))
  const memory =
    options.memory && goals.length > 0
      ? await recallOrder({ order, goals, domain, state }, options.state)
      : undefined
  const lessons = memory?.recalled.lessons ?? []
  return ok({ ...place.value, decision: decide(understood.value, { order, domain, state, lessons }), memory })
}

/** A world without a robot can be planned in, and no more. */
async function worldAndRobot(
  world: string,
): Promise<Result<Pick<Heard, 'domain' | 'robot' | 'place'>, readonly Diagnostic[]>> {
  const loaded = await loadWorld({ world })
  if (loaded.ok) {
    const { domain, robot, folder } = loaded.value
    return ok({ domain, robot: robot.name, place: worldPlace(folder) })
  }
  if (!loaded.error.every(({ code }) => code === 'robot.file-missing')) return loaded
  const domain = await readDomain(world)
  // an order is kept only where something can move
  return domain.ok ? ok({ domain: domain.value, robot: undefined, place: '' }) : domain
}

async function choose(
  decision: Decision,
  domain: DataDomain,
  options: Options,
  signal: AbortSignal,
): Promise<Planned | ExitCode> {
  const state = domain.initial
  switch (decision.kind) {
    case 'plan':
      say(`I understood: ${sayReading(decision.found.reading, state)}.`)
      return decision.found
    case 'holds':
      say(sayHeld(decision.reading, domain, state))
      return EXIT.ok
    case 'refuse':
      return refuse([problemOf(decision)])
    case 'ask':
      return askWhich(decision, { domain, state }, { isAsked: !options.plan, signal })
  }
}

/** The answer to a question, or that nothing is to do. */
function sayHeld(reading: Reading, domain: DataDomain, state: Fluents): string {
  const answers = answerOf(reading, domain, state)
  return answers === undefined
    ? `This is so already: ${sayReading(reading, state)}.`
    : answers.map((answer) => `${answer.charAt(0).toUpperCase()}${answer.slice(1)}.`).join(' ')
}

function printPlan(heard: Result<Heard, readonly Diagnostic[]>, order: string, { world }: Options): ExitCode {
  const json: PlanJson = heard.ok
    ? planJson(heard.value.decision, heard.value.domain, heard.value.domain.initial)
    : refusedJson(heard.error)
  process.stdout.write(`${JSON.stringify({ order: order.slice(0, MOST_PRINTED), world, ...json })}\n`)
  return json.exit
}

/** An order that is refused for its length is not printed whole. */
const MOST_PRINTED = 4_000

const RESUMED_ALONE: Diagnostic = {
  code: 'do.resumed-alone',
  severity: 'error',
  message: '--resume goes on with the order that was cut off, as it was given',
  expected: 'graft do --resume alone',
  got: 'an order, or --forget, beside it',
  hint: 'a new order can be given once that one is done; --forget with an order drops the old one first',
}

const noRobot = (world: string): Diagnostic => ({
  code: 'do.no-robot',
  severity: 'error',
  message: `the world ${world} has no robot, so nothing can move there`,
  expected: 'a world with a robot.yaml',
  got: 'one without',
  hint: 'graft do --plan shows what would be done; docs/worlds.md says how to write a robot file',
})

const say = (line: string): void => void process.stderr.write(`${line}\n`)
