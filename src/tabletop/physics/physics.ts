import type { MainModule, MjData, MjModel } from '@mujoco/mujoco'
import type { Joints } from '../arm/kinematics.js'
import type { Rotation, Vector } from '../arm/pose.js'
import { FINGER_OPEN } from '../scene/arm-mjcf.js'
import { isGripped } from './gripped.js'
import { JOINT_DRIVES, sceneXml, STEP_S, type SceneVariation } from '../scene/mjcf.js'

/** Where a thing is: its middle, metres, and its axes. */
export interface ItemPose {
  readonly position: Vector
  readonly rotation: Rotation
}

/** What the drives are told: joint angles in radians, their speeds a second, and how far the gripper opens, metres. */
export interface Setpoint {
  readonly joints: Joints
  readonly speeds: Joints
  readonly opening: number
}

type Arrays = Readonly<Record<'qpos' | 'qvel' | 'ctrl' | 'sensordata', Float64Array>>

/** Physics steps in a control step. */
const STEPS_PER_CONTROL = 5
export const CONTROL_S = STEP_S * STEPS_PER_CONTROL

/** The scene in MuJoCo: everything that happens, happens here. */
export class Physics {
  readonly model: MjModel
  readonly data: MjData
  readonly #mujoco: MainModule
  readonly #joints: readonly { readonly position: number; readonly speed: number }[]
  readonly #fingers: number
  #arrays: Arrays | undefined
  #resets = 0

  constructor(mujoco: MainModule, variation: SceneVariation = {}) {
    this.#mujoco = mujoco
    this.model = mujoco.MjModel.from_xml_string(sceneXml(variation))
    this.data = new mujoco.MjData(this.model)
    this.#joints = JOINT_DRIVES.map(({ joint }) => this.#addressOf(joint))
    this.#fingers = this.#addressOf('finger_left').position
  }

  /** One control step: the drives hold the setpoint meanwhile. */
  step({ joints, speeds, opening }: Setpoint): void {
    const { ctrl } = this.arrays
    // a drive that is asked for a moving target lags by its damping: the target is put ahead by as much
    JOINT_DRIVES.forEach(({ stiffness, damping }, index) => {
      ctrl[index] = (joints[index] ?? 0) + ((speeds[index] ?? 0) * damping) / stiffness
    })
    ctrl[JOINT_DRIVES.length] = opening / 2
    for (let step = 0; step < STEPS_PER_CONTROL; step++) {
      const before = this.data.time
      this.#mujoco.mj_step(this.model, this.data)
      if (this.data.time < before) this.#resets++
    }
  }

  /** Recomputes positions after some were written. */
  refresh(): void {
    this.#mujoco.mj_forward(this.model, this.data)
  }

  /** How often MuJoCo found its state unstable and began anew, with everything where the model has it. */
  get resets(): number {
    return this.#resets
  }

  get seconds(): number {
    return this.data.time
  }

  get joints(): Joints {
    const { qpos } = this.arrays
    return this.#joints.map(({ position }) => qpos[position] ?? 0) as unknown as Joints
  }

  set joints(angles: Joints) {
    const { qpos } = this.arrays
    this.#joints.forEach(({ position }, index) => (qpos[position] = angles[index] ?? 0))
  }

  get jointSpeeds(): Joints {
    const { qvel } = this.arrays
    return this.#joints.map(({ speed }) => qvel[speed] ?? 0) as unknown as Joints
  }

