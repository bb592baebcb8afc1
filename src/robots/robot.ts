import type { Clock } from '#base/clock.js'
import type { FieldMap, Pose } from '#base/field-map.js'
import { rad, type Ms } from '#base/units.js'
import type { NodeRegistry } from '#bt/engine/registry.js'
import type { LinkSession } from '#link/link-session.js'
import type { Result } from '#base/result.js'
import type { Drift } from '#twin/observation.js'
import { PermitOffice } from '#twin/permit.js'
import { remind } from '#twin/domain/field-account.js'
import type { VelocityCommand, WorldState } from '#twin/world.js'
import { Arming, type ArmState } from './arming.js'
import { Drive } from './drive.js'
import type { Feedback, SkillHost } from './skills/host.js'
import { Gate, type GateRefusal } from './gate.js'
import { StateEstimator } from './state-estimator.js'
import { installSkills } from './skills/install.js'
import type { FaceReader } from './skills/read-faces.js'
import { CommandExecutor } from './command-executor.js'

/** stands where refusals of leaves have their node */
const TELEOP_PATH = '/teleop'

export interface RobotOptions {
  readonly map: FieldMap
  /** of this robot's link; a new session needs a new robot */
  readonly session: LinkSession
  readonly clock: Clock
  readonly faceReader: FaceReader
  /** the gate let a command not through */
  readonly onRefusal?: (refusal: GateRefusal) => void
  /** a skill has ended (MOD-12) */
  readonly onFeedback?: (feedback: Feedback) => void
  /** the world is not as believed (MOD-14): what one telemetry frame has shown, and the belief that has followed it */
  readonly onDrifts?: (drifts: readonly Drift[], now: WorldState) => void
}

/**
 * The robot as the runtime drives it, every 20 ms:
 * `session.feed → robot.observe → tree.tick → session.poll → session.takeBytes`.
 */
export interface Robot {
  /** Binds the skills to their node types; the library must hold them. */
  install(registry: NodeRegistry): void
  /** Takes in the newest telemetry. */
  observe(): void
  /** What is believed of the world now. */
  state(): WorldState
  /**
   * Resets a latched e-stop whose button is released, tells the controller where the robot stands (default: home), and
   * begins with a fresh belief of the field. Takes some polls; until it is armed the twin refuses every command.
   */
  arm(at?: Pose): void
  armState(): ArmState
  /**
   * Drives by hand: one setpoint with its own permit, void when its time is over. Refusals are told as those of leaves.
   * @returns false when it did not leave: the link is down, a STOP is under way, or a step of a tree has the body
   */
  streamVelocity(velocity: VelocityCommand): Result<boolean, GateRefusal>
  /** Stops whatever moves. Needs no permit and jumps every queue. */
  stop(): void
  /** Emergency stop: as `stop`, and the controller latches it until somebody arms again. */
  estop(): void
  /**
   * Somebody has put the scene right by hand: believes the field as it is laid, and the body as the sensors
   * show it.
   */
  sceneReset(): void
  /** While held, the step that runs is finished and none begins: the leaves wait, and the robot stands. */
  hold(held: boolean): void
  /** Does a step run that was begun? */
  busyWithStep(): boolean
}

export const createRobot = (options: RobotOptions): Robot => new LinkedRobot(options)

/** A robot at the other end of a link. */
class LinkedRobot implements Robot {
  readonly #options: RobotOptions
  readonly #stateEstimator: StateEstimator
  readonly #drive: Drive
  readonly #executor: CommandExecutor
  readonly #arming: Arming
  #held = false

  constructor(options: RobotOptions) {
    const { map, session } = options
    this.#options = options
    const office = new PermitOffice(map)
    this.#drive = new Drive(office, session)
    const gate = new Gate(office, this.#drive, (refusal) => options.onRefusal?.(refusal))
    this.#stateEstimator = new StateEstimator(map, (drifts) => options.onDrifts?.(drifts, this.state()))
    this.#executor = new CommandExecutor(gate, this.#drive, session, map)
    this.#arming = new Arming(this.#drive, session)
  }

  install(registry: NodeRegistry): void {
    installSkills(registry, this.#skillHost(), this.#options.faceReader)
  }

  observe(): void {
    const { session } = this.#options
    const { telemetry } = session
    if (telemetry === undefined) return
    if (this.#arming.poll(telemetry)) this.#stateEstimator.restart()
    const now = this.#now()
    const running = this.#executor.running(this.state(), now)
    this.#stateEstimator.take(telemetry, now, session.status === 'up', running)
  }

  state(): WorldState {
    return this.#stateEstimator.state
  }

  arm(at: Pose = { ...this.#options.map.home.at, theta: rad(0) }): void {
    this.#stateEstimator.forget()
    this.#arming.begin(at)
  }

  armState(): ArmState {
    return this.#arming.state
  }

  streamVelocity(velocity: VelocityCommand): Result<boolean, GateRefusal> {
    return this.#executor.streamVelocity(velocity, this.state(), this.#now(), TELEOP_PATH)
  }

  stop(): void {
    this.#executor.abort(this.#now())
  }

  estop(): void {
    this.stop()
    this.#drive.estop()
  }

  sceneReset(): void {
    this.#stateEstimator.restart()
  }

  hold(held: boolean): void {
    this.#held = held
  }

  busyWithStep(): boolean {
    return this.state().robot.moving || this.#executor.busy(this.state(), this.#now())
  }

  #now(): Ms {
    return this.#options.clock.now()
  }

  #skillHost(): SkillHost {
    const executor = this.#executor
    return {
      map: this.#options.map,
      state: () => this.state(),
      busy: () => this.#held || executor.busy(this.state(), this.#now()),
      begin: (command, path) => executor.begin(command, this.state(), this.#now(), path),
      progress: () => executor.progress(this.state(), this.#now()),
      abort: () => this.stop(),
      believeFaces: (zone, orange) => this.#stateEstimator.believeFaces(zone, orange),
      feedback: (path, skill, kind, text) => {
        const reminder = remind(this.state(), this.#options.map)
        this.#options.onFeedback?.({ t: this.#now(), path, skill, kind, text, reminder })
      },
    }
  }
}
