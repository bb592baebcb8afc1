import type { Clock } from '#base/clock.js'
import type { FieldMap, Pose } from '#base/field-map.js'
import { rad, type Ms } from '#base/units.js'
import type { NodeRegistry } from '#bt/engine/registry.js'
import type { LinkSession } from '#link/link-session.js'
import { DoneStatus, type Telemetry } from '#link/messages.gen.js'
import type { Result } from '#base/result.js'
import type { Drift } from '#twin/field/observation.js'
import { intend } from '#twin/field/intend.js'
import { describeCommand, fieldPermits } from '#twin/field/judge.js'
import { describeBelief } from '#twin/field/field-account.js'
import type { Command, VelocityCommand, WorldState } from '#twin/field/world.js'
import { describeLatch } from './actuation.js'
import { Arming } from './arming.js'
import { Drive } from './drive.js'
import type { FieldSkillHost } from './skills/host.js'
import type { Obstruction } from './obstacles/guard.js'
import type { Feedback, Progress } from '../skills/host.js'
import { Gate, type GateRefusal } from '../gate.js'
import type { ArmState, Condition, Robot } from '../robot.js'
import { PlaceKeeper, type PoseWatch } from './pose/place-keeper.js'
import { StateEstimator } from './state-estimator.js'
import { installSkills } from './skills/install.js'
import type { FaceReader } from './skills/host.js'
import { CommandExecutor } from './command-executor.js'

/** takes the place of a leaf's node path in the refusals of teleoperation */
const TELEOP_PATH = '/teleop'

const DRIVES: ReadonlySet<Command['kind']> = new Set(['move', 'push', 'jog'] as const)

export interface RobotOptions {
  readonly map: FieldMap
  /** session of this robot's link; a new session needs a new robot */
  readonly session: LinkSession
  readonly clock: Clock
  readonly faceReader: FaceReader
  /** what says besides its wheels where the robot is */
  readonly poseWatch?: PoseWatch
  /** called when it has lost its place, and when it has found it again */
  readonly onPlace?: (change: 'lost' | 'found') => void
  /** called when the gate refuses a command */
  readonly onRefusal?: (refusal: GateRefusal) => void
  /** called when a skill has ended (MOD-12) */
  readonly onFeedback?: (feedback: Feedback) => void
  /** called when the world differs from the belief (MOD-14): what one frame showed, and the updated belief */
  readonly onDrifts?: (drifts: readonly Drift[], now: WorldState) => void
}

/** The base with its gripper on a field of blocks. */
export interface FieldRobot extends Robot {
  /** The current belief about the world. */
  state(): WorldState
  /** The command that moves the robot, or did until a moment ago. */
  motion(): Command | undefined
  /**
   * @param found where the robot stands by the first telemetry of this session, if that says so; without it, or where
   * it says nothing, the robot has just been set up at home
   */
  arm(found?: (telemetry: Telemetry) => Pose | undefined): void
  /**
   * Teleoperation: one setpoint with its own permit, void when its lifetime ends. Refusals are reported like those of
   * leaves.
   * @returns false when it was not sent: the link is down, a STOP is pending, or a step of a tree controls the body
   */
  streamVelocity(velocity: VelocityCommand): Result<boolean, GateRefusal>
  /**
   * The scene was restored manually: resets the belief about the field to its initial layout. Where the robot is and
   * what it holds, the sensors know.
   */
  sceneReset(): void
}

export const createRobot = (options: RobotOptions): FieldRobot => new LinkedRobot(options)

/** A robot on the far end of a link. */
class LinkedRobot implements FieldRobot {
  readonly #options: RobotOptions
  readonly #stateEstimator: StateEstimator
  readonly #drive: Drive
  readonly #executor: CommandExecutor
  readonly #arming: Arming
  readonly #place: PlaceKeeper
  #held = false
  /** what has held it last */
  #heldBy: Obstruction | undefined
  /** what an operator sets up: false where the robot stands somewhere in the middle of things */
  #fieldIsLaid = true

  constructor(options: RobotOptions) {
    const { map, session } = options
    this.#options = options
    const office = fieldPermits(map)
    this.#drive = new Drive(office, session)
    const gate = new Gate(office, describeCommand, (refusal) => options.onRefusal?.(refusal))
    this.#stateEstimator = new StateEstimator(map, (drifts) => options.onDrifts?.(drifts, this.state()))
    this.#executor = new CommandExecutor(gate, this.#drive, session, map)
    this.#arming = new Arming(this.#drive, session)
    this.#place = new PlaceKeeper(options.poseWatch, (pose) => void this.#drive.setPose(pose))
  }

