import type { Observation } from '#drivers/contract.js'
import { must } from '#base/result.js'
import { NodeRegistry } from '#bt/engine/registry.js'
import { createTree } from '#bt/engine/tree.js'
import type { Tree } from '#bt/engine/tree.js'
import { DriverRobot } from '#robots/driver/driver-robot.js'
import { REFLEX_PERIOD } from '#runtime/robot-connection.js'
import type { PlannedStep } from '#twin/domain/domain.js'
import { withTask } from '#worlds/task/with-task.js'
import type { LoadedWorld } from './load-world.js'
import {
  tryContract,
  tryName,
  trySeen,
  tryStart,
  trySkills,
  tryObservation,
  type DriverBreach,
  type Tried,
} from './try-offers.js'
import { STEADY_MS } from '#drivers/session/standstill.js'
import { sensingOf, type WorldRobot } from './world-robots.js'

/** turns of the loop for what takes a moment: to leave SAFE, to begin to move */
const PATIENCE = 250
/** turns for a driver that starts: the session gives it up after 10 s */
const PATIENCE_TO_CONNECT = 600

/**
 * Tries a robot: it offers the skills of the world and observes the facts that its file promises, leaves SAFE, moves,
 * and stands within its declared time after a stop: one that comes as it begins to move, and one at speed. Moves the
 * robot, through the twin like everything else.
 * @param step something that it may do at the start
 * @param signal aborted when somebody ends the trial: the robot is stopped, and stands when this returns, or is lost
 */
export async function tryRobot(
  world: LoadedWorld,
  robot: WorldRobot,
  step: PlannedStep | undefined,
  signal?: AbortSignal,
): Promise<readonly Tried[]> {
  const { line, time } = robot
  const loop = new Loop(robot, signal)
  try {
    await loop.until(() => line.status !== 'connecting', undefined, PATIENCE_TO_CONNECT)
    if (line.refusal !== undefined) return [{ ok: false, text: `the driver is refused: ${line.refusal}` }]
    if (line.status !== 'up')
      return [{ ok: false, text: `the driver does not answer: ${line.silence ?? line.status}` }]
    line.observe()
    const seen: Observation[] = []
    await loop.until(() => seen.push(...line.takeObservations()) > 0)
    const offers = [
      ...trySkills(world, line),
      ...tryObservation(world, line, { seen: seen[0], why: line.blindness }),
      ...tryName(world, line.robot ?? world.robot.name),
      ...tryStart(world, seen[0]),
    ]
    // what is not the robot of the file is not moved
    const fits = offers.every(({ ok }) => ok)
    if (step === undefined || !fits || signal?.aborted === true)
      return [...offers, ...tryContract(loop.breaches)]
    const stop = await tryStop(world, robot, { loop, step })
    line.observe()
    const before = seen.length
    await loop.until(() => seen.push(...line.takeObservations()) > before)
    const lost = line.doubt === undefined ? [] : [{ ok: false, text: line.doubt }]
    // what a simulation of graft reports is known: it has only not come to where the rest can be seen
    const isOurs = world.robot.driver.kind === 'simulated'
    return [...offers, stop, ...lost, ...(isOurs ? [] : trySeen(world, seen)), ...tryContract(loop.breaches)]
  } finally {
    if (signal?.aborted === true) await loop.standDown()
    time.close()
  }
}

/** Turns of the reflex loop, without a mission. */
class Loop {
  /** what the driver has done so far that the contract forbids; a session bears few */
  readonly breaches: DriverBreach[] = []
  readonly #robot: WorldRobot
  readonly #signal: AbortSignal | undefined

  constructor(robot: WorldRobot, signal: AbortSignal | undefined) {
    this.#robot = robot
    this.#signal = signal
  }

  async turn(act: () => void = () => undefined): Promise<void> {
    const { line, time } = this.#robot
    line.allowHeartbeat()
    line.receive()
    this.breaches.push(...line.takeEvents().filter((event) => event.kind === 'breach'))
    act()
    line.send()
    await time.pace(REFLEX_PERIOD)
  }

  /** @returns whether it came true in time, and before somebody ended the trial */
  async until(done: () => boolean, act?: () => void, patience = PATIENCE): Promise<boolean> {
    await this.#run(() => done() || this.#signal?.aborted === true, patience, act)
    return done()
  }

