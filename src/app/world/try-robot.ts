import { must } from '#base/result.js'
import { NodeRegistry } from '#bt/engine/registry.js'
import { createTree } from '#bt/engine/tree.js'
import type { Tree } from '#bt/engine/tree.js'
import { DriverRobot } from '#robots/driver/driver-robot.js'
import { REFLEX_PERIOD } from '#runtime/robot-connection.js'
import type { PlannedStep } from '#twin/domain/domain.js'
import { withTask } from '#worlds/task/with-task.js'
import type { LoadedWorld } from './load-world.js'
import { trustIn, type WorldRobot } from './world-robots.js'

/** What was tried on a robot, and whether it was right. */
export interface Tried {
  readonly ok: boolean
  readonly text: string
}

/** turns of the loop for what takes a moment: to connect, to leave SAFE, to begin to move */
const PATIENCE = 250

/**
 * Tries a robot: it offers the skills of the world and reports the facts that its file promises, leaves SAFE, moves,
 * and stands within its declared time after a stop. Moves the robot, through the twin like everything else.
 * @param step something that it may do at the start
 */
export async function tryRobot(
  world: LoadedWorld,
  robot: WorldRobot,
  step: PlannedStep | undefined,
): Promise<readonly Tried[]> {
  const { line, time } = robot
  const loop = new Loop(robot)
  try {
    if (!(await loop.until(() => line.status === 'up')))
      return [{ ok: false, text: `the driver does not answer: ${line.refusal ?? line.status}` }]
    const offers = offersOf(world, robot)
    return step === undefined ? offers : [...offers, await tryStop(world, robot, { loop, step })]
  } finally {
    time.close()
  }
}

/** Turns of the reflex loop, without a mission. */
class Loop {
  readonly #robot: WorldRobot

  constructor(robot: WorldRobot) {
    this.#robot = robot
  }

  async turn(act: () => void = () => undefined): Promise<void> {
    const { line, time } = this.#robot
    line.allowHeartbeat()
    line.receive()
    act()
    line.send()
    await time.pace(REFLEX_PERIOD)
  }

  /** @returns whether it came true in time */
  async until(done: () => boolean, act?: () => void): Promise<boolean> {
    for (let turns = 0; turns < PATIENCE && !done(); turns++) await this.turn(act)
    return done()
  }
}

async function tryStop(
  world: LoadedWorld,
  robot: WorldRobot,
  { loop, step }: { readonly loop: Loop; readonly step: PlannedStep },
): Promise<Tried> {
  const { clock } = robot.time
  const body = bodyOf(world, robot)
  const tree = treeOf(world, body, step, robot)
  const observe = (): void => body.observe()
  const tick = (): void => {
    body.observe()
    tree.tick()
  }
  body.arm()
  if (!(await loop.until(() => body.armState().kind === 'armed', observe)))
    return { ok: false, text: 'the driver does not leave its safe state' }
  if (!(await loop.until(() => body.condition().moving, tick)))
    return { ok: false, text: `the robot does not move for ${step.skill}` }
  // a robot at speed is harder to stop
  for (let turns = 0; turns < TURNS_TO_SPEED; turns++) await loop.turn(tick)
  body.stop()
  const began = clock.now()
  const stands = await loop.until(() => !body.condition().moving, observe)
  const took = clock.now() - began
  const limit = 1000 * world.robot.safe.stopSeconds
  // one turn to send, one to hear of it
  const ok = stands && took <= limit + 2 * REFLEX_PERIOD
  return { ok, text: `after a stop in motion it stands within ${Math.round(took)} ms, declared ${limit} ms` }
}

/** a second of motion */
const TURNS_TO_SPEED = 50

function offersOf({ robot }: LoadedWorld, { line }: WorldRobot): readonly Tried[] {
  const missing = [...robot.skills.keys()].filter((skill) => line.timeoutOf(skill) === undefined)
  const facts = [...robot.sensors.values()].flatMap((sensor) => sensor.facts)
  const unseen = facts.filter((fact) => !line.reports(fact))
  return [
    missing.length === 0
      ? { ok: true, text: `the driver offers all ${robot.skills.size} skills of the world` }
      : { ok: false, text: `the driver does not offer ${missing.join(', ')}` },
    unseen.length === 0
      ? { ok: true, text: `it reports all ${facts.length} facts that the robot file promises` }
      : { ok: false, text: `it does not report ${unseen.join(', ')}` },
  ]
}

const bodyOf = ({ domain, task, robot: spec }: LoadedWorld, robot: WorldRobot): DriverRobot =>
  new DriverRobot({
    domain: withTask(domain, task),
    line: robot.line,
    clock: robot.time.clock,
    trusts: trustIn(spec),
    timeLimit: (skill) => robot.timeLimit(skill),
    onRefusal: () => undefined,
    onFeedback: () => undefined,
    onSurprises: () => undefined,
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
