import type { MainModule, MjData, MjModel } from '@mujoco/mujoco'
import type { Joints } from '../arm/kinematics.js'
import { JOINT_DRIVES } from '../scene/mjcf.js'

/** The arm and the closures as somebody thinks of them. */
export interface Imagined {
  readonly joints: Joints
  /** from fingertip to fingertip, metres */
  readonly opening: number
  /** metres or radians by joint */
  readonly slides: ReadonlyMap<string, number>
}

/** A copy of the scene's state in which things are where somebody puts them; nothing in it moves by itself. */
export class ImaginedScene {
  readonly data: MjData
  readonly #mujoco: MainModule
  readonly #model: MjModel
  readonly #slots = new Map<string, number>()

  constructor(mujoco: MainModule, model: MjModel) {
    this.#mujoco = mujoco
    this.#model = model
    this.data = new mujoco.MjData(model)
  }

  /** Writes the position of a joint; seven numbers for a thing that moves freely: x, y, z and a quaternion. */
  put(joint: string, ...values: readonly number[]): void {
    const { qpos } = this.data as unknown as Record<'qpos', Float64Array>
    qpos.set(values, this.#slot(joint))
  }

  /** Writes the angles of the arm, radians. */
  putArm(joints: Joints): void {
    JOINT_DRIVES.forEach(({ joint }, index) => this.put(joint, joints[index] ?? 0))
  }

  putAll({ joints, opening, slides }: Imagined): void {
    this.putArm(joints)
    for (const finger of ['finger_left', 'finger_right']) this.put(finger, opening / 2)
    for (const [joint, value] of slides) this.put(joint, value)
  }

  /** Computes where everything is. */
  refresh(): void {
    this.#mujoco.mj_kinematics(this.#model, this.data)
  }

  close(): void {
    this.data.delete()
  }

  #slot(joint: string): number {
    let slot = this.#slots.get(joint)
    if (slot === undefined) {
      const { jnt_qposadr } = this.#model as unknown as Record<'jnt_qposadr', Int32Array>
      slot = jnt_qposadr[this.#mujoco.mj_name2id(this.#model, JOINT, joint)] ?? 0
      this.#slots.set(joint, slot)
    }
    return slot
  }
}

/** mjOBJ_JOINT (mjmodel.h) */
const JOINT = 3
