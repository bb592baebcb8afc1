import { forward, inverse, travel, type Joints } from '#tabletop/arm/kinematics.js'
import {
  add,
  between,
  length,
  pointingDown,
  scale,
  subtract,
  type Rotation,
  type Vector,
} from '#tabletop/arm/pose.js'
import { CONTROL_S, type Physics } from '#tabletop/physics/physics.js'
import { FINGER_OPEN } from '#tabletop/scene/arm-mjcf.js'
import { REST_JOINTS } from '#tabletop/arm/postures.js'
import type { Volume } from '../tasks/task.js'

/** Control steps of 10 ms in an action: 25 actions a second. */
export const STEPS_PER_ACTION = 4
export const ACTION_S = CONTROL_S * STEPS_PER_ACTION

/** How far an action moves the gripper along each axis at most, metres. */
export const STRIDE = 0.008

/** The gripper as actions move it: it points down, its fingers keep their direction, and it stays in its volume. */
export class Gripper {
  readonly #physics: Physics
  readonly #volume: Volume
  readonly #rotation: Rotation
  #joints: Joints
  #target: Vector
  #opening = 0.06

  /** @param at where it begins; the arm is put there at once */
  constructor(physics: Physics, { volume, fingers, at }: { volume: Volume; fingers: number; at: Vector }) {
    this.#physics = physics
    this.#volume = volume
    this.#rotation = pointingDown(fingers)
    const reached = inverse({ position: at, rotation: this.#rotation }, REST_JOINTS)
    this.#joints = reached.ok ? reached.value : REST_JOINTS
    this.#target = forward(this.#joints).position
    physics.joints = this.#joints
    physics.opening = this.#opening
  }

  get position(): Vector {
    return forward(this.#physics.joints).position
  }

  /** Carries out an action, four numbers from −1 to 1; it is cut short where the volume or the arm's reach ends. */
  act([x = 0, y = 0, z = 0, opening = 0]: ArrayLike<number> & Iterable<number>): void {
    this.#opening = (opening + 1) * FINGER_OPEN
    const from = this.#joints
    const to = this.#reach(this.#leashed(this.#inside(add(this.#target, scale([x, y, z], STRIDE)))))
    this.#joints = to
    const speeds = to.map((angle, index) => (angle - (from[index] ?? 0)) / ACTION_S) as unknown as Joints
    for (let step = 1; step <= STEPS_PER_ACTION; step++) {
      const share = step / STEPS_PER_ACTION
      const joints = from.map((angle, i) => angle + ((to[i] ?? 0) - angle) * share) as unknown as Joints
      this.#physics.step({ joints, speeds, opening: this.#opening })
    }
  }

  /** Stands for some control steps, so that what was put down comes to rest. */
  settle(steps: number): void {
    for (let step = 0; step < steps; step++)
      this.#physics.step({ joints: this.#joints, speeds: [0, 0, 0, 0, 0, 0], opening: this.#opening })
  }

  /** A setpoint never runs far ahead of the gripper: pressing on something has a bounded force. */
  #leashed(target: Vector): Vector {
    const ahead = subtract(target, this.position)
    const far = length(ahead)
    return far <= LEASH ? target : add(this.position, scale(ahead, LEASH / far))
  }

  #inside(point: Vector): Vector {
    return point.map((value, index) => {
      const [low, high] = this.#volume[index] ?? [value, value]
      return Math.min(high, Math.max(low, value))
    }) as unknown as Vector
  }

  #reach(target: Vector): Joints {
    for (const share of [1, 0.5, 0.25]) {
      const position = between(this.#target, target, share)
      const reached = inverse({ position, rotation: this.#rotation }, this.#joints, false)
      if (!reached.ok || travel(reached.value, this.#joints) > JUMP) continue
      this.#target = position
      return reached.value
    }
    return this.#joints
  }
}

/** Metres; with the stiffness of the drives some tens of newtons. */
const LEASH = 0.016
/** A joint that would turn farther in one action would turn over, radians. */
const JUMP = 0.3
