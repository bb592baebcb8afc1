import { EXIT, type ExitCode } from '#app/command-line/exit-code.js'
import type { RunOptions } from '#app/command-line/options.js'
import { plural } from '#app/command-line/words.js'
import { KeptOrder, writtenBelief } from '#app/orders/kept-order.js'
import { lookNow, NO_LOOK } from '#app/orders/look-now.js'
import type { CutOff } from '#app/orders/order-lines.js'
import { runAsOwnerOf } from '#app/run-folder/state-folder.js'
import { shippedWorlds, worldPlace } from '#app/world/files/find-world.js'
import { loadWorld, type LoadedWorld } from '#app/world/load-world.js'
import { openRobots } from '#app/world/open-robots.js'
import type { Diagnostic } from '#base/diagnostic.js'
import { err } from '#base/result.js'
import type { Planned } from '#instructions/decide.js'
import { goOn, type Further } from '#instructions/repair/go-on.js'
import { sayReading, sayStep } from '#instructions/say.js'
import type { TaskDomain } from '#worlds/task/with-task.js'
import { refuse } from '../run/watch-run.js'
import { agrees, nothingMoved } from './ask-person.js'
import { carryOut } from './carry-out.js'
import { sayCutOff, theOnly } from './cut-off.js'
import { recallOrder, rememberOrder, type OrderMemory } from './order-memory.js'
import { withOrders } from './order-trouble.js'
import { standingOf, type Look, type Several, type Standing } from './standing.js'
import type { DoOptions } from './with-chat.js'

type Options = RunOptions & DoOptions

/**
 * `graft do --resume`: goes on with an order that was cut off. What has come of the step that was under way is looked
 * at, not assumed, and everything that is left is planned anew from what is believed then.
 */
export const resumeOrder = (typed: Options, signal: AbortSignal): Promise<ExitCode> =>
  withOrders<ExitCode>(
    typed.out,
    () => resumed(typed, signal),
    (trouble) => refuse([trouble]),
  )

async function resumed(typed: Options, signal: AbortSignal): Promise<ExitCode> {
  const named = typed.given?.has('world') === true ? typed.world : undefined
  const as = runAsOwnerOf(typed.out)
  if (!as.ok) return refuse([as.error])
  const loaded = named === undefined ? undefined : await loadWorld({ world: named })
  if (loaded?.ok === false) return refuse(loaded.error)
  const found = theOnly(typed.out, loaded?.value.domain.name)
  if (!found.ok) return refuse([found.error])
  if (!found.value.cut.ok) return refuse([found.value.cut.error])
  const cut = found.value.cut.value
  const world = loaded ?? (await shippedWorld(cut))
  if (!world.ok) return refuse(world.error)
  if (!isWhere(cut, world.value)) return refuse([elsewhere(cut, worldPlace(world.value.folder))])
  const options = asOrdered(typed, cut, named ?? placeOf(cut))
  say(sayCutOff(cut))
  const standing = await standingOf(cut, world.value.domain, lookIn(world.value, options))
  if (!standing.ok) {
    const isBlind = standing.error.some(({ code }) => code === NO_LOOK)
    return refuse(standing.error, isBlind ? EXIT.linkLost : EXIT.usage)
  }
  return goOnWith(cut, { ...standing.value, world: world.value }, options, signal)
}

/** A world can start any program: a file names only one that ships with graft. */
async function shippedWorld(cut: CutOff): Promise<Several<LoadedWorld>> {
  const place = placeOf(cut)
  if (shippedWorlds().includes(place)) return loadWorld({ world: place })
  return err([
    {
      code: 'do.world-not-named',
      severity: 'error',
      message: `the order was given in the world ${place}, which does not ship with graft`,
      expected: `${shippedWorlds().join(', ')}, or the folder of the world on the command line`,
      got: 'no --world',
      hint: 'give its folder with --world PATH',
    },
  ])
}

/** An order of an earlier version says only what its world is called. */
const placeOf = ({ order }: CutOff): string => order.place ?? order.world

/** A copy of a world may have another robot: what that one sees says nothing about the order. */
const isWhere = ({ order }: CutOff, { folder }: LoadedWorld): boolean =>
  order.place === undefined || order.place === worldPlace(folder)

const elsewhere = (cut: CutOff, got: string): Diagnostic => ({
  code: 'do.elsewhere',
  severity: 'error',
  message: `the order was given in another world that is called ${cut.order.world}`,
  expected: placeOf(cut),
  got,
  hint: `go on with it there: graft do --resume --world ${placeOf(cut)}; or drop it: graft do --forget`,
})