  /** From fingertip to fingertip, metres. */
  get opening(): number {
    return 2 * (this.arrays.qpos[this.#fingers] ?? 0)
  }

  set opening(metres: number) {
    const half = Math.min(FINGER_OPEN, metres / 2)
    this.arrays.qpos[this.#fingers] = half
    this.arrays.qpos[this.#addressOf('finger_right').position] = half
  }

  /** What the sensor in the wrist feels, newtons, in the gripper's frame; its own weight and motion are part of it. */
  get wristForce(): Vector {
    const [x = 0, y = 0, z = 0] = this.arrays.sensordata
    return [x, y, z]
  }

  item(name: string): ItemPose {
    const { position } = this.#addressOf(name)
    const [x = 0, y = 0, z = 0, w = 1, i = 0, j = 0, k = 0] = this.arrays.qpos.subarray(
      position,
      position + 7,
    )
    return { position: [x, y, z], rotation: rotationOfQuaternion(w, i, j, k) }
  }

  /** Both fingers touch it. */
  grips(item: string): boolean {
    return isGripped(this.#mujoco, this.model, this.data, item)
  }

  /** Puts a thing somewhere, at rest. @param yaw radians about the vertical */
  putItem(name: string, [x, y, z]: Vector, yaw: number): void {
    const { position, speed } = this.#addressOf(name)
    this.arrays.qpos.set([x, y, z, Math.cos(yaw / 2), 0, 0, Math.sin(yaw / 2)], position)
    this.arrays.qvel.fill(0, speed, speed + 6)
  }

  /** Holds the card, where the scene has one, somewhere. */
  putCard(at: Vector): void {
    const { mocap_pos } = this.data as unknown as Record<'mocap_pos', Float64Array>
    mocap_pos.set(at)
    this.#mujoco.mj_kinematics(this.model, this.data)
  }

  /** How far a closure is open or a button pressed, metres or radians. */
  slide(joint: string): number {
    return this.arrays.qpos[this.#addressOf(joint).position] ?? 0
  }

  setSlide(joint: string, value: number): void {
    this.arrays.qpos[this.#addressOf(joint).position] = value
  }

  /** A drive has this share of its force from now on. @returns what makes it as before */
  weaken(drive: string, share: number): () => void {
    const id = this.#mujoco.mj_name2id(this.model, ACTUATOR_OBJECT, drive)
    const range = this.#forceRange
    const kept = range.slice(2 * id, 2 * id + 2)
    range.set(
      kept.map((limit) => limit * share),
      2 * id,
    )
    return () => this.#forceRange.set(kept, 2 * id)
  }

  /** A closure takes so many times as much to move. @returns what makes it as before */
  jam(joint: string, times: number): () => void {
    const { speed } = this.#addressOf(joint)
    const kept = this.#friction[speed] ?? 0
    this.#friction[speed] = kept * times
    return () => {
      this.#friction[speed] = kept
    }
  }

  // views are asked for each time: MuJoCo's memory may have grown. safe: it declares them `any`; each is of mjtNum
  get #forceRange(): Float64Array {
    return (this.model as unknown as Record<'actuator_forcerange', Float64Array>).actuator_forcerange
  }

  get #friction(): Float64Array {
    return (this.model as unknown as Record<'dof_frictionloss', Float64Array>).dof_frictionloss
  }

  /** A push that gives a thing a speed, metres a second. */
  nudge(item: string, [x, y, z]: Vector): void {
    const { speed } = this.#addressOf(item)
    this.arrays.qvel.set([x, y, z], speed)
  }

  close(): void {
    this.data.delete()
    this.model.delete()
  }

  /** Views into MuJoCo's memory, renewed when that has grown. */
  get arrays(): Arrays {
    if (this.#arrays === undefined || this.#arrays.qpos.length === 0) {
      // safe: MuJoCo declares them `any`; each is a view of mjtNum
      const { qpos, qvel, ctrl, sensordata } = this.data as unknown as Arrays
      this.#arrays = { qpos, qvel, ctrl, sensordata }
    }
    return this.#arrays
  }

  readonly #addresses = new Map<string, { readonly position: number; readonly speed: number }>()

  #addressOf(joint: string): { readonly position: number; readonly speed: number } {
    let address = this.#addresses.get(joint)
    if (address === undefined) {
      const id = this.#mujoco.mj_name2id(this.model, JOINT_OBJECT, joint)
      if (id < 0) throw new Error(`no joint ${joint} in the scene`)
      const { jnt_qposadr, jnt_dofadr } = this.model as unknown as Record<string, Int32Array>
      address = { position: jnt_qposadr?.[id] ?? 0, speed: jnt_dofadr?.[id] ?? 0 }
      this.#addresses.set(joint, address)
    }
    return address
  }
}

/** mjOBJ_JOINT and mjOBJ_ACTUATOR (mjmodel.h) */
const JOINT_OBJECT = 3
const ACTUATOR_OBJECT = 19

function rotationOfQuaternion(w: number, x: number, y: number, z: number): Rotation {
  return [
    [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
    [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
    [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
  ]
}