  install(registry: NodeRegistry): void {
    installSkills(registry, this.#skillHost(), this.#options.faceReader)
  }

  observe(): void {
    const { session } = this.#options
    const { telemetry } = session
    if (telemetry === undefined) return
    const now = this.#now()
    if (this.#arming.poll(telemetry)) {
      this.#stateEstimator.restart(this.#fieldIsLaid)
      this.#place.moves(now)
    }
    this.#lookForPlace(telemetry, now)
    const running = this.motion()
    const linkUp = session.status === 'up'
    this.#stateEstimator.take(telemetry, now, { linkUp, pose: this.#place.report }, running)
    if (this.state().robot.moving) this.#place.moves(now)
  }

  /** A robot that has lost its place drives no further; the twin refuses what begins before it is found. */
  #lookForPlace(telemetry: Telemetry, now: Ms): void {
    if (this.armState().kind !== 'armed') return
    const change = this.#place.look(telemetry, now, !this.busyWithStep())
    if (change === undefined) return
    const running = this.motion()
    if (change === 'lost' && running !== undefined && DRIVES.has(running.kind))
      this.#executor.abort(this.state(), now, 'the robot no longer knows where it is')
    this.#options.onPlace?.(change)
  }

  state(): WorldState {
    return this.#stateEstimator.state
  }

  motion(): Command | undefined {
    return this.#executor.running(this.state(), this.#now())
  }

  condition(): Condition {
    const { moving, estop } = this.state().robot
    return { moving, estop, estopCause: describeLatch(this.#options.session.telemetry) }
  }

  arm(found: (telemetry: Telemetry) => Pose | undefined = () => undefined): void {
    this.#place.placed()
    this.#stateEstimator.forget()
    this.#arming.begin((telemetry) => {
      const pose = found(telemetry)
      this.#fieldIsLaid = pose === undefined
      return pose ?? { ...this.#options.map.home.at, theta: rad(0) }
    })
  }

  armState(): ArmState {
    return this.#arming.state
  }

  streamVelocity(velocity: VelocityCommand): Result<boolean, GateRefusal> {
    return this.#executor.streamVelocity(velocity, this.state(), this.#now(), TELEOP_PATH)
  }

  stop(): void {
    this.#executor.abort(this.state(), this.#now())
  }

  estop(): void {
    this.stop()
    this.#drive.estop()
  }

  sceneReset(): void {
    this.#stateEstimator.resetField()
  }

  hold(held: boolean): void {
    this.#held = held
  }

  busyWithStep(): boolean {
    return this.state().robot.moving || this.#executor.busy(this.state(), this.#now())
  }

  #progress(): Progress {
    const now = this.#now()
    const { share, obstruction } = this.#options.poseWatch?.isInTheWay ?? { share: 1 }
    if (share < 1) this.#executor.wait(now)
    this.#heldBy = share < 1 ? obstruction : this.#heldBy
    const progress = this.#executor.progress(this.state(), now)
    const isObstructed = this.#options.session.telemetry?.doneStatus === DoneStatus.obstructed
    if (progress.kind !== 'exec_fail' || !isObstructed) return progress
    return { ...progress, text: `${progress.text}${describeObstruction(this.#heldBy)}` }
  }

  #now(): Ms {
    return this.#options.clock.now()
  }

  #skillHost(): FieldSkillHost {
    const executor = this.#executor
    return {
      map: this.#options.map,
      state: () => this.state(),
      intend: (step) => intend(step, this.state(), this.#options.map),
      busy: () => this.#held || executor.busy(this.state(), this.#now()) || this.#place.waits(this.#now()),
      begin: (command, path) => executor.begin(command, this.state(), this.#now(), path),
      progress: () => this.#progress(),
      abort: () => this.stop(),
      believeFaces: (zone, orange) => this.#stateEstimator.believeFaces(zone, orange),
      feedback: (path, skill, kind, text) => {
        const reminder = describeBelief(this.state(), this.#options.map)
        this.#options.onFeedback?.({ t: this.#now(), path, skill, kind, text, reminder })
      },
    }
  }
}

function describeObstruction(obstruction: Obstruction | undefined): string {
  if (obstruction === undefined) return ' (the laser scanner says nothing of it)'
  const { by, at } = obstruction
  const what = by === 'walker' ? 'something that moves' : 'something that stands'
  return ` (${what} near (${at.x.toFixed(2)}, ${at.y.toFixed(2)}))`
}