/** What decides a simulated world is as the order had it, unless the command line says something else. */
function asOrdered(typed: Options, { order }: CutOff, world: string): Options {
  const { given = new Set() } = typed
  return {
    ...{ ...typed, world },
    ...(!given.has('seed') && { seed: order.seed }),
    ...(!given.has('faults') && { faults: order.faults }),
    ...(!given.has('scenario') && order.scenario !== undefined && { scenario: order.scenario }),
  }
}

/** Reads the sensors of the robot, which is not armed for that. */
const lookIn =
  (world: LoadedWorld, { seed, faults, scenario }: Options): Look =>
  async (task, believed) => {
    const there = { ...world, task }
    const robots = await openRobots(there, { seed, faults, scenario, onLog: say })
    if (!robots.ok) return robots
    const looked = await lookNow(there, robots.value, believed)
    return looked.ok ? looked : err([looked.error])
  }

interface Here extends Standing {
  readonly world: LoadedWorld
}

async function goOnWith(
  cut: CutOff,
  { world, domain, tried, unclear }: Here,
  options: Options,
  signal: AbortSignal,
): Promise<ExitCode> {
  const { reading } = cut.order
  const goals = reading.goals.map(({ formula }) => formula)
  const asked = { order: cut.order.order, goals, domain: world.domain, state: domain.start }
  const memory = options.memory ? await recallOrder(asked, options.state) : undefined
  const lessons = memory?.recalled.lessons ?? []
  const keep = () => KeptOrder.goOn({ root: options.out, domain: world.domain }, cut)
  const further = goOn(domain, tried, domain.initial, { lessons, unclear, afresh: true })
  if (further.kind === 'done' && options.plan) return nothingLeft()
  if (further.kind === 'done') return doneAlready(keep(), memory, { world, tried })
  if (further.kind === 'ask') return refuse([stuck(further, unclear)], EXIT.failed)
  const planned = plannedFrom(cut, domain, further)
  say(`I want this: ${sayReading(planned.reading, domain.start)}.`)
  say(`I will do this, in ${plural(further.steps.length, 'step')}:`)
  further.steps.forEach((step, at) => say(`  ${at + 1}. ${sayStep(step)}`))
  if (options.plan) return EXIT.ok
  if (!options.yes && !(await agrees(signal))) return nothingMoved(signal)
  const robot = world.robot.name
  const job = { planned, domain: world.domain, robot, memory, keep, before: { tried, unclear } }
  return carryOut(job, options, signal)
}

async function doneAlready(
  kept: ReturnType<typeof KeptOrder.goOn>,
  memory: OrderMemory | undefined,
  { world, tried }: Pick<Here, 'world' | 'tried'>,
): Promise<ExitCode> {
  if (!kept.ok) return refuse([kept.error])
  nothingLeft()
  const { domain, robot } = world
  if (memory !== undefined) await rememberOrder(memory, { domain, robot: robot.name, tried, completed: true })
  await kept.value.close(true)
  return EXIT.ok
}

function nothingLeft(): ExitCode {
  say('It is done: nothing was left to do.')
  return EXIT.ok
}

function plannedFrom(
  { order }: CutOff,
  domain: TaskDomain,
  { steps }: Extract<Further, { readonly kind: 'plan' }>,
): Planned {
  const { goals, never, order: before } = order.reading
  const reading = { goals, never, order: before, assumes: [], fit: 1, left: [], isUnsafe: false }
  const { task, text } = order.task
  const start = writtenBelief(domain.start, domain)
  const data = { ...order.task, task, text, start } as Planned['order']
  return { reading, order: data, domain, plan: { steps, points: 0, waitsFor: [] } }
}

const stuck = (
  { question }: Extract<Further, { readonly kind: 'ask' }>,
  unclear: Standing['unclear'],
): Diagnostic => ({
  code: 'do.unclear-outcome',
  severity: 'error',
  message: [
    ...unclear.map((step) => `nobody knows what has come of this: ${sayStep({ ...step, path: '' })}`),
    question?.text ?? 'I see no way to go on',
  ].join('; '),
  expected: 'a way to look, or to do without',
  got: 'none',
  hint: 'see how everything is; then graft do --forget drops the order, and a new one can be given',
})

const say = (line: string): void => void process.stderr.write(`${line}\n`)
