import type { MainModule, MjData, MjModel } from '@mujoco/mujoco'
import { createRenderer } from '#simulation/render/renderer.js'
import type { CameraView } from '#simulation/render/scene.js'
import type { Joints } from '../arm/kinematics.js'
import { ITEMS } from '../scene/items.js'
import { JOINT_DRIVES } from '../scene/mjcf.js'
import { geomsOf } from './geoms-of.js'

/** What the driver feels in its own joints: where its arm hides the table. */
export interface Felt {
  readonly joints: Joints
  readonly opening: number
  /** how far the closures were open when they were seen last */
  readonly slides: ReadonlyMap<string, number>
}

/** The driver's own drawing of its cell: what its camera would see if no thing were there. */
export class CellModel {
  readonly #mujoco: MainModule
  readonly #model: MjModel
  readonly #data: MjData
  readonly #renderer = createRenderer()
  #last: { readonly key: string; readonly depth: Float32Array } | undefined

  constructor(mujoco: MainModule, model: MjModel) {
    this.#mujoco = mujoco
    this.#model = model
    this.#data = new mujoco.MjData(model)
  }

  /** Distances along the optical axis, pixel by pixel, metres. */
  depth(view: CameraView, { joints, opening, slides }: Felt): Float32Array {
    const key = [...joints, opening, ...[...slides].flat()]
      .map((value) => (typeof value === 'number' ? value.toFixed(3) : value))
      .join()
    if (this.#last?.key === key) return this.#last.depth
    const { qpos } = this.#data as unknown as Record<'qpos', Float64Array>
    const put = (joint: string, value: number): void => {
      qpos[this.#slot(joint)] = value
    }
    ITEMS.forEach(({ name }, index) => qpos.set([9, index, -9], this.#slot(name)))
    JOINT_DRIVES.forEach(({ joint }, index) => put(joint, joints[index] ?? 0))
    for (const finger of ['finger_left', 'finger_right']) put(finger, opening / 2)
    for (const [joint, value] of slides) put(joint, value)
    this.#mujoco.mj_kinematics(this.#model, this.#data)
    const { depth } = this.#renderer.render({ geoms: geomsOf(this.#model, this.#data) }, view, {
      shadows: false,
    })
    this.#last = { key, depth }
    return depth
  }

  /** The number of a geom with a name. */
  geom(name: string): number {
    return this.#mujoco.mj_name2id(this.#model, GEOM, name)
  }

  close(): void {
    this.#data.delete()
  }

  #slot(joint: string): number {
    const { jnt_qposadr } = this.#model as unknown as Record<'jnt_qposadr', Int32Array>
    return jnt_qposadr[this.#mujoco.mj_name2id(this.#model, JOINT, joint)] ?? 0
  }
}

/** mjOBJ_JOINT and mjOBJ_GEOM (mjmodel.h) */
const JOINT = 3
const GEOM = 5
