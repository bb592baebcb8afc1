import type { NodeRegistry } from '#bt/engine/registry.js'

/**
 * Any robot, as the loops of the runtime drive it every 20 ms:
 * `line.receive → robot.observe → tree.tick → line.send`.
 */
export interface Robot {
  /** Binds the skills to their node types; the library must contain them. */
  install(registry: NodeRegistry): void
  /** Updates the belief from what has arrived. */
  observe(): void
  condition(): Condition
  /**
   * Takes the robot out of its safe state: resets a latched e-stop whose cause is gone, and starts from a fresh belief.
   * Takes several turns; until it is armed the twin refuses every command.
   */
  arm(): void
  armState(): ArmState
  /**
   * What its sensors show, once it is armed, to be other than where the task begins, in words; undefined until that is
   * known. Absent where the scene is always put back.
   */
  startDiffers?(): readonly string[] | undefined
  /** Stops all motion. Needs no permit and bypasses every queue. */
  stop(): void
  /** Emergency stop: like `stop`, and the robot stays latched until it is armed again. */
  estop(): void
  /** While held, the step in progress finishes and none starts: the leaves wait and the robot stays at rest. */
  hold(held: boolean): void
  /** Whether a step is still in progress. */
  busyWithStep(): boolean
}

export interface Condition {
  readonly moving: boolean
  /** an emergency stop is latched */
  readonly estop: boolean
  /** what latched it, in words; what a stop by an operator would be called when nothing is latched */
  readonly estopCause: string
}

/** The line to a robot, whatever carries it. `lost` and `refused` are final. */
export interface RobotLine {
  readonly status: 'connecting' | 'up' | 'degraded' | 'lost' | 'refused'
  /** a STOP has not been answered yet, or the robot does not stand yet where its end says when it does */
  readonly stopping: boolean
  /** it stands this long after a STOP, or the line is lost, ms; absent: as soon as a controller does */
  readonly standsMs?: number
  /**
   * why nobody knows whether the robot stands, in words; absent while somebody does, and where the robot's end stops it
   * by itself
   */
  readonly doubt?: string | undefined
  /** why it is SAFE by its own account; absent while it is not, and where nobody asks */
  readonly safe?: string | undefined
  /** it became SAFE because the driver cannot reach the robot: why, in words; absent while it can */
  readonly unreachable?: string | undefined
  /** how long the robot's end may take to answer at first, ms; absent: as long as a controller does */
  readonly connectMs?: number
  /** why it does not answer, in words; absent where nothing more is known */
  readonly silence?: string | undefined
  /** heartbeats sent so far */
  readonly heartbeats: number
  /** why the robot's end was refused, in words; absent unless it was */
  readonly refusal: string | undefined
  /** Takes in what has arrived, and notices when the carrier has closed. */
  receive(): void
  /** The loop lives: the next heartbeats may be sent. */
  allowHeartbeat(): void
  /** Does what is due by time and sends what is queued. */
  send(): void
}

export type ArmState =
  /** never armed; nothing may move because the robot's position is unknown */
  | { readonly kind: 'unarmed' }
  | { readonly kind: 'arming' }
  | { readonly kind: 'armed' }
  | { readonly kind: 'failed'; readonly text: string }
