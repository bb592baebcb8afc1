import type { Clock } from '#base/clock.js'
import type { FieldMap, Pose } from '#base/field-map.js'
import { rad } from '#base/units.js'
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

export function createRobot(options: RobotOptions): Robot {
  const { map, session, clock } = options
  const office = new PermitOffice(map)
  const drive = new Drive(office, session)
  const gate = new Gate(office, drive, (refusal) => options.onRefusal?.(refusal))
  const stateEstimator: StateEstimator = new StateEstimator(map, (drifts) =>
    options.onDrifts?.(drifts, stateEstimator.state),
  )
  const executor = new CommandExecutor(gate, drive, session, map)
  const arming = new Arming(drive, session)
  let held = false

  const host: SkillHost = {
    map,
    state: () => stateEstimator.state,
    busy: () => held || executor.busy(stateEstimator.state, clock.now()),
    begin: (command, path) => executor.begin(command, stateEstimator.state, clock.now(), path),
    progress: () => executor.progress(stateEstimator.state, clock.now()),
    abort: () => executor.abort(clock.now()),
    believeFaces: (zone, orange) => stateEstimator.believeFaces(zone, orange),
    feedback: (path, skill, kind, text) =>
      options.onFeedback?.({
        t: clock.now(),
        path,
        skill,
        kind,
        text,
        reminder: remind(stateEstimator.state, map),
      }),
  }

  return {
    install: (registry) => installSkills(registry, host, options.faceReader),
    observe: () => {
      const { telemetry } = session
      if (telemetry === undefined) return
      if (arming.poll(telemetry)) stateEstimator.restart()
      const now = clock.now()
      stateEstimator.take(
        telemetry,
        now,
        session.status === 'up',
        executor.running(stateEstimator.state, now),
      )
    },
    state: () => stateEstimator.state,
    arm: (at = { ...map.home.at, theta: rad(0) }) => {
      stateEstimator.forget()
      arming.begin(at)
    },
    armState: () => arming.state,
    streamVelocity: (velocity) =>
      executor.streamVelocity(velocity, stateEstimator.state, clock.now(), TELEOP_PATH),
    stop: () => executor.abort(clock.now()),
    estop: () => {
      executor.abort(clock.now())
      drive.estop()
    },
    sceneReset: () => stateEstimator.restart(),
    busyWithStep: () => stateEstimator.state.robot.moving || executor.busy(stateEstimator.state, clock.now()),
    hold: (now) => {
      held = now
    },
  }
}
