import type { Tree } from '#bt/engine/tree.js'
import type { NodeLibrary } from '#bt/library.js'
import type { DriverRobot } from '#robots/driver/driver-robot.js'
import type { Feedback } from '#robots/skills/host.js'
import type { TaskDomain } from '#worlds/task/with-task.js'
import { SafetyMonitor } from '../ending/safety-monitor.js'
import type { ModeMachine } from '../modes.js'
import { Reflex, type ReflexParts } from '../reflex.js'
import { beginTeleop, endedBy, type NotBegun, type TeleopControl, type WhyOver } from './begin-teleop.js'
import { treeOfStep } from './one-step.js'
import type { StepSession, StepStanding } from './step-session.js'

/** What driving by steps needs: the parts of an episode in a world without tree and critic. */
export interface StepParts extends ReflexParts {
  readonly robot: DriverRobot
  readonly domain: TaskDomain
  readonly library: NodeLibrary
  readonly modes: ModeMachine
  readonly control: TeleopControl
  /** what the robot last said of a step, once */
  readonly takeFeedback: () => Feedback | undefined
}

export type StepsEnd =
  | NotBegun
  /** somebody could drive, and the robot has been stopped and is SAFE */
  | {
      readonly kind: 'over'
      readonly why: WhyOver
      /** from the confirmation to the end, ms of the robot's time */
      readonly ms: number
      /** steps that got a permit, each its own */
      readonly permitted: number
      readonly refused: number
      /** why nobody knows whether the robot stands, in words */
      readonly doubt?: string
    }

interface Running {
  readonly tree: Tree
  /** the twin has permitted it */
  begun: boolean
}

/**
 * Runs a session of single steps, from SAFE to SAFE. Each step is a tree of one leaf in the reflex loop: judged,
 * permitted and checked as in an episode. Whatever ends the session stops a running step; the robot stands, or is lost,
 * when this returns.
 */
export async function runSteps(parts: StepParts, session: StepSession): Promise<StepsEnd> {
  const { body, line, robot, modes, control } = parts
  const reflex = new Reflex(parts)
  const safetyMonitor = new SafetyMonitor(parts, reflex)
  const asItIs = {
    condition: () => robot.condition(),
    arm: () => robot.arm(),
    armState: () => robot.armState(),
    // a person drives because things are not as a task begins: it is enough that they have been looked at
    startDiffers: () => (robot.startDiffers() === undefined ? undefined : []),
  }
  const tools = { reflex, safetyMonitor }
  const begun = await beginTeleop(tools, { line, robot: asItIs, modes, armedBy: session.by, control })
  if (!begun.ok) {
    await safetyMonitor.retire()
    return begun.error
  }
  const began = body.clock.now()
  session.open()
  const steps = new Steps(parts, session)
  const why = await drive(parts, session, { ...tools, steps })
  const ms = body.clock.now() - began
  session.end('ended')
  if (modes.mode === 'RUNNING') modes.request('finish', why)
  // the STOP goes first, and does not wait for the leaf to halt
  if (safetyMonitor.interrupted === undefined) safetyMonitor.stop()
  steps.halt(why)
  reflex.flush()
  await safetyMonitor.awaitStandstill()
  await safetyMonitor.retire()
  const { doubt } = safetyMonitor
  return { kind: 'over', why, ms, ...steps.count, ...(doubt !== undefined && { doubt }) }
}

async function drive(
  { modes, control }: StepParts,
  session: StepSession,
  tools: { readonly reflex: Reflex; readonly safetyMonitor: SafetyMonitor; readonly steps: Steps },
): Promise<WhyOver> {
  const { reflex, safetyMonitor, steps } = tools
  for (;;) {
    if (session.over !== undefined) return session.over
    const turn = await reflex.turn(steps.next())
    const why = endedBy(turn, { safetyMonitor, modes })
    if (why !== undefined) return why
    steps.follow(turn.kind === 'alive' ? turn.status : 'FAILURE')
    control.turn?.()
  }
}

/** The step of a session that is judged or under way. */
class Steps {
  readonly count = { permitted: 0, refused: 0 }
  readonly #parts: StepParts
  readonly #session: StepSession
  #running: Running | undefined

  constructor(parts: StepParts, session: StepSession) {
    this.#parts = parts
    this.#session = session
  }

  /** The tree to tick in this turn; a step waits until the robot stands. */
  next(): Tree | undefined {
    const { robot, body, domain, library } = this.#parts
    const asked = this.#session.waiting
    if (this.#running === undefined && asked !== undefined && !robot.busyWithStep()) {
      const tree = treeOfStep(asked, { domain, library, robot, clock: body.clock })
      if (tree.ok) this.#running = { tree: tree.value, begun: false }
      else this.#refuse(tree.error)
    }
    return this.#running?.tree
  }

  /** @param status of the leaf after this turn */
  follow(status: string): void {
    const running = this.#running
    if (running === undefined) return
    if (!running.begun && this.#parts.robot.hasCommand()) this.#begin(running)
    if (status === 'RUNNING') return
    this.#running = undefined
    const feedback = this.#parts.takeFeedback()
    const { kind, text } = feedback ?? { kind: 'exec_fail', text: 'the step has ended without a word' }
    if (kind === 'twin_reject') return this.#refuse(text)
    // what is so already takes no command, and so no permit
    if (!running.begun)
      return this.#refuse(kind === 'done' ? 'that is so already: nothing is left to do' : text)
    this.#session.conclude(kind, text)
  }

  /** Abandons the step; the robot has been told to stop. */
  halt(why: string): void {
    this.#running?.tree.halt()
    this.#running = undefined
    this.#session.conclude('stopped' satisfies StepStanding['result'], `stopped: ${why}`)
    if (this.#session.waiting !== undefined) this.#session.refuse(`the session is over: ${why}`)
  }

  #begin(running: Running): void {
    running.begun = true
    this.count.permitted++
    this.#session.begin()
  }

  #refuse(text: string): void {
    this.count.refused++
    this.#session.refuse(text)
  }
}
