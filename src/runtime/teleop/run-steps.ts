import type { Tree } from '#bt/engine/tree.js'
import type { NodeLibrary } from '#bt/library.js'
import type { DriverRobot } from '#robots/driver/driver-robot.js'
import type { Feedback } from '#robots/skills/host.js'
import type { TaskDomain } from '#worlds/task/with-task.js'
import { runSession, type NotBegun, type Over, type SessionParts } from './run-session.js'
import { treeOfStep } from './one-step.js'
import type { StepSession, StepStanding } from './step-session.js'

/** What driving by steps needs: the parts of an episode in a world without tree and critic. */
export interface StepParts extends SessionParts {
  readonly robot: DriverRobot
  readonly domain: TaskDomain
  readonly library: NodeLibrary
  /** what the robot last said of a step, once */
  readonly takeFeedback: () => Feedback | undefined
}

/** In steps that got a permit, each its own, and such that the twin refused. */
export type StepsEnd = NotBegun | (Over & { readonly permitted: number; readonly refused: number })

interface Running {
  readonly tree: Tree
  /** the twin has permitted it */
  begun: boolean
}

/**
 * Runs a session of single steps. Each is a tree of one leaf in the reflex loop: judged, permitted and checked as in an
 * episode. Whatever ends the session stops a running step.
 */
export async function runSteps(parts: StepParts, session: StepSession): Promise<StepsEnd> {
  const { robot } = parts
  const steps = new Steps(parts, session)
  const end = await runSession(parts, session, {
    robot: {
      condition: () => robot.condition(),
      arm: () => robot.arm(),
      armState: () => robot.armState(),
      // a person drives because things are not as a task begins: it is enough that they have been looked at
      startDiffers: () => (robot.startDiffers() === undefined ? undefined : []),
    },
    turn: (reflex) => reflex.turn(steps.next()),
    follow: (turn) => steps.follow(turn.kind === 'alive' ? turn.status : 'FAILURE'),
    halt: (why) => steps.halt(why),
  })
  return end.kind === 'over' ? { ...end, ...steps.count } : end
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
