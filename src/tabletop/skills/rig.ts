import { forward, type Joints } from '../arm/kinematics.js'
import { axis, between, subtract, type Pose, type Vector } from '../arm/pose.js'
import type { Clearance } from '../planning/clearance.js'
import type { KnownScene } from '../planning/known-scene.js'
import type { ItemPose, Physics, Setpoint } from '../physics/physics.js'
import type { SeenSpots } from './seen-spots.js'

/** What a skill does, one control step after the other; it ends, or throws a `SkillFailure`. */
export type Program = Generator<void, void, void>

/** Why a skill has not succeeded, in a sentence that a person and the twin's model can use. */
export class SkillFailure extends Error {}

/** What a skill works with: the arm's setpoint, what its sensors feel, and what is known of the scene. */
export class Rig {
  /** what the drives are told in the next control step */
  setpoint: Setpoint
  /** factor on the speeds of free motion, 0.1…1 */
  speed = 1
  /** how the skill did what it had a choice in, in a sentence; undefined where it is as usual */
  how: string | undefined
  #tare: Vector = [0, 0, 0]
  #felt: Vector

  readonly physics: Physics
  readonly known: KnownScene
  readonly clearance: Clearance
  readonly seen: SeenSpots | undefined

  constructor(physics: Physics, known: KnownScene, clearance: Clearance, seen?: SeenSpots) {
    this.physics = physics
    this.known = known
    this.clearance = clearance
    this.seen = seen
    this.setpoint = { joints: physics.joints, speeds: STILL, opening: physics.opening }
    this.#felt = physics.wristForce
  }

  /** One control step; the sensor in the wrist is read through a low-pass filter, as real ones are. */
  step(): void {
    this.physics.step(this.setpoint)
    this.#felt = between(this.#felt, this.physics.wristForce, SMOOTHING)
  }

  /** Where the gripper is told to be. */
  get pose(): Pose {
    return forward(this.setpoint.joints)
  }

  /** The scene comes to rest, as it has long before a run begins. @param held what is between the fingers */
  settle(held?: string): void {
    const { joints, opening } = this.physics
    this.setpoint = { joints, speeds: STILL, opening: held === undefined ? opening : 0 }
    for (let step = 0; step < SETTLE_STEPS; step++) this.step()
    if (held !== undefined) this.take(held, this.physics.item(held))
  }

  /** The drives hold the arm where it is. */
  hold(): void {
    this.setpoint = { ...this.setpoint, joints: this.physics.joints, speeds: STILL }
  }

  /** The fingers have closed on a thing. @param standing it stands upright, whichever way it was taken */
  take(item: string, seen: ItemPose, standing?: boolean): void {
    this.known.hold(item, seen, { ...this.pose, apart: this.physics.opening }, standing)
  }

  /**
   * As `hold`, and fingers that hold nothing that is known stay where they are. What is held is squeezed as hard as can
   * be: a release that has begun is taken back, unless the fingers have left the thing already.
   */
  halt(): void {
    this.hold()
    const { held, heldWidth } = this.known
    const width = Math.max(heldWidth, held?.apart ?? 0)
    const isLetGo = this.setpoint.opening > width && this.physics.opening >= width + LOOSE
    if (held !== undefined && isLetGo) this.known.release()
    const opening = this.known.held === undefined ? this.physics.opening : 0
    this.setpoint = { ...this.setpoint, opening }
  }

  /** What the gripper has lost: its fingers are nearer to each other than that is wide, or stand open beside it. */
  dropped(): string | undefined {
    const { held, heldWidth } = this.known
    if (held === undefined || Math.abs(this.physics.opening - heldWidth) < SQUEEZE) return undefined
    this.known.release()
    return held.item
  }

  /** From here on forces are measured against what is felt now: the gripper's weight and what it holds. */
  tare(): void {
    this.#tare = this.#felt
  }

  /** What the gripper feels more than at the last `tare`, newtons. */
  get force(): number {
    return Math.hypot(...subtract(this.#felt, this.#tare))
  }

  /** The same without the filter. */
  get blow(): number {
    return Math.hypot(...subtract(this.physics.wristForce, this.#tare))
  }

  /** How far the arm is from its setpoint, radians, and which joint is farthest. */
  get lag(): { readonly radians: number; readonly joint: number } {
    const { joints } = this.physics
    return joints.reduce(
      (worst, angle, joint) => {
        const radians = Math.abs(angle - (this.setpoint.joints[joint] ?? 0))
        return radians > worst.radians ? { radians, joint } : worst
      },
      { radians: 0, joint: 0 },
    )
  }

  /** The direction in which the gripper points. */
  get direction(): Vector {
    return axis(this.pose.rotation, 0)
  }
}

const SETTLE_STEPS = 60
/** The weight of the newest reading: a cut-off at about 8 Hz with a control step of 10 ms. */
const SMOOTHING = 0.4

/** A distance for people, in millimetres; what overlaps has none. */
export const mm = (metres: number): string => (Math.max(0, metres) * 1000).toFixed(0)

/** Fingers that are so much farther apart than a thing is wide have left it, metres. */
const LOOSE = 0.0003

/** Fingers that are so much closer than a thing is wide hold nothing, metres. */
export const SQUEEZE = 0.006

export const STILL: Joints = [0, 0, 0, 0, 0, 0]