  /** Tells the robot to make itself safe, and waits until it stands or is lost. */
  async standDown(): Promise<void> {
    const { line } = this.#robot
    line.estop()
    const isOver = (): boolean => line.status === 'lost' || line.status === 'refused'
    await this.#run(() => isOver() || (!line.stopping && !line.moving), turnsToStand(line))
  }

  async #run(isOver: () => boolean, patience: number, act?: () => void): Promise<void> {
    for (let turns = 0; turns < patience && !isOver(); turns++) await this.turn(act)
  }
}

interface StopTrial {
  readonly body: DriverRobot
  readonly line: WorldRobot['line']
  readonly loop: Loop
  /** begins the step, or goes on with it */
  readonly tick: () => void
  readonly clock: WorldRobot['time']['clock']
}

async function tryStop(
  world: LoadedWorld,
  robot: WorldRobot,
  { loop, step }: { readonly loop: Loop; readonly step: PlannedStep },
): Promise<Tried> {
  const body = bodyOf(world, robot)
  body.arm()
  if (
    !(await loop.until(
      () => body.armState().kind === 'armed',
      () => body.observe(),
    ))
  )
    return { ok: false, text: 'the driver does not leave its safe state' }
  const took: number[] = []
  for (const turns of [0, TURNS_TO_SPEED]) {
    const tree = treeOf(world, body, step, robot)
    const tick = (): void => {
      body.observe()
      tree.tick()
    }
    const stood = await stopAfter(turns, { body, line: robot.line, loop, tick, clock: robot.time.clock })
    // a short step may have ended before it was at speed; the first stop comes while it moves
    if (stood === undefined && took.length > 0) break
    if (stood === undefined) return { ok: false, text: `the robot does not move for ${step.skill}` }
    took.push(stood)
    if (stood === Infinity) break
  }
  const limit = 1000 * world.robot.safe.stopSeconds
  const longest = Math.max(...took)
  if (longest === Infinity)
    return { ok: false, text: `the robot moves on after a stop, declared ${limit} ms` }
  // one turn to send, one to hear of it, and it has to say for a while that it stands
  const ok = longest <= limit + STEADY_MS + 2 * REFLEX_PERIOD
  return {
    ok,
    text: `after a stop in motion it stands within ${Math.round(longest)} ms, declared ${limit} ms`,
  }
}

/**
 * Stops a robot this many turns after it has begun to move.
 * @returns how long it moved on, ms; Infinity where it did not come to stand; undefined where it stood before the stop
 */
async function stopAfter(
  turns: number,
  { body, line, loop, tick, clock }: StopTrial,
): Promise<number | undefined> {
  const moving = (): boolean => body.condition().moving
  if (!(await loop.until(moving, tick))) return undefined
  for (let turn = 0; turn < turns && moving(); turn++) await loop.turn(tick)
  if (!moving()) return undefined
  body.stop()
  const began = clock.now()
  const stood = await loop.until(
    () => !line.stopping && !moving(),
    () => body.observe(),
    turnsToStand(line),
  )
  return stood && line.status !== 'lost' ? clock.now() - began : Infinity
}

const turnsToStand = ({ standsMs }: WorldRobot['line']): number => Math.ceil(standsMs / REFLEX_PERIOD)

/** a second of motion: a robot at speed is harder to stop */
const TURNS_TO_SPEED = 50

const bodyOf = ({ domain, task, robot: spec }: LoadedWorld, robot: WorldRobot): DriverRobot =>
  new DriverRobot({
    domain: withTask(domain, task),
    line: robot.line,
    clock: robot.time.clock,
    sensing: sensingOf(spec),
    timeLimit: (skill) => robot.timeLimit(skill),
    onRefusal: () => undefined,
    onFeedback: () => undefined,
    onSurprises: () => undefined,
    onSightings: () => undefined,
  })

function treeOf(
  { library }: LoadedWorld,
  body: DriverRobot,
  { skill, args }: PlannedStep,
  { time }: WorldRobot,
): Tree {
  const registry = new NodeRegistry(library)
  body.install(registry)
  const root = { id: skill, kind: 'action', attrs: { ...args }, children: [] } as const
  return must(
    createTree({ main: 'Main', trees: [{ id: 'Main', root }] }, registry, { clock: time.clock }),
    'one step',
  )
}
